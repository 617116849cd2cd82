// How many executions a second exhaustive searches run, on programs with known numbers of them.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "benchmarks/any.h"
#include "benchmarks/table.h"
#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/actor/system.h"
#include "heddle/runner/explore.h"
#include "heddle/search/graph_search.h"
#include "heddle/search/sequence_search.h"
#include "heddle/trace/happens_before.h"
#include "studies/corfu/scenario.h"
#include "tests/support/cell.h"

namespace {

using namespace heddle;
using namespace heddle::bench;

using Word = testing::Cell<int>;
using Words = std::shared_ptr<std::vector<std::unique_ptr<Word>>>;
using Program = std::function<void()>;

Words words(std::size_t count, int value = 0) {
  const Words made = std::make_shared<std::vector<std::unique_ptr<Word>>>();
  for (std::size_t i = 0; i < count; ++i) made->push_back(std::make_unique<Word>(value));
  return made;
}

void task(UniqueFunction body) { Trial::current().spawn("task", std::move(body)); }

// One writer of a word, n readers.
Program readers(int n) {
  return [n] {
    const Words x = words(1);
    task([x] { (*x)[0]->write(1); });
    for (int i = 0; i < n; ++i) task([x] { (*x)[0]->read(); });
  };
}

Program last_zero(std::size_t n) {
  return [n] {
    const Words x = words(n + 1);
    task([x, n] {
      for (std::size_t i = n; (*x)[i]->read() != 0;) --i;
    });
    for (std::size_t i = 1; i <= n; ++i) task([x, i] { (*x)[i]->write((*x)[i - 1]->read() + 1); });
  };
}

// Flanagan and Godefroid's hash table of 128 words, four entries by each of n tasks.
Program indexer(int n) {
  return [n] {
    const Words table = words(128);
    for (int id = 0; id < n; ++id)
      task([table, id] {
        for (int m = 0; m < 4;) {
          const int message = ++m * 11 + id;
          for (std::size_t h = static_cast<std::size_t>(message * 7 % 128);; h = (h + 1) % 128) {
            bool taken = false;
            (*table)[h]->update([&](int there) {
              taken = there == 0;
              return taken ? message : there;
            });
            if (taken) break;
          }
        }
      });
  };
}

// Two tasks that add each other's number to their own, five times, and one that looks at both meanwhile (SV-COMP's
// fib_bench).
Program fibonacci() {
  return [] {
    const Words x = words(2, 1);
    for (std::size_t own : {0u, 1u})
      task([x, own] {
        for (int i = 0; i < 5; ++i) {
          const int mine = (*x)[own]->read();
          (*x)[own]->write(mine + (*x)[1 - own]->read());
        }
      });
    (*x)[0]->read();
    (*x)[1]->read();
  };
}

struct Request {
  Pid from;
};
struct Reply {};

Program client_server(int clients, int requests) {
  return [clients, requests] {
    const Pid server = spawn("server", [] {
      for (;;) receive(on<Request>([](const Request& request) { send(request.from, Reply{}); }));
    });
    for (int i = 0; i < clients; ++i)
      spawn("client", [server, requests] {
        for (int k = 0; k < requests; ++k) {
          send(server, Request{self()});
          receive<Reply>();
        }
      });
  };
}

// As client_server, after so many round trips that nothing else interferes with: all of them come again each time.
Program long_prefix(int trips, int senders) {
  return [trips, senders] {
    const Pid server = spawn("server", [] {
      for (;;) receive(on<Request>([](const Request& request) { send(request.from, Reply{}); }));
    });
    for (int i = 0; i < trips; ++i) {
      send(server, Request{self()});
      receive<Reply>();
    }
    any(senders)();
  };
}

struct Case {
  std::string name;
  Program program;
  std::uint64_t executions;
  std::optional<double> bar;  // executions a second, of the search by graphs
};

// `search` counts what it ran; `check` throws if that is not what was expected.
template <class Search, class Check>
double executions_per_second(const Case& one, Search& search, Check&& check) {
  Settings settings;
  settings.run_on = true;
  Trial trial(settings);
  BoardMemory board;
  const double time = seconds([&] {
    for (std::uint64_t n = 0;; ++n)
      if (!search.end(end_of_trial(trial.run(one.program, search, {n, 0}, board.board(), &ActorSystem::run_body))))
        break;
  });
  check();
  return static_cast<double>(search.counts().executions) / time;
}

double by_graphs(const Case& one, std::uint64_t& blocked) {
  GraphSearch search;
  return executions_per_second(one, search, [&] {
    blocked += search.counts().probes;
    if (search.counts().executions != one.executions || !search.refused().empty())
      throw std::runtime_error(fmt::format("{}: {} executions instead of {}; {}", one.name, search.counts().executions,
                                           one.executions, search.refused()));
  });
}

double by_sequences(const Case& one, std::uint64_t& blocked) {
  Settings settings;
  settings.run_on = true;
  SequenceSearch search(one.program, settings, &ActorSystem::run_body);
  return executions_per_second(one, search, [&] {
    const SearchCounts& counts = search.counts();
    blocked += counts.redundant;
    if (counts.executions != one.executions || !counts.departed.empty())
      throw std::runtime_error(fmt::format("{}: {} executions instead of {}; {}", one.name, counts.executions,
                                           one.executions, counts.departed));
  });
}

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

Options verifying(unsigned workers) {
  Options options;
  options.verify = true;
  options.search = "graph";
  options.workers = workers;
  options.save_to = "";
  return options;
}

// What two workers reach together, as a share of what two unrelated copies of the same search reach side by side.
double share_of_two_copies(const Program& program) {
  const double together = seconds([&] {
    if (!explore(program, verifying(2)).verified()) throw std::runtime_error("the search of two workers did not end");
  });
  const double apart = seconds([&] {
    pid_t copies[2];
    for (pid_t& copy : copies)
      if ((copy = fork()) == 0) _exit(explore(program, verifying(1)).verified() ? 0 : 1);
    for (const pid_t copy : copies) waitpid(copy, nullptr, 0);
  });
  return apart / 2 / together;
}

// Seconds to find what happened before what in one trial of so many round trips.
double race_analysis(int trips) {
  Settings settings;
  settings.max_steps = 10'000'000;
  Trial trial(settings);
  trial.keep_history(true);
  BoardMemory board(BoardMemory::Sharing::private_memory, 8 << 20);
  double time = 0;
  trial.before_cleanup([&](Trial& ended) {
    HappensBefore order;
    time = seconds([&] { order.analyse(ended); });
  });
  GraphSearch first;  // picks in turns
  const Program program = long_prefix(trips, 1);
  trial.run(program, first, {}, board.board(), &ActorSystem::run_body);
  return time;
}

}  // namespace

