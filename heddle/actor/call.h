// Requests that are answered (Erlang's gen_server:call), and their counterpart on the server's side. server.h has the
// loop that most servers are.
//
//   struct Read { using Reply = int; };                 // a request says what answers it
//   struct Add { int n; };                              // a cast is not answered
//
//   int total = call(counter, Read{});                  // waits; throws CallFailed
//   cast(counter, Add{1});                              // does not wait
//
//   receive(on<Call<Read>>([&](const Call<Read>& c) { reply(c.from, total); }),
//           on<Cast<Add>>([&](const Cast<Add>& c) { total += c.message.n; }));
#pragma once

#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"

namespace heddle {

inline constexpr Duration kCallTimeout = std::chrono::seconds(5);
inline constexpr Duration kForever = detail::kForever;  // no time-out at all
inline const Reason kTimeout{"timeout"};
inline const Reason kCallingSelf{"calling_self"};

// The server was not there (noproc, noconnection), ended before it answered (its reason), or was too slow (timeout).
class CallFailed : public std::runtime_error {
 public:
  CallFailed(std::string server, std::string_view request, Reason reason, Duration timeout);

  const std::string& server() const { return server_; }
  const Reason& reason() const { return reason_; }

 private:
  std::string server_;
  Reason reason_;
};

// Whom to answer with an Answer. Servers that answer later keep it.
template <class Answer>
struct From {
  Pid pid;
  Ref ref;
  friend constexpr auto operator<=>(const From&, const From&) = default;
};

namespace detail {

template <class Request>
inline constexpr bool kSaysItsReply = requires { typename Request::Reply; };

// What answers a request. One that does not say is told so where the call is made.
template <class Request>
struct ReplyOf {
  using type = void;
};
template <class Request>
  requires kSaysItsReply<Request>
struct ReplyOf<Request> {
  using type = typename Request::Reply;
};
template <class Request>
using Reply = typename ReplyOf<Request>::type;

}  // namespace detail

// What arrives at the server.
template <class Request>
struct Call {
  static_assert(!kIsMustHandle<Request>, "a call that is not handled fails anyway: no MustHandle");
  static_assert(detail::kSaysItsReply<Request>, "a request says what answers it: using Reply = int; (or void)");
  From<detail::Reply<Request>> from;
  Request request;
};
template <class T>
struct Cast {
  static_assert(!kIsMustHandle<T>, "MustHandle goes around the whole message: send(server, MustHandle{Cast<T>{...}})");
  T message;
};

namespace detail {

template <class T>
struct Answer {
  Ref ref;
  T value;
};
template <>
struct Answer<void> {
  Ref ref;
};

// The steps of a call that do not depend on types (call.cc).
struct CallTarget {
  std::string name;  // empty: that of the pid
  Pid pid;
  std::optional<Reason> why;  // it cannot be called
};
CallTarget find_server(Pid server);
CallTarget find_server(const Name& server, Location where);
[[noreturn]] void fail_call(const CallTarget& server, std::string_view request, const Reason& why, Duration timeout);
void end_call(Ref ref, bool (*is_answer)(const Message&, Ref), Location where);
bool dying_quietly();  // the caller is being unwound, and must not throw
void reply_message(Pid to, Ref ref, OwnedMessage message, Location where);
void cast_named(const Name& server, OwnedMessage message, Location where);

// Copies an answer that must stay whole for analyses, moves one that cannot be copied.
template <class A>
struct TakeAnswer {
  std::optional<A> operator()(const A& answer) const
    requires std::is_copy_constructible_v<A>
  {
    return answer;
  }
  std::optional<A> operator()(A&& answer) const
    requires(!std::is_copy_constructible_v<A>)
  {
    return std::optional<A>(std::move(answer));
  }
};

template <class Request>
Reply<Request> call_server(const CallTarget& server, Request request, Duration timeout, Location where) {
  using Result = Reply<Request>;
  using A = Answer<Result>;
  if constexpr (std::is_void_v<Result> || std::is_default_constructible_v<Result>)
    if (dying_quietly()) return Result();
  if (server.why) fail_call(server, type_name<Request>(), *server.why, timeout);

  const Ref ref = monitor(server.pid, where);
  send(server.pid, Call<Request>{{self(), ref}, std::move(request)}, where);
  Reason why = kTimeout;
  std::optional<A> answer = receive(
      on<A>([ref](const A& a) { return a.ref == ref; }, TakeAnswer<A>{}, where),
      on<Down>([ref](const Down& down) { return down.ref == ref; },
               [&why](const Down& down) {
                 why = down.reason;
                 return std::optional<A>();
               },
               where),
      after(timeout, [] { return std::optional<A>(); }, where));
  end_call(ref, [](const Message& m, Ref r) { return holds<A>(m) && value_of<A>(m).ref == r; }, where);
  if (!answer) fail_call(server, type_name<Request>(), why, timeout);
  if constexpr (!std::is_void_v<Result>) return std::move(answer->value);
}

}  // namespace detail

// Asks and waits for the answer. Four operations: monitor, send, the server's reply, demonitor; one more to look up a
// name. The answer to a call that has given up is lost, as with Erlang's aliases: it never turns up in the mailbox.
template <class Request>
detail::Reply<Request> call(Pid server, Request request, Duration timeout = kCallTimeout, Location where = {}) {
  return detail::call_server(detail::find_server(server), std::move(request), timeout, where);
}
template <class Request>
detail::Reply<Request> call(const Name& server, Request request, Duration timeout = kCallTimeout, Location where = {}) {
  return detail::call_server(detail::find_server(server, where), std::move(request), timeout, where);
}

// Answers a call (an operation). A second answer to the same call is lost.
template <class T>
  requires(!std::is_void_v<T>)
void reply(const From<T>& from, std::type_identity_t<T> value, Location where = {}) {
  detail::reply_message(from.pid, from.ref, OwnedMessage(make_message(detail::Answer<T>{from.ref, std::move(value)})), where);
}
inline void reply(const From<void>& from, Location where = {}) {
  detail::reply_message(from.pid, from.ref, OwnedMessage(make_message(detail::Answer<void>{from.ref})), where);
}

// Tells a server something. It never fails: if nobody is there, or nobody has the name, the message is lost.
template <class T>
void cast(Pid server, T message, Location where = {}) {
  send(server, Cast<T>{std::move(message)}, where);
}
template <class T>
void cast(const Name& server, T message, Location where = {}) {
  detail::cast_named(server, OwnedMessage(make_message(Cast<T>{std::move(message)})), where);
}

}  // namespace heddle

// In reports: "call Read{}", "cast Add{1}", "answer 6".
template <class R>
struct fmt::formatter<heddle::Call<R>> : fmt::formatter<std::string> {
  auto format(const heddle::Call<R>& c, fmt::format_context& context) const {
    return fmt::formatter<std::string>::format("call " + heddle::to_text(c.request), context);
  }
};
template <class T>
struct fmt::formatter<heddle::Cast<T>> : fmt::formatter<std::string> {
  auto format(const heddle::Cast<T>& c, fmt::format_context& context) const {
    return fmt::formatter<std::string>::format("cast " + heddle::to_text(c.message), context);
  }
};
template <class T>
struct fmt::formatter<heddle::detail::Answer<T>> : fmt::formatter<std::string> {
  auto format(const heddle::detail::Answer<T>& a, fmt::format_context& context) const {
    std::string text = "answer";
    if constexpr (!std::is_void_v<T>) text += " " + heddle::to_text(a.value);
    return fmt::formatter<std::string>::format(text, context);
  }
};
