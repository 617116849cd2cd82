// The transactions of clients.
#pragma once

#include "studies/mnesia/messages.h"

namespace mnesia {

// Coordinates it. Why not, if it is not done.
std::optional<std::string> alter_table(const Here& here, const AlterTable& alter);

}  // namespace mnesia
