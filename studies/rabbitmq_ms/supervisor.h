// A supervisor (OTP's, as far as a mirrored one needs it): starts children, knows them, ends them in reverse order when
// it stops. It restarts nothing: with the death of a permanent child it stops, too.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/heddle.h"

namespace rabbitmq_ms {

enum class Restart : std::uint8_t {
  permanent,
  temporary,  // may end without consequences
};

struct ChildSpec {
  std::string id;
  std::function<heddle::Pid()> start;  // called by the supervisor; links the child to it
  Restart restart = Restart::permanent;
};

struct Child {
  std::string id;
  heddle::Pid pid;
};

// What supervisors are asked.
struct WhichChildren {
  using Reply = std::vector<Child>;
};
struct StartChild {
  using Reply = heddle::Pid;
  ChildSpec spec;
};

// Starts a supervisor, linked to the caller; comes back when its first children are started.
heddle::Pid start_supervisor(const std::string& name, const std::vector<ChildSpec>& specs);

// Asks the supervisor: CallFailed if it has ended, or ends before it answers.
std::optional<heddle::Pid> find_child(heddle::Pid supervisor, std::string_view id);

}  // namespace rabbitmq_ms
