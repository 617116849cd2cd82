#include "heddle/async/start.h"

#include <cxxabi.h>

#include <typeinfo>

#include "heddle/actor/system.h"
#include "heddle/async/completions.h"

namespace heddle::detail {

Pid spawn_started(std::string_view name, UniqueFunction body) {
  const Pid pid = spawn(name, std::move(body));
  if (!pid) throw TaskKilled{};  // the caller is being unwound, and has nothing to hold on to
  return pid;
}

ObjectId life_of(Pid pid) { return Trial::current().task(pid.task).life; }

void complete_at_end_of(Pid pid, std::shared_ptr<Completion> completion) {
  Trial& trial = Trial::current();
  Completions::of(trial).complete_at_end_of(trial, pid, std::move(completion));
}

void keep_exception(const std::weak_ptr<Completion>& completion) {
  const std::type_info* const type = abi::__cxa_current_exception_type();
  if (type && (*type == typeid(TaskKilled) || *type == typeid(ExitThrown))) throw;
  const auto state = completion.lock();
  if (!state || state.use_count() <= 2)
    throw;  // this and the book's: no handle is left, and it is an actor like any other
  state->put_error(std::current_exception());
}

void exit_failed() { throw ExitThrown{kFailed}; }

}  // namespace heddle::detail
