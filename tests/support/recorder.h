// Machines that write down what they do, and ways to run them.
#pragma once

#include <string>
#include <string_view>

#include "heddle/machine/machine.h"
#include "tests/support/trials.h"

namespace heddle::testing {

struct A {
  int n = 0;
};
struct B {};
struct C {};
struct D {};

// Writes down what it does: a state diagram that says "entry", "exit" and what it handled.
class Recorder : public Machine {
 public:
  explicit Recorder(std::string* said) : said_(said) {}

 protected:
  void say(std::string_view text) {
    if (!said_->empty()) *said_ += ' ';
    *said_ += text;
  }
  auto says(std::string_view text) {
    return [this, text] { say(text); };
  }

  std::string* said_;
};

inline std::string failure_of(const Ran& ran) {
  return ran.outcome.failure ? std::string(to_string(ran.outcome.failure->kind)) + ": " + ran.outcome.failure->message
                             : "none";
}

// Spawns the machine, sends it these events, returns what it said.
template <class M, class... Events>
std::string told(Events... events) {
  std::string all;
  const Ran ran = run_once([&](std::string&) {
    const Pid machine = spawn<M>("machine", &all);
    (send(machine, events), ...);
  });
  return ran.outcome.failure ? all + (all.empty() ? "" : " ") + "FAILED " + failure_of(ran) : all;
}

}  // namespace heddle::testing
