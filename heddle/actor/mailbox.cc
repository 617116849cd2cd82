// Mailboxes: arrival, selective receive, time-outs.
#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "heddle/actor/system.h"
#include "heddle/engine/in_the_name_of.h"

namespace heddle {

std::string MailboxKind::describe(ObjectId object) const {
  for (std::size_t i = 0; i < system_.count_; ++i)
    if (system_.actors_[i]->mailbox == object) return "mailbox of " + name_of(Pid{static_cast<TaskId>(i)});
  return "mailbox";
}

bool MailboxKind::could_take(MailRef receive, MailRef message) const {
  const auto* m = static_cast<const Message*>(message.kept);
  if (!m && message.number < system_.messages_.size()) m = system_.messages_[message.number];
  auto* wanted = static_cast<ActorSystem::Wanted*>(const_cast<void*>(receive.kept));  // to ask may change what it remembers
  if (!wanted && receive.number < system_.patterns_.size()) wanted = &system_.patterns_[receive.number];
  if (!m || !wanted) return true;
  const InTheNameOf receiver(Trial::current(), wanted->by);
  try {
    return wanted->pattern(*m) || receiver.stumbled();
  } catch (...) {  // nobody knows
    return true;
  }
}

std::shared_ptr<const void> MailboxKind::keep_message(std::uint32_t message) const {
  if (message >= system_.messages_.size() || !system_.messages_[message]) return nullptr;
  if (system_.kept_.size() <= message) system_.kept_.resize(message + 1);
  std::shared_ptr<const void>& kept = system_.kept_[message];
  if (!kept) {
    Message* const m = system_.messages_[message];
    kept = std::shared_ptr<const void>(m, [m](const void*) { m->type->destroy(m); });
  }
  return kept;
}

std::shared_ptr<const void> MailboxKind::keep_receive(std::uint32_t receive) const {
  if (receive >= system_.patterns_.size()) return nullptr;
  ActorSystem::Wanted& wanted = system_.patterns_[receive];
  auto kept = std::make_shared<ActorSystem::Wanted>(std::move(wanted));
  wanted = {[kept](const Message& m) { return kept->pattern(m); }, kept->by};
  return kept;
}

// Who sent it and where to, for analyses and the hash of the trial's order.
void ActorSystem::number(Trial& trial, Actor& target, Message* message) {
  message->identity = combine(trial.event_id(), trial.object(target.mailbox).stable);
  if (trial.keeps_history()) {
    History& history = trial.mutable_history();
    message->number = static_cast<std::uint32_t>(history.messages.size());
    history.messages.push_back({trial.event_index(), kNone, kNone});
    if (trial.keeps_prints()) [[unlikely]]
      print(history, *message);
    messages_.push_back(message);
  }
  trial.touch(target.mailbox, Access::send, message->number);
}

void ActorSystem::lose_answer(Trial& trial, Pid to, Ref call, Message* message) {
  number(trial, actor(to), message);
  for (const auto& [ref, receives] : actor(to).ended_calls)
    if (ref == call && trial.keeps_history()) trial.mutable_history().messages[message->number].until = receives;
  done_with(trial, message);
}

// For analyses, and for what is still on its way.
void ActorSystem::end_call(Trial& trial, Ref call) {
  if (trial.keeps_history() || trial.settings().delivery != Delivery::instant)
    actor(Pid{trial.self()}).ended_calls.emplace_back(call, trial.mutable_history().receives.size());
}

std::uint64_t ActorSystem::identity_at(Trial& trial, Pid to) {
  return combine(trial.event_id(), trial.object(actor(to).mailbox).stable);
}

void ActorSystem::arrive_with(Trial& trial, Pid to, Message* message, Precedence::Past past) {
  precedence_.carry(identity_at(trial, to), std::move(past));
  arrive(trial, to, message);
}

void ActorSystem::arrive(Trial& trial, Pid to, Message* message) {
  Actor& target = actor(to);
  number(trial, target, message);
  if (!target.alive) {
    lost(trial, to, *message);
    return done_with(trial, message);
  }
  if (target.waiting && !target.handed && wants(trial, to, *message)) {
    target.handed = message;
    trial.wake(to.task);
    return;
  }
  enqueue(target, message);
  if (target.length <= trial.settings().max_mailbox) return;
  if (trial.settings().endless && trial.steps() < trial.heat_from())
    trial.cut();  // an unfair strategy does not let it read, which says nothing about the test
  else
    trial.flag_failure(FailureKind::limit,
                       fmt::format("more than {} messages wait in the mailbox of {}, the next is {}: is it ever read? "
                                   "(--max-mailbox raises the limit)",
                                   trial.settings().max_mailbox, trial.name_of(to.task), message->type->name),
                       Location::none());
}

// Asked in the receiver's name, since whoever sends has nothing to do with its condition. So it is if that fails: the
// receiver looks again itself.
bool ActorSystem::wants(Trial& trial, Pid to, const Message& message) {
  Actor& target = actor(to);
  try {
    const InTheNameOf receiver(trial, to.task);
    const bool wanted = (*target.waiting)(message);
    if (!receiver.stumbled()) return wanted;
  } catch (...) {
  }
  target.waiting = nullptr;
  trial.wake(to.task);
  return false;
}

// To, or by, somebody who has ended.
void ActorSystem::lost(Trial& trial, Pid to, const Message& message) {
  if (!message.must_handle) return;
  trial.flag_failure(FailureKind::unhandled,
                     fmt::format("{} has ended without handling {}", trial.name_of(to.task), message.type->print(message)),
                     Location::none());
}

void ActorSystem::enqueue(Actor& actor, Message* message) {
  message->next = nullptr;
  if (actor.last)
    actor.last->next = message;
  else
    actor.first = message;
  actor.last = message;
  ++actor.length;
}

void ActorSystem::unlink_message(Actor& actor, Message* before, Message* message) {
  if (before)
    before->next = message->next;
  else
    actor.first = message->next;
  if (actor.last == message) actor.last = before;
  --actor.length;
}

// The event of receiving: no decision, since only the receiver can tell when it happens.
void ActorSystem::took(Trial& trial, Pid self, Message* message, const Matcher& matcher, Time deadline,
                       Location where) {
  Actor& me = actor(self);
  trial.note(kReceive, me.mailbox, matcher.handler ? matcher.handler(matcher.cases, *message) : where);
  if (trial.keeps_history()) {
    History& history = trial.mutable_history();
    history.messages[message->number].taken_by = static_cast<std::uint32_t>(history.receives.size());
    const bool contested = deadline != kNever &&
                           (deadline <= trial.now() || trial.settings().time == TimeMode::any_time);
    history.receives.push_back({trial.event_index(), message->number, contested, &kExpire});
    patterns_.push_back({matcher.retain(matcher.cases), self.task});
  }
  trial.touch(me.mailbox, Access::take, message->number, message->identity);
  if (trial.settings().delivery == Delivery::causal) [[unlikely]]
    precedence_.took(self.task, message->identity);
  trial.describe([&] { return message->type->print(*message); });
  if (message->timer != 0 && timer_hook_) [[unlikely]]
    timer_hook_(trial, message->timer);
  if (holds<Down>(*message))  // the monitor has done its work
    std::erase_if(me.monitors, [&](const Monitoring& m) { return m.ref == value_of<Down>(*message).ref; });
}

Message* ActorSystem::take_now(Trial& trial, const Matcher& matcher, Time deadline, Location where) {
  const Pid self{trial.self()};
  Actor& me = actor(self);
  Message* before = nullptr;
  for (Message* m = me.first; m; before = m, m = m->next) {
    if (!matcher(*m)) continue;
    unlink_message(me, before, m);
    took(trial, self, m, matcher, deadline, where);
    return m;
  }
  return nullptr;
}

namespace {

std::string describe_waiting(const void* context) {
  const auto& [system, pid, matcher] = *static_cast<const std::tuple<ActorSystem*, Pid, const Matcher*>*>(context);
  return fmt::format("    wants {}\n    {}\n", matcher->describe(matcher->cases), system->describe_mailbox(pid));
}

}  // namespace

Message* ActorSystem::await(Trial& trial, const Matcher& matcher, Time deadline, Location where) {
  Parked parked = Parked::killed;
  if (trial.task(trial.self()).passive) [[unlikely]]
    trial.refuse_operation(&kReceive, where);
  while (!trial.task(trial.self()).killed && !trial.cleaning_up()) [[likely]] {
    if (Message* message = take_now(trial, matcher, deadline, where)) return message;
    const Pid self{trial.self()};
    Actor& me = actor(self);
    const std::tuple<ActorSystem*, Pid, const Matcher*> context{this, self, &matcher};
    Wait wait;
    wait.what = "receive";
    wait.object = me.mailbox;
    wait.where = where;
    wait.deadline = deadline;
    wait.expiry = Operation{&kExpire, me.mailbox, Access::expire, where};
    wait.describe = describe_waiting;
    wait.context = &context;
    me.waiting = &matcher;
    me.handed = nullptr;
    if (me.rests_at && !matcher.between_events) [[unlikely]]
      rest(trial, me);
    parked = trial.park(wait);
    me.waiting = nullptr;
    if (parked == Parked::woken) {
      Message* message = std::exchange(me.handed, nullptr);
      if (!message) [[unlikely]]
        continue;  // its condition failed when somebody else asked
      took(trial, self, message, matcher, deadline, where);
      return message;
    }
    if (parked == Parked::expired)
      note_expiry(trial, self, me.mailbox, trial.keeps_history() ? matcher.retain(matcher.cases) : Pattern{}, 0);
    break;
  }
  // A dying actor's destructors receive nothing: with a time-out they get that, without there is nothing to return.
  const bool unwinding = std::uncaught_exceptions() > 0 || trial.task(trial.self()).unwound || trial.unwound();
  const bool dies = parked == Parked::killed && (deadline == kNever || !unwinding);
  if (dies && !unwinding) trial.tell_to_unwind();
  return dies ? &detail::dead_letter : nullptr;
}

// In the relation, a receive that found nothing.
void ActorSystem::note_expiry(Trial& trial, Pid by, ObjectId at, Pattern pattern, std::uint64_t saw) {
  std::uint32_t receive = 0;
  if (trial.keeps_history()) {
    History& history = trial.mutable_history();
    receive = static_cast<std::uint32_t>(history.receives.size());
    history.receives.push_back({trial.event_index(), kNone, false, &kExpire});
    patterns_.push_back({std::move(pattern), by.task});
  }
  trial.touch(at, Access::expire, receive, 1 + saw);
}

// In the relation, a receive that wanted anything and found nothing. Which messages it saw makes the order, not how many.
void ActorSystem::note_look(Trial& trial, Pid self) {
  std::uint64_t saw = 0;
  for (const Message* m = actor(self).first; m; m = m->next) saw += m->identity;
  note_expiry(trial, self, actor(self).mailbox, [](const Message&) { return true; }, saw);
}

// Whatever can be told of a message's end happens here, kept or not.
void ActorSystem::done_with(Trial& trial, Message* message) {
  if (!trial.keeps_history())
    message->type->destroy(message);
  else if (message->type->end && !message->ended)
    message->type->end(message);
}

void ActorSystem::flush_all(Trial& trial, const std::function<bool(const Message&)>& unwanted) {
  Actor& me = actor(Pid{trial.self()});
  Message* before = nullptr;
  for (Message* m = me.first; m;) {
    Message* const next = m->next;
    if (unwanted(*m)) {
      unlink_message(me, before, m);
      if (trial.keeps_history()) {
        History& history = trial.mutable_history();
        history.messages[m->number].until = static_cast<std::uint32_t>(history.receives.size());
      }
      done_with(trial, m);
    } else {
      before = m;
    }
    m = next;
  }
}

void ActorSystem::flush_down(Trial& trial, Ref ref) {
  flush_all(trial, [ref](const Message& m) { return holds<Down>(m) && value_of<Down>(m).ref == ref; });
  if (trial.settings().delivery != Delivery::instant) end_call(trial, ref);  // it may be on its way
}

namespace {

// For a list in a line: no message may look like a line of the report.
std::string in_a_list(const Message& message) {
  constexpr std::size_t kMost = 160;
  std::string text = message.type->print(message);
  if (text.size() > kMost) text = text.substr(0, kMost) + "...";
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) text.replace(at, 1, "\\n");
  return text;
}

}  // namespace

std::string ActorSystem::describe_mailbox(Pid pid) const {
  const Actor& a = *actors_[index(pid.task)];
  if (!a.first) return "mailbox is empty";
  std::string text = fmt::format("mailbox holds {}: ", a.length);
  std::size_t shown = 0;
  for (const Message* m = a.first; m && shown < 8; m = m->next, ++shown)
    text += (shown ? ", " : "") + in_a_list(*m);
  if (a.length > shown) text += ", ...";
  return text;
}

}  // namespace heddle
