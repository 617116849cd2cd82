#include "heddle/actor/call.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "heddle/actor/node.h"
#include "heddle/actor/registry.h"
#include "heddle/actor/system.h"

namespace heddle {
namespace {

constexpr OperationKind kReply{"reply", kFixed};

std::string what_failed(const std::string& server, std::string_view request, const Reason& reason, Duration timeout) {
  const std::string start = fmt::format("call {} to {} failed: ", request, server);
  if (reason == kTimeout)
    return start + fmt::format("timeout, no answer within {}", describe_time(timeout));
  if (reason == kNoProcess) return start + "noproc, there is no such actor or it is dead";
  if (reason == kCallingSelf) return start + "calling_self, it would wait for itself for ever";
  return start + reason.text;
}

}  // namespace

CallFailed::CallFailed(std::string server, std::string_view request, Reason reason, Duration timeout)
    : std::runtime_error(what_failed(server, request, reason, timeout)),
      server_(std::move(server)),
      reason_(std::move(reason)) {}

namespace detail {

CallTarget find_server(Pid server) {
  CallTarget target{"", server, std::nullopt};
  if (server == self()) target.why = kCallingSelf;
  return target;
}

CallTarget find_server(const Name& server, Location where) {
  Trial& trial = Trial::current();
  const std::optional<Pid> pid = whereis(server, where);
  CallTarget target{server.text, pid.value_or(Pid{}), std::nullopt};
  if (pid && *pid == self()) target.why = kCallingSelf;
  if (dying_quietly()) target.pid = self();  // whom nothing reaches any more
  if (pid || dying_quietly()) return target;
  ActorSystem& system = ActorSystem::of(trial);
  const bool there = reachable(trial, system.actor(self()).node, system.resolve(trial, server));
  target.why = there ? kNoProcess : kNoConnection;
  return target;
}

void fail_call(const CallTarget& server, std::string_view request, const Reason& why, Duration timeout) {
  throw CallFailed(server.name.empty() ? name_of(server.pid) : server.name, request, why, timeout);
}

// Nothing of the call stays behind, whichever way it ended: no monitor, no Down, no answer that came too late.
void end_call(Ref ref, bool (*is_answer)(const Message&, Ref), Location where) {
  demonitor(ref, Flush::yes, where);
  Trial& trial = Trial::current();
  if (trial.task(trial.self()).killed || trial.cleaning_up()) return;
  ActorSystem::of(trial).end_call(trial, ref);
  ActorSystem::of(trial).flush_all(trial, [&](const Message& m) { return is_answer(m, ref); });
}

bool dying_quietly() {
  Trial& trial = Trial::current();
  return (trial.task(trial.self()).killed || trial.cleaning_up()) && std::uncaught_exceptions() > 0;
}

// The caller's monitor is there as long as the call is: an answer that finds none is lost. Whether it is lost or comes
// and is flushed by end_call, nobody can tell.
void reply_message(Pid to, Ref ref, OwnedMessage message, Location where) {
  Trial& trial = Trial::current();
  ActorSystem& system = ActorSystem::of(trial);
  const Actor& caller = system.actor(to);
  const bool travels = ActorSystem::travels(trial, Pid{trial.self()}, to);
  if (!trial.schedule({&kReply, travels ? kNoObject : caller.mailbox, Access::send, where})) return;
  const bool waits =  // if it travels, that will be seen when it arrives
      travels || std::ranges::find(caller.monitors, ref, &Monitoring::ref) != caller.monitors.end();
  trial.describe([&] {
    return fmt::format("{} to {}{}", message->type->print(*message), to, waits ? "" : ", which has given up");
  });
  if (!reachable(trial, system.actor(self()).node, caller.node)) return;
  if (waits)
    system.deliver(trial, self(), to, message.release(), ref);
  else
    system.lose_answer(trial, to, ref, message.release());
}

void cast_named(const Name& server, OwnedMessage message, Location where) {
  const std::optional<Pid> pid = whereis(server, where);
  if (pid) send_message(*pid, message.release(), where);
}

}  // namespace detail
}  // namespace heddle
