// A server: an actor that answers calls, hears casts and other messages, one at a time, until it stops (Erlang's
// gen_server).
//
//   void counter() {
//     int total = 0;
//     ServerLoop server;
//     server.on_call<Read>([&](const Read&) { return total; });
//     server.on_cast<Add>([&](const Add& add) { total += add.n; });
//     server.on_info<Down>([&](const Down& down) { server.stop(down.reason); });
//     server.run();
//   }
//
// State is what the handlers capture. Handlers are ordinary blocking code: they may call other servers, receive
// selectively, sleep; the messages that come meanwhile wait.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "heddle/actor/call.h"

namespace heddle {

class ServerLoop {
 public:
  ServerLoop() = default;
  ServerLoop(const ServerLoop&) = delete;  // handlers capture it by reference, to stop it
  ServerLoop& operator=(const ServerLoop&) = delete;

  // A call, answered with what the handler returns: handler(request) or handler(request, from).
  template <class Request, class Handler>
  ServerLoop& on_call(Handler handler, Location where = {}) {
    return add<Call<Request>>([h = std::move(handler), where](const Call<Request>& c) mutable {
      if constexpr (std::is_void_v<detail::Reply<Request>>) {
        apply(h, c);
        reply(c.from, where);
      } else {
        reply(c.from, apply(h, c), where);
      }
    });
  }

  // A call that the handler, or somebody to whom it passes `from` on, answers by reply(from, value), now or later.
  template <class Request, class Handler>
  ServerLoop& on_call_later(Handler handler) {
    return add<Call<Request>>(
        [h = std::move(handler)](const Call<Request>& c) mutable { std::invoke(h, c.request, c.from); });
  }

  template <class T, class Handler>
  ServerLoop& on_cast(Handler handler) {
    return add<Cast<T>>([h = std::move(handler)](const Cast<T>& c) mutable { std::invoke(h, c.message); });
  }

  // A message that is neither: Down, Exit, a timer's, a plain send().
  template <class T, class Handler>
  ServerLoop& on_info(Handler handler) {
    return add<T>([h = std::move(handler)](const T& message) mutable { std::invoke(h, message); });
  }

  // Whenever no message has come for so long.
  ServerLoop& on_idle(Duration duration, std::function<void()> handler);

  // A message without a handler is a failure (FailureKind::unhandled), since in Erlang it would be a crash or a line in
  // the log that nobody reads. With this it is dropped; who calls then waits for nothing.
  ServerLoop& ignore_unknown();

  // run() ends when the handler under way has returned, and its answer, if any, is sent.
  void stop(Reason reason = kNormal) { stopped_ = std::move(reason); }

  // Serves until stop(). Returns if the reason is normal, and else exits for that reason. stop_server() works always.
  void run(Location where = {});

  // One message of the loop, for servers that are more than it: false when it has been stopped.
  bool step(Location where = {});

 private:
  template <class H, class C>
  static decltype(auto) apply(H& handler, const C& c) {
    if constexpr (std::is_invocable_v<H&, decltype(c.request), decltype(c.from)>)
      return std::invoke(handler, c.request, c.from);
    else
      return std::invoke(handler, c.request);
  }

  // Handlers say whether the message was theirs. The last one added for a type counts.
  template <class T, class Handler>
  ServerLoop& add(Handler handler) {
    handlers_.push_back([h = std::move(handler)](const AnyMessage& any) mutable {
      const T* message = any.get_if<T>();
      if (message) h(*message);
      return message != nullptr;
    });
    return *this;
  }

  void dispatch(const AnyMessage& message, Location where);

  std::vector<std::function<bool(const AnyMessage&)>> handlers_;
  std::function<void()> idle_;
  Duration idle_after_ = kForever;
  std::optional<Reason> stopped_;
  bool ignore_unknown_ = false;
};

// Asks a server that runs a ServerLoop to stop, and waits for its end (gen_server:stop): after the messages that are in
// its mailbox already. Throws CallFailed if it was dead, ended for another reason, or was too slow.
void stop_server(Pid server, Reason reason = kNormal, Duration timeout = kForever, Location where = {});

}  // namespace heddle
