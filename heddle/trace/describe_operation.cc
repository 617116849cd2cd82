#include "heddle/trace/describe_operation.h"

#include <fmt/format.h>

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
  return kNoObject;
}

}  // namespace heddle
