// What the higher front ends cost on top of plain actors: the same ping-pong, every message under control of POS and
// recorded, with blocking functions, with coroutines and with machines; and what it costs to look for lassos.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "benchmarks/table.h"
#include "benchmarks/trials.h"
#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/async/async.h"
#include "heddle/async/await.h"
#include "heddle/async/when.h"
#include "heddle/machine/machine.h"
#include "heddle/spec/monitor.h"
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

class ServerMachine final : public Machine {
 public:
  ServerMachine() {
    serving_.on<Ping>([](const Ping& ping) { send(ping.from, Pong{ping.n}); });
    start_in(serving_);
  }

 private:
  State serving_ = state("Serving");
};

class ClientMachine final : public Machine {
 public:
  explicit ClientMachine(Pid server) : server_(server) {
    asking_.entry([this] { send(server_, Ping{self(), round_}); });
    asking_.on<Pong>([this] {
      if (++round_ == kRounds) return halt();
      send(server_, Ping{self(), round_});
    });
    start_in(asking_);
  }

 private:
  State asking_ = state("Asking");
  Pid server_;
  std::int64_t round_ = 0;
};

// The same with a change of state for each message.
class ChangingClient final : public Machine {
 public:
  explicit ChangingClient(Pid server) : server_(server) {
    even_.entry(&ChangingClient::ask).go<Pong>(odd_);
    odd_.entry(&ChangingClient::ask).go<Pong>(even_);
    start_in(even_);
  }

 private:
  State even_ = state("Even"), odd_ = state("Odd");
  Pid server_;
  std::int64_t round_ = 0;
  void ask() {
    if (++round_ > kRounds) return halt();
    send(server_, Ping{self(), round_});
  }
};

class AlwaysHot final : public Monitor {
 public:
  AlwaysHot() { start_in(waiting_); }

 private:
  State waiting_ = hot("Waiting");
};

struct Token {
  std::int64_t hops;
};

struct Ring {
  int actors, tokens;
  int unread = 0;  // messages in the mailbox of one more actor, which are part of the state
};

// Actors in a ring pass tokens on. Each hop is counted in the token, so that no state ever comes again.
void pass_tokens(const Ring& ring, bool watched) {
  if (watched) watch<AlwaysHot>();
  if (ring.unread > 0) {
    const Pid deaf = spawn("deaf", [] { receive<Pong>(); });
    for (int i = 0; i < ring.unread; ++i) send(deaf, Token{i});
  }
  std::vector<Pid> all;
  const auto pass_on = [] {
    const Pid next = receive<Pid>();
    std::int64_t hops = 0;
    const StateHash hash([&](Fingerprint& print) { print.add(hops); });
    for (;;) send(next, Token{hops = receive<Token>().hops + 1});
  };
  for (int i = 0; i < ring.actors; ++i) all.push_back(spawn("actor", pass_on));
  for (int i = 0; i < ring.actors; ++i) send(all[i], all[(i + 1) % ring.actors]);
  for (int i = 0; i < ring.tokens; ++i) send(all[i % ring.actors], Token{i});
}

double nanoseconds_per_hop(const Ring& ring, bool watched, bool lasso) {
  Settings settings;
  settings.max_steps = kRounds;
  settings.max_heat = 10 * kRounds;
  settings.endless = true;
  settings.lasso = lasso;
  Bench bench(settings);
  Pos pos;
  return seconds([&] { bench.run([&] { pass_tokens(ring, watched); }, pos, 42); }) * 1e9 /
         static_cast<double>(kRounds);
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
  Table table("actors, by what they are written as; liveness", argc, argv);
  const std::vector<double> took = best({
      [] { return nanoseconds_per_round([] { ask(spawn("server", serve)); }); },
      [] { return nanoseconds_per_round([] { run(ask_async(spawn("server", serve_async))); }); },
      [] { return nanoseconds_per_round([] { run(ask_in_steps(spawn("server", serve_async))); }); },
      [] { return nanoseconds_per_round([] { spawn<ClientMachine>("client", spawn<ServerMachine>("server")); }); },
      [] { return nanoseconds_per_round([] { spawn<ChangingClient>("client", spawn<ServerMachine>("server")); }); },
  });
  table.add({"blocking functions", took[0], "ns", {}, Better::lower});
  table.add({"coroutines", took[1], "ns", {}, Better::lower});
  table.add({"coroutines, one more for each round trip", took[2], "ns", {}, Better::lower});
  table.add({"coroutines against blocking functions", took[1] / took[0], "x", 1.0, Better::lower});
  table.add({"machines", took[3], "ns", {}, Better::lower});
  table.add({"machines, a change of state for each round trip", took[4], "ns", {}, Better::lower});
  table.add({"machines against blocking functions", took[3] / took[0], "x", 1.5, Better::lower});
  for (const Ring& ring : {Ring{4, 2}, Ring{5, 5}, Ring{20, 40}, Ring{5, 5, 1'000}}) {
    const auto measure = [ring](bool watched, bool lasso) {
      return [=] { return nanoseconds_per_hop(ring, watched, lasso); };
    };
    const std::vector<double> hop = best({measure(false, false), measure(true, false), measure(true, true)});
    const std::string what = fmt::format("ring of {} actors, {} tokens{}", ring.actors, ring.tokens,
                                         ring.unread > 0 ? fmt::format(", {} unread", ring.unread) : "");
    table.add({what + ": a hop", hop[0], "ns", {}, Better::lower});
    table.add({what + ": beside a hot monitor", hop[1] / hop[0], "x", {}, Better::lower});
    table.add({what + ": looking for lassos", hop[2] / hop[1], "x", 1.3, Better::lower});
  }
  return table.finish();
}
