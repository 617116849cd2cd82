// What a write of the application is as a write to the new table.
#pragma once

#include <variant>

#include "studies/migrating_table/protocol.h"

namespace migrating {

// `existing` is the row in the new table, a tombstone perhaps; null: there is none. An operation that changes exactly
// that row, or the error that the application gets.
std::variant<Operation, Status> translate(const Operation& operation, const Row* existing, ClientState state,
                                          const Mistakes& mistakes);

}  // namespace migrating
