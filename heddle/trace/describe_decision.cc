#include "heddle/trace/describe_decision.h"

#include <fmt/format.h>

#include "heddle/engine/trial.h"

namespace heddle {

std::string describe_pending(const Trial& trial, const Pending& pending) {
  const Operation& operation = pending.operation;
  std::string text = fmt::format("{} {}", trial.name_of(pending.task), operation.kind ? operation.kind->name : "step");
  const std::string object = trial.name_of(operation.object);
  if (!object.empty()) text += fmt::format(" at {}", object);
  return text;
}

std::string describe_choice(const Trial& trial, DecisionType type, TaskId task) {
  return fmt::format("{} chooses a {}", trial.name_of(task), to_string(type));
}

}  // namespace heddle
