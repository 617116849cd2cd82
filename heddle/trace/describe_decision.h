// What a decision looks like: the same text in every build and process, as long as the test itself is the same.
// Schedule files keep it so that people can read them and replay can notice when the test has changed. There are no
// line numbers in it, so that an edit elsewhere in the file does not matter.
#pragma once

#include <string>

#include "heddle/engine/decision.h"
#include "heddle/engine/ready.h"

namespace heddle {

class Trial;

// "writer#2 send at mailbox of server"
std::string describe_pending(const Trial& trial, const Pending& pending);

// "writer#2 chooses a value"
std::string describe_choice(const Trial& trial, DecisionType type, TaskId task);

}  // namespace heddle
