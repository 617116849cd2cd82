// The processes of an application on one node: a supervisor starts them one after the other, and stops them in the
// opposite order (Erlang's application and supervisor, without restarts).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "heddle/heddle.h"

namespace gproc {

struct Started {};  // of a child, to its supervisor

struct Child {
  std::string name;
  std::function<void(heddle::Pid supervisor)> run;  // says Started when others may rely on it
};

// Comes back when all have said Started.
void start_application(const std::string& name, const std::vector<Child>& children);

// Comes back when all have ended, and the supervisor with them. CallFailed if it was not running.
void stop_application(const std::string& name);

}  // namespace gproc
