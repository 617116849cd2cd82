// The first test: a server that answers.
#include <heddle/heddle.h>

using namespace heddle;

struct Ping {
  Pid from;
  int n;
};
struct Pong {
  int n;
};

HEDDLE_TEST(PingPong, EveryPingIsAnswered) {
  const Pid server = spawn("server", [] {
    for (;;) receive(on<Ping>([](const Ping& ping) { send(ping.from, Pong{ping.n}); }));
  });
  send(server, Ping{self(), 1});
  const Pong pong = receive<Pong>();
  check(pong.n == 1, "got {}", pong.n);
}
