#include "studies/gproc/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <utility>

#include "studies/gproc/timer_server.h"

namespace gproc {

using namespace heddle;
using namespace std::chrono_literals;

namespace {

template <class T>
struct Result {
  T value;
};

// Runs a function on another node, and comes back with its result.
template <class F>
auto at(Node node, F f) {
  using T = std::invoke_result_t<F>;
  spawn(node, fmt::format("rpc {}", node), [f, test = self()] { send(test, Result<T>{f()}); });
  return receive<Result<T>>().value;
}

// A process that does what it is told.
struct Do {
  std::function<Answer()> what;
  Pid from;
};
struct End {};

Process spawn_worker(Node node) {
  const auto work = [] {
    bool ended = false;
    while (!ended)
      receive(on<Do>([](const Do& order) { send(order.from, Result<Answer>{order.what()}); }),
              on<End>([&] { ended = true; }));
  };
  return {spawn(node, fmt::format("worker {}", node), work), node};
}

void expect(Answer wanted, const char* request, const Process& worker, std::function<Answer()> what) {
  send(worker.pid, Do{std::move(what), self()});
  const std::optional<Result<Answer>> got = receive<Result<Answer>>(1s);
  check(got.has_value(), "{} at {} has had no answer for 1 s", request, worker.node);
  check(got->value == wanted, "{} at {}: {}, not {}", request, worker.node, to_text(got->value), to_text(wanted));
}

using Cluster = std::vector<Gproc>;

Cluster start(const Scenario& scenario) {
  std::vector<Node> nodes;
  for (const char* name : {"n1", "n2", "n3"}) nodes.push_back(start_node(name));
  for (const Node node : nodes) {
    start_timer_server(node);
    studies::boot(node, scenario.background);
  }
  Cluster cluster;
  for (const Node node : nodes) cluster.emplace_back(node, nodes, scenario.bugs);
  for (const Gproc& gproc : cluster)
    spawn(gproc.node(), fmt::format("{}", gproc.node()), [gproc, test = self()] {
      gproc.start();
      send(test, Started{});
    });
  for (std::size_t started = 0; started < cluster.size(); ++started) receive<Started>();
  return cluster;
}

void stop(const Gproc& gproc) {
  at(gproc.node(), [gproc] { return gproc.stop(), true; });
}

void sync(const Gproc& gproc) {
  const bool done = at(gproc.node(), [gproc] { return gproc.sync(); });
  check(done, "sync at {} has had no answer for 10 s", gproc.node());
}

// What is registered reaches all nodes, sooner or later: so a wrong answer is one that stays.
void expect_everywhere(const Cluster& cluster, const std::string& name, const std::optional<Entry>& wanted) {
  const auto text = [](const std::optional<Entry>& entry) { return entry ? to_text(*entry) : "nobody"; };
  for (const Gproc& gproc : cluster) {
    std::optional<Entry> found;
    for (int tries = 0; tries < 10; ++tries) {
      if (tries > 0) sleep(500ms);
      found = at(gproc.node(), [gproc, name] { return gproc.where(name); });
      if (found == wanted) break;
    }
    check(found == wanted, "at {}, {} is {}, not {}", gproc.node(), name, text(found), text(wanted));
  }
}

}  // namespace

void register_self(const Scenario& scenario) {
  const Cluster cluster = start(scenario);
  const Gproc& n1 = cluster[0];
  const Process worker = spawn_worker(n1.node());
  expect(Answer::done, "reg", worker, [n1] { return n1.reg("name", 1); });
  sync(n1);
  expect_everywhere(cluster, "name", Entry{"name", worker, 1});
  expect(Answer::done, "unreg", worker, [n1] { return n1.unreg("name"); });
  sync(n1);
  expect_everywhere(cluster, "name", {});
  send(worker.pid, End{});
  std::ranges::for_each(cluster, stop);
}

void register_other(const Scenario& scenario) {
  const Cluster cluster = start(scenario);
  const Gproc& n1 = cluster[0];
  const Process worker = spawn_worker(n1.node());
  const Process other = spawn_worker(cluster[1].node());
  expect(Answer::done, "reg_other", worker, [=] { return n1.reg_other("name", other, 1); });
  sync(n1);
  expect_everywhere(cluster, "name", Entry{"name", other, 1});
  expect(Answer::updated, "ensure_reg_other", worker, [=] { return n1.ensure_reg_other("name", other, 2); });
  expect_everywhere(cluster, "name", Entry{"name", other, 2});
  expect(Answer::done, "unreg_other", worker, [=] { return n1.unreg_other("name", other); });
  expect_everywhere(cluster, "name", {});
  for (const Process& one : {worker, other}) send(one.pid, End{});
  std::ranges::for_each(cluster, stop);
}

void stop_leader(const Scenario& scenario) {
  Cluster cluster = start(scenario);
  std::vector<Entry> entries;
  for (const Gproc& gproc : cluster) {
    const Entry entry{fmt::format("name {}", gproc.node()), spawn_worker(gproc.node()), 1};
    expect(Answer::done, "reg", entry.owner, [=] { return gproc.reg(entry.name, entry.value); });
    entries.push_back(entry);
  }
  sync(cluster[0]);
  for (const Entry& entry : entries) expect_everywhere(cluster, entry.name, entry);

  const Gproc& n1 = cluster[0];
  const Node leader = at(n1.node(), [n1] { return n1.leader(); });
  const auto leads = [=](const Gproc& gproc) { return gproc.node() == leader; };
  stop(*std::ranges::find_if(cluster, leads));
  std::erase_if(cluster, leads);
  sync(cluster[0]);
  for (const Entry& entry : entries)
    expect_everywhere(cluster, entry.name, entry.owner.node == leader ? std::nullopt : std::optional(entry));
  for (const Entry& entry : entries) send(entry.owner.pid, End{});
  std::ranges::for_each(cluster, stop);
}

// The traffic makes a trial of late_reports as large as published (6593 operations, of which 326 conflict).
std::vector<studies::Case> cases() {
  const studies::Background booting{.services = 21, .requests = 8, .table_operations = 6, .reports = 8};
  struct Row {
    const char* name;
    void (*test)(const Scenario&);
    Bugs bug;
  };
  const Row rows[] = {
      {"late_reports", register_self, {.election = {.late_reports = true}}},
      {"any_halt", register_self, {.election = {.any_halt = true}}},
      {"reverts_others", register_other, {.reverts_others = true}},
      {"lost_requests", stop_leader, {.lost_requests = true}},
  };
  const Options options{.trials = 10'000};
  std::vector<studies::Case> all;
  for (const auto& [name, test, bug] : rows) {
    const std::string full = fmt::format("gproc.{}", name);
    all.push_back({full, true, [=] { test({.bugs = bug}); }, options});
    all.push_back({full + ".fixed", false, [=] { test({}); }, options});
    all.push_back({full + ".paper", true, [=] { test({.bugs = bug, .background = booting}); }, options});
  }
  return all;
}

}  // namespace gproc
