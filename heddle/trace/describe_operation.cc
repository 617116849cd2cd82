#include "heddle/trace/describe_operation.h"

#include <fmt/format.h>

#include <algorithm>

#include "heddle/engine/dependence.h"
#include "heddle/engine/trial.h"

namespace heddle {
namespace {

OperationText describe(const Trial& trial, TaskId task, const OperationKind* kind, const Location& where) {
  OperationText text;
  text.task = trial.name_of(task);
  text.kind = kind ? kind->name : "step";
  if (!where.known()) return text;
  text.file = where.file();
  text.line = where.line();
  return text;
}

bool strikes(const History& history, const Event& event, TaskId task) {
  const ObjectId life = history.tasks[index(task)].life;
  const auto touches = history.touches_of(event);
  return life != kNoObject && std::any_of(touches.begin(), touches.end(), [&](const Touch& touch) {
           return touch.access == Access::strike && touch.object == life;
         });
}

}  // namespace

std::string OperationText::place() const { return file.empty() ? "" : fmt::format("{}:{}", base_name(file), line); }

OperationText describe_operation(const Trial& trial, const Event& event) {
  return describe(trial, event.task, event.kind, event.where);
}

OperationText describe_operation(const Trial& trial, const LostRecord& lost) {
  return describe(trial, lost.task, lost.operation.kind, lost.operation.where);
}

ObjectId contested_object(const History& history, const Event& a, const Event& b) {
  for (const Touch& x : history.touches_of(a))
    for (const Touch& y : history.touches_of(b))
      if (x.object == y.object && may_conflict(x.access, y.access)) return x.object;
  if (strikes(history, a, b.task)) return history.tasks[index(b.task)].life;
  if (strikes(history, b, a.task)) return history.tasks[index(a.task)].life;
  return kNoObject;
}

ObjectId contested_object(const History& history, const LostRecord& lost) {
  return history.tasks[index(lost.task)].life;
}

}  // namespace heddle
