#include "heddle/machine/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "heddle/actor/system.h"
#include "heddle/machine/activity.h"
#include "heddle/machine/driver.h"
#include "heddle/machine/machines.h"

namespace heddle {
namespace {

// Which types of events a stack of states defers: a copy, for analyses that ask when the machine is gone.
struct Deferred {
  std::vector<std::pair<const MessageType*, bool>> known;
  bool others = false;

  bool operator()(const MessageType* type) const {
    const auto found = std::ranges::find(known, type, &std::pair<const MessageType*, bool>::first);
    return found == known.end() ? others : found->second;
  }
};

}  // namespace

void Machine::run(std::string_view type) {
  task_ = Trial::current().self();
  const Machines::Presence presence(*this);
  if (Tally* const tally = activity_of(Trial::current())) count_declared(*tally, type, chart_);
  be_busy(true);
  attempt([&] { begin("machine", type); });
  while (!halted_) {
    if (raised_) {
      const OwnedMessage event = std::move(raised_);
      attempt([&] { react(*event, rule_for(event->type)); });
      continue;
    }
    if (Message* const event = next_event()) {
      const detail::MessageGuard guard{event};
      attempt([&] { react(*event, rule_now(*event)); });
    } else {
      const OwnedMessage nothing(make_message(Nothing{}));
      attempt([&] { react(*nothing, rule_for(nothing->type)); });
    }
  }
  on_halt();
}

// What unwinds a task that was ended is no std::exception, and goes through.
template <class Step>
void Machine::attempt(const Step& step) {
  try {
    step();
  } catch (const std::exception& exception) {
    const OnException outcome = on_exception(exception);
    if (outcome == OnException::fail) throw;  // it keeps the stack that threw it
    Trial& trial = Trial::current();
    if (trial.detailed()) trial.log(fmt::format("an exception left an action in {}: {}", state_name(), exception.what()));
    forget_request();
    halted_ = outcome == OnException::halt;
  }
}

// Null: there is none, and the state has something to do then.
Message* Machine::next_event() {
  matched_type_ = nullptr;
  const bool idles = rule_for(&kMessageType<Nothing>) != nullptr;
  if (driver_) driver_->before_wait(idles);
  const Matcher wanted = matcher();
  be_busy(false);
  Message* const event = detail::await_or_die(wanted, idles ? Duration::zero() : detail::kForever, Location::none());
  be_busy(true);
  return event;
}

// Between two events a machine may wait for ever, inside an action it may not. Who drives it by hand may stop anywhere.
void Machine::be_busy(bool busy) {
  Trial& trial = Trial::current();
  trial.task(trial.self()).busy = busy && !driver_;
}

Matcher Machine::matcher() {
  Matcher result;
  result.cases = this;
  result.between_events = true;
  result.match = [](void* self, const Message& m) { return static_cast<Machine*>(self)->takes(m.type); };
  result.handler = [](void* self, const Message& m) {
    const Rule* const rule = static_cast<Machine*>(self)->rule_now(m);
    return rule ? rule->where : Location::none();
  };
  result.describe = [](const void* self) {
    return fmt::format("an event in state {}", static_cast<const Machine*>(self)->state_name());
  };
  result.retain = [](const void* self) {
    return const_cast<Machine*>(static_cast<const Machine*>(self))->wanted_now();
  };
  return result;
}

Pattern Machine::wanted_now() {
  const bool defers = std::ranges::any_of(stack_, [&](std::uint32_t state) { return chart_.state(state).defers; });
  if (!defers) return [](const Message&) { return true; };
  auto deferred = std::make_shared<Deferred>();
  const auto is_deferred = [&](const MessageType* type) {
    const Rule* const rule = rule_for(type);
    return rule && rule->reaction == Reaction::defer;
  };
  for (const Rule& rule : chart_.rules())
    if (rule.event != kAnyEvent) deferred->known.emplace_back(rule.event, is_deferred(rule.event));
  struct Unmentioned {};
  deferred->others = is_deferred(&kMessageType<Unmentioned>);
  return [kept = std::shared_ptr<const Deferred>(std::move(deferred))](const Message& m) { return !(*kept)(m.type); };
}

void Machine::unhandled(Message& event) {
  if (!holds<Halt>(event)) return Automaton::unhandled(event);
  leave(event);  // as all states above it
  halted_ = true;
}

void Machine::check_own_task(std::string_view what, Location where) const {
  Trial& trial = Trial::current();
  if (task_ == kNoTask || task_ == trial.self()) return;  // in the constructor it is not known yet
  trial.fail(FailureKind::misuse,
             fmt::format("{} of {} in another task: its event would go there; the machine starts its timers itself", what,
                         describe()),
             where);
}

void Machine::entered(std::uint32_t from, std::uint32_t to, const Message& event) {
  Trial& trial = Trial::current();
  if (Tally* const tally = activity_of(trial)) count_entry(*tally, type(), chart_, from, to, event);
  if (!trial.detailed()) return;
  if (from == kNoState)
    trial.log(fmt::format("starts in {}", chart_.state(to).name));
  else
    trial.log(fmt::format("{} -> {}", chart_.state(from).name, chart_.state(to).name));
}

void Machine::followed(const Rule& rule) {
  if (Tally* const tally = activity_of(Trial::current())) count_rule(*tally, type(), chart_, rule);
}

void Machine::add_to(Fingerprint& print) const {
  for (const std::uint32_t state : stack_) print.add(state);
  print.add(stack_.size());
  fingerprint(print);
}

}  // namespace heddle