int main(int argc, char** argv) {
  const corfu::Scenario scenario{corfu::Method::middle_12, corfu::Reader::conditional, corfu::LayoutKind::cell, 1};
  bench::Table table("exhaustive search, each class of executions once; one core, but for the speed-up", argc, argv);
  const std::vector<Case> cases = {
      {"readers(13), 8,192", readers(13), 8'192, 150'000.0},
      {"lastzero(10), 3,328", last_zero(10), 3'328, {}},
      {"lastzero(13), 32,768", last_zero(13), 32'768, 120'000.0},
      {"indexer(15), 4,096", indexer(15), 4'096, {}},
      {"fib_bench, 218,243", fibonacci(), 218'243, 250'000.0},
      {"any(7), 5,040", any(7), 5'040, {}},
      {"client and server(3,2), 90", client_server(3, 2), 90, {}},
      {"4,000 events and any(5), 120", long_prefix(1'000, 5), 120, {}},
      {"CORFU 1->2, 1 writer, 7,740", [scenario] { corfu::run(scenario); }, 7'740, 60'000.0},
  };
  std::uint64_t blocked = 0;
  const double before = peak_megabytes();
  for (const Case& one : cases)
    table.add({one.name + ": graphs", by_graphs(one, blocked), "executions/s", one.bar, Better::higher});
  table.add({"memory of all these", peak_megabytes() - before, "MB", 20.0, Better::lower});
  table.add({"runs that were no new execution", static_cast<double>(blocked), "", 0.0, Better::lower});
  table.add({"two workers / two copies, lastzero(15)", share_of_two_copies(last_zero(15)), "", 0.85, Better::higher});
  blocked = 0;
  for (const Case& one : cases)
    table.add({one.name + ": sequences", by_sequences(one, blocked), "executions/s", {}, Better::higher});
  table.add({"runs that were no new execution", static_cast<double>(blocked), "", 0.0, Better::lower});
  table.add({"race analysis, 100,000 round trips", race_analysis(100'000), "s", 0.5, Better::lower});
  return table.finish();
}
