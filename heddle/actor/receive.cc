#include "heddle/actor/receive.h"

#include "heddle/actor/system.h"

namespace heddle {
namespace detail {

OnlyLooking::OnlyLooking() : before_(Trial::current().make_passive(true)) {}
OnlyLooking::~OnlyLooking() { Trial::current().make_passive(before_); }

Message* await_message(const Matcher& matcher, Duration timeout, Location where) {
  Trial& trial = Trial::current();
  Message* const message = ActorSystem::of(trial).await(trial, matcher, deadline_in(trial, timeout), where);
  if (message == &dead_letter && trial.cleaning_up()) [[unlikely]]
    trial.leave_if_quiet(static_cast<const std::uintptr_t*>(__builtin_frame_address(0)) + 1, &ActorSystem::run_body);
  return message;
}

void done_with_message(Message* message) {
  Trial& trial = Trial::current();
  ActorSystem::of(trial).done_with(trial, message);
}

bool keep_messages() { return Trial::current().keeps_history(); }

}  // namespace detail

std::size_t flush(Location where) {
  std::size_t count = 0;
  for (bool more = true; more;)
    more = receive(on_any([] { return true; }, where), after(Duration::zero(), [] { return false; }, where)) && ++count;
  return count;
}

std::size_t mailbox_length(Location where) {
  Trial& trial = Trial::current();
  const Actor& me = ActorSystem::of(trial).actor(Pid{trial.self()});
  // Told apart from every send, as if it were a receive that wanted anything and expired.
  if (!trial.schedule({&kMailboxLength, me.mailbox, Access::expire, where})) return 0;
  ActorSystem::of(trial).note_look(trial, Pid{trial.self()});
  return me.length;
}

}  // namespace heddle
