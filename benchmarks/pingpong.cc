#include "benchmarks/pingpong.h"

#include "benchmarks/table.h"
#include "benchmarks/trials.h"
#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/strategy/pos.h"

namespace heddle::bench {
namespace {

struct Ping {
  Pid from;
  std::int64_t n;
};
struct Pong {
  std::int64_t n;
};
struct Never {};

void serve() {
  for (;;) receive(on<Ping>([](const Ping& ping) { send(ping.from, Pong{ping.n}); }));
}

}  // namespace

double controlled_pingpong(std::int64_t rounds, int blocked) {
  Bench bench;
  Pos pos;
  return seconds([&] {
    bench.run(
        [&] {
          for (int i = 0; i < blocked; ++i) spawn("blocked", [] { receive<Never>(); });
          const Pid server = spawn("server", serve);
          for (std::int64_t i = 0; i < rounds; ++i) {
            send(server, Ping{self(), i});
            receive<Pong>();
          }
        },
        pos, 42);
  });
}

}  // namespace heddle::bench
