#include "heddle/actor/server.h"

#include <fmt/format.h>

#include <ranges>

#include "heddle/actor/system.h"

namespace heddle {
namespace {

struct StopServer {
  Reason reason;
};

}  // namespace

ServerLoop& ServerLoop::on_idle(Duration duration, std::function<void()> handler) {
  idle_after_ = duration;
  idle_ = std::move(handler);
  return *this;
}

ServerLoop& ServerLoop::ignore_unknown() {
  ignore_unknown_ = true;
  return *this;
}

void ServerLoop::dispatch(const AnyMessage& message, Location where) {
  if (const StopServer* request = message.get_if<StopServer>()) return stop(request->reason);
  for (auto& handler : handlers_ | std::views::reverse)
    if (handler(message)) return;
  if (ignore_unknown_) return;
  Trial& trial = Trial::current();
  trial.fail(FailureKind::unhandled,
             fmt::format("{} has no handler for {} (add one, or ignore_unknown())", trial.name_of(trial.self()),
                         message.text()),
             where);
}

bool ServerLoop::step(Location where) {
  if (stopped_) return false;
  receive(on_any([&](const AnyMessage& message) { dispatch(message, where); }, where),
          after(idle_after_, [&] { idle_(); }, where));
  return !stopped_;
}

void ServerLoop::run(Location where) {
  while (step(where)) {
  }
  if (*stopped_ != kNormal) exit(*stopped_);
}

void stop_server(Pid server, Reason reason, Duration timeout, Location where) {
  const Ref ref = monitor(server, where);
  send(server, StopServer{reason}, where);
  const std::optional<Down> down = receive<Down>(timeout, [ref](const Down& d) { return d.ref == ref; }, where);
  if (!down) demonitor(ref, Flush::yes, where);
  const Reason why = down ? down->reason : kTimeout;
  if (why != reason && !detail::dying_quietly()) throw CallFailed(name_of(server), "stop", why, timeout);
}

}  // namespace heddle
