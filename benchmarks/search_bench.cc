// How many executions a second an exhaustive search runs, on programs with known numbers of them.
#include <fmt/format.h>

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "benchmarks/table.h"
#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/actor/system.h"
#include "heddle/search/sequence_search.h"
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

struct Number {
  int n;
};

Program any(int n) {
  return [n] {
    const Pid test = self();
    for (int i = 0; i < n; ++i) spawn("sender", [test, i] { send(test, Number{i}); });
    for (int i = 0; i < n; ++i) receive<Number>();
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

struct Case {
  std::string name;
  Program program;
  std::uint64_t executions;
  std::optional<double> bar;  // executions a second
};

double executions_per_second(const Case& one) {
  Settings settings;
  settings.run_on = true;
  Trial trial(settings);
  BoardMemory board;
  SequenceSearch search(one.program, settings, &ActorSystem::run_body);
  const double time = seconds([&] {
    for (std::uint64_t n = 0;; ++n)
      if (!search.end(end_of_trial(trial.run(one.program, search, {n, 0}, board.board(), &ActorSystem::run_body))))
        break;
  });
  const SearchCounts& counts = search.counts();
  if (counts.executions != one.executions || counts.redundant != 0 || !counts.departed.empty())
    throw std::runtime_error(fmt::format("{}: {} executions instead of {}, {} redundant; {}", one.name,
                                         counts.executions, one.executions, counts.redundant, counts.departed));
  return static_cast<double>(counts.executions) / time;
}

}  // namespace

int main(int argc, char** argv) {
  const corfu::Scenario scenario{corfu::Method::middle_12, corfu::Reader::conditional, corfu::LayoutKind::cell, 1};
  bench::Table table("exhaustive search, one core, each class of executions once", argc, argv);
  const std::vector<Case> cases = {
      {"readers(13), 8,192", readers(13), 8'192, 150'000.0},
      {"lastzero(10), 3,328", last_zero(10), 3'328, {}},
      {"lastzero(13), 32,768", last_zero(13), 32'768, 120'000.0},
      {"indexer(13), 64", indexer(13), 64, {}},
      {"fib_bench, 218,243", fibonacci(), 218'243, 250'000.0},
      {"any(7), 5,040", any(7), 5'040, {}},
      {"client and server(3,2), 90", client_server(3, 2), 90, {}},
      {"CORFU 1->2, 1 writer, 7,740", [scenario] { corfu::run(scenario); }, 7'740, 60'000.0},
  };
  for (const Case& one : cases)
    table.add({one.name, executions_per_second(one), "executions/s", one.bar, Better::higher});
  return table.finish();
}
