#include "studies/gproc/timer_server.h"

#include <fmt/format.h>

#include <chrono>

namespace gproc {

using namespace heddle;

namespace {

constexpr const char* kTimerServer = "timer_server";
constexpr Duration kInterval = std::chrono::seconds(5);

template <class T>
struct SendLater {
  using Reply = void;
  Pid to;
  T message;
};

struct Ready {};

template <class T>
void send_later(const SendLater<T>& request) {
  send_after(kInterval, request.to, request.message);
}

}  // namespace

void start_timer_server(Node node) {
  spawn(node, fmt::format("{} timers", node), [test = self()] {
    daemon();
    register_name(kTimerServer);
    send(test, Ready{});
    ServerLoop server;
    server.on_call<SendLater<CandidateTimer>>(send_later<CandidateTimer>);
    server.on_call<SendLater<Heartbeat>>(send_later<Heartbeat>);
    server.run();
  });
  receive<Ready>();
}

void send_me_later(CandidateTimer message) { call(kTimerServer, SendLater<CandidateTimer>{self(), message}); }
void send_me_later(Heartbeat message) { call(kTimerServer, SendLater<Heartbeat>{self(), message}); }

}  // namespace gproc
