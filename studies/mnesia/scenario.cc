#include "studies/mnesia/scenario.h"

#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <string>
#include <utility>

namespace mnesia {

using namespace heddle;
using namespace std::chrono_literals;

namespace {

constexpr const char* kTable = "t";

struct Cluster {
  Mnesia a;
  Mnesia b;
};

struct Finished {
  std::string who;
};

// Runs a function on a node, and says when it is through.
void run_at(Node node, const std::string& who, std::function<void()> what) {
  spawn(node, who, [who, what = std::move(what), test = self()] {
    daemon();
    what();
    send(test, Finished{who});
  });
}

void await(const std::string& who) {
  const auto finished = receive<Finished>(10s, [who](const Finished& f) { return f.who == who; });
  check(finished.has_value(), "{} has not finished within 10 s", who);
}

void start(const Mnesia& mnesia) {
  run_at(mnesia.node(), "start", [mnesia] { mnesia.start(); });
  await("start");
}

Cluster start(const Scenario& scenario, bool copy_on_b) {
  const Node a = start_node("a");
  const Node b = start_node("b");
  for (const Node node : {a, b}) studies::boot(node, scenario.background);
  const Definitions schema{{kTable, {.copies = copy_on_b ? Nodes{a, b} : Nodes{a}}}};
  Cluster cluster{{a, {a, b}, schema, scenario.bugs}, {b, {a, b}, schema, scenario.bugs}};
  start(cluster.a);
  start(cluster.b);
  return cluster;
}

}  // namespace

void add_copy_while_starting(const Scenario& scenario) {
  const auto [a, b] = start(scenario, false);
  struct Stopped {};
  run_at(b.node(), "restart of b", [mnesia = b, test = self()] {
    mnesia.stop();
    send(test, Stopped{});
    mnesia.start();
  });
  receive<Stopped>();
  run_at(a.node(), "add_table_copy", [mnesia = a, node = b.node()] {
    while (mnesia.add_table_copy(kTable, node)) sleep(50ms);
  });
  await("restart of b");
  await("add_table_copy");
  for (const Mnesia& node : {a, b}) {
    check(node.copies(kTable) == Nodes{a.node(), b.node()}, "at {}, the copies are {}", node.node(),
          node.copies(kTable));
    check(node.has_records(kTable), "{} has no records", node.node());
  }
}

void delete_copy_while_stopping(const Scenario& scenario) {
  const auto [a, b] = start(scenario, true);
  run_at(b.node(), "restart of b", [mnesia = b] {
    mnesia.stop();
    mnesia.start();
  });
  struct Answer {
    bool done;
  };
  run_at(a.node(), "del_table_copy",
         [mnesia = a, node = b.node(), test = self()] { send(test, Answer{!mnesia.del_table_copy(kTable, node)}); });
  await("restart of b");
  await("del_table_copy");
  const bool deleted = receive<Answer>().done;
  for (const Mnesia& node : {a, b})
    if (deleted)
      check(!node.copies(kTable).contains(b.node()), "the copy on {} is deleted, but {} has copies on {}", b.node(),
            node.node(), node.copies(kTable));
}

// The traffic makes a trial of down_is_ack as large as published (10,019 operations, of which 628 conflict).
std::vector<studies::Case> cases() {
  const studies::Background booting{.services = 84, .requests = 5, .table_operations = 5, .reports = 5};
  struct Row {
    const char* name;
    void (*test)(const Scenario&);
    Bugs bug;
  };
  const Row rows[] = {
      {"mnesia.serves_unmerged", add_copy_while_starting, {.serves_unmerged = true}},
      {"mnesia.down_is_ack", delete_copy_while_stopping, {.down_is_ack = true}},
  };
  const Options options{.trials = 10'000};
  std::vector<studies::Case> all;
  for (const auto& [name, test, bug] : rows) {
    const std::string full = name;
    all.push_back({full, true, [=] { test({.bugs = bug}); }, options});
    all.push_back({full + ".fixed", false, [=] { test({}); }, options});
    all.push_back({full + ".paper", true, [=] { test({.bugs = bug, .background = booting}); }, options});
  }
  all.push_back({"mnesia.down_is_ack.fixed.paper",
                 false,
                 [=] { delete_copy_while_stopping({.background = booting}); },
                 {.trials = 500}});
  return all;
}

}  // namespace mnesia
