// What is wrong use of a table (chain_table.h), and throws std::invalid_argument.
#pragma once

#include "studies/migrating_table/chain_table.h"

namespace migrating {

void validate(const Batch& batch);

Word partition_of(const Filter& filter);  // of an atomic query

}  // namespace migrating
