// What the higher front ends cost on top of plain actors: the same ping-pong, every message under control of POS and
// recorded, with blocking functions and with coroutines.
#include <algorithm>
#include <functional>
#include <limits>
#include <vector>

#include "benchmarks/table.h"
#include "benchmarks/trials.h"
#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/async/async.h"
#include "heddle/async/await.h"
#include "heddle/async/when.h"
#include "heddle/strategy/pos.h"

namespace {

using namespace heddle;
using namespace heddle::bench;

// Many short runs: some of them are not disturbed by others on the machine.
constexpr std::int64_t kRounds = 20'000;
constexpr int kRuns = 200;

struct Ping {
  Pid from;
  std::int64_t n;
};
struct Pong {
  std::int64_t n;
};

void serve() {
  for (;;) {
    const Ping ping = receive<Ping>();
    send(ping.from, Pong{ping.n});
  }
}

void ask(Pid server) {
  for (std::int64_t i = 0; i < kRounds; ++i) {
    send(server, Ping{self(), i});
    receive<Pong>();
  }
}

Async<> serve_async() {
  for (;;) {
    const Ping ping = co_await async::receive<Ping>();
    send(ping.from, Pong{ping.n});
  }
}

Async<> ask_async(Pid server) {
  for (std::int64_t i = 0; i < kRounds; ++i) {
    send(server, Ping{self(), i});
    co_await async::receive<Pong>();
  }
}

Async<std::int64_t> round_trip(Pid server, std::int64_t i) {
  send(server, Ping{self(), i});
  co_return (co_await async::receive<Pong>()).n;
}

// A frame for each round trip.
Async<> ask_in_steps(Pid server) {
  for (std::int64_t i = 0; i < kRounds; ++i) co_await round_trip(server, i);
}

double nanoseconds_per_round(const std::function<void()>& test) {
  Bench bench;
  Pos pos;
  return seconds([&] { bench.run(test, pos, 42); }) * 1e9 / static_cast<double>(kRounds);
}

// The best of several runs, taken in turns, so that a noisy machine is noisy for all: what is left is the code.
std::vector<double> best(const std::vector<std::function<double()>>& measures) {
  std::vector<double> result(measures.size(), std::numeric_limits<double>::infinity());
  for (int run = 0; run < kRuns; ++run)
    for (std::size_t i = 0; i < measures.size(); ++i) result[i] = std::min(result[i], measures[i]());
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  Table table("ping-pong round trips of actors, by what they are written as", argc, argv);
  const std::vector<double> took = best({
      [] { return nanoseconds_per_round([] { ask(spawn("server", serve)); }); },
      [] { return nanoseconds_per_round([] { run(ask_async(spawn("server", serve_async))); }); },
      [] { return nanoseconds_per_round([] { run(ask_in_steps(spawn("server", serve_async))); }); },
  });
  table.add({"blocking functions", took[0], "ns", {}, Better::lower});
  table.add({"coroutines", took[1], "ns", {}, Better::lower});
  table.add({"coroutines, one more for each round trip", took[2], "ns", {}, Better::lower});
  table.add({"coroutines against blocking functions", took[1] / took[0], "x", 1.05, Better::lower});
  return table.finish();
}
