// A transaction, on a node that is not its coordinator's.
#pragma once

#include <optional>
#include <string>

#include "studies/mnesia/messages.h"

namespace mnesia {

// The part of a commit that can fail. Why it did.
std::optional<std::string> prepare(const Here& here, const Changes& changes);
void undo_prepare(const Here& here, const Changes& changes);

// Votes, accepts, and does as the coordinator says: a process of its own.
void participate(const Here& here, const AskCommit& ask);

}  // namespace mnesia
