// One operation in words, for lists and drawings: who does what, to what, where in the code.
#pragma once

#include <cstdint>
#include <string>

#include "heddle/engine/history.h"

namespace heddle {

class Trial;

struct OperationText {
  std::string task;  // "writer#2"
  std::string kind;  // "send"
  std::string file;  // as the compiler names it; empty: unknown
  std::uint32_t line = 0;

  std::string place() const;  // "counter.cc:12", without folders; empty: unknown

  friend auto operator<=>(const OperationText&, const OperationText&) = default;
};

// Call while the trial's data is there.
OperationText describe_operation(const Trial& trial, const Event& event);
OperationText describe_operation(const Trial& trial, const LostRecord& lost);

// The object at which two events do not commute, by what they did there; if one ends the other's task, the life of that
// task. kNoObject: there is none.
ObjectId contested_object(const History& history, const Event& a, const Event& b);
ObjectId contested_object(const History& history, const LostRecord& lost);  // with the event that ended its task

}  // namespace heddle
