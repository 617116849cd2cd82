#include <heddle/heddle.h>

using namespace heddle;

namespace {

struct Ping {
  Pid from;
  int n;
};

struct Pong {
  int n;
};

HEDDLE_TEST(PingPong, EveryPingIsAnswered) {
  Pid server = spawn("server", [] {
    for (;;) receive(on<Ping>([](const Ping& p) { send(p.from, Pong{p.n}); }));
  });
  send(server, Ping{self(), 1});
  Pong pong = receive<Pong>([](const Pong& p) { return p.n == 1; });
  check(pong.n == 1, "got {}", pong.n);
}

// Names as programs make them: what is special to CMake is not special in them.
const bool with_odd_names = add_test("PingPong.[two;${names}]", [] { flip(); }) &&
                            add_test("PingPong.one[bracket", [] { flip(); }) &&
                            add_test("PingPong.behind]it", [] { flip(); });

}  // namespace
