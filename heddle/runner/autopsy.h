// What a dead process left on its board.
#pragma once

#include "heddle/engine/board.h"
#include "heddle/engine/failure.h"

namespace heddle {

// Of one that had more to do. `status` is waitpid's. `stuck`: the watchdog ended it.
Failure autopsy(const Board& board, int status, bool stuck);

// By SIGKILL, which may have come from anywhere.
bool was_killed(const Failure& failure);

bool is_out_of_memory(const Failure& failure);

// Puts a failure on a board, as if the trial itself had.
void write_note(FailureNote& note, const Failure& failure);

}  // namespace heddle
