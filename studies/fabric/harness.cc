#include "studies/fabric/harness.h"

#include <optional>
#include <string>

#include "studies/fabric/cluster_runtime.h"
#include "studies/fabric/counter.h"
#include "studies/fabric/spec.h"

namespace fabric {

using namespace heddle;

namespace {

Pid create(Pid cluster, ServiceKind kind) {
  send(cluster, ClusterRuntime::CreateService{self(), std::move(kind)});
  return receive<ClusterRuntime::Created>().service;
}

// Lets replicas of some service fail, at some moments.
void inject(const std::vector<Pid>& services, int failures, std::uint32_t events) {
  for (int i = 0; i < failures; ++i) {
    const Failure what = one_of({Failure::kill_primary, Failure::kill_secondary, Failure::suspect_primary});
    const Fail fail{what, choose(events)};  // not in the call: compilers differ in what they evaluate first
    send(one_of(services), fail);
  }
}

// --- clients of the counter ---

// What it should look like from outside.
struct Total {
  struct Add {
    int amount;
  };
  using Call = std::variant<Add>;
  int total = 0;
  int step(const Add& add) { return total += add.amount; }
  bool operator==(const Total&) const = default;
};

// Asks one primary after the other until there is an answer.
Data ask(Pid cluster, const std::string& service, int number, const Data& request) {
  Pid primary;
  while (true) {
    send(cluster, Resolve{service, primary, self()});
    primary = receive<Resolved>().primary;
    const Ref down = monitor(primary);
    send(primary, Request{self(), number, request});
    using Answer = std::optional<Data>;
    const Answer answer = receive(on<Reply>([](const Reply& reply) { return Answer(reply.data); }),
                                  on<NotPrimary>([](const NotPrimary&) { return Answer(); }),
                                  on<Down>([](const Down&) { return Answer(); }));
    demonitor(down, Flush::yes);
    if (answer) return *answer;
  }
}

}  // namespace

void run(const CounterScenario& scenario) {
  watch<AckedIsKept>();
  watch<OnePrimary>();
  watch<FullSet>(std::vector<std::string>{"counter"}, scenario.replicas);
  const CallHistory<Total> history{"counter"};
  history.expect_linearizable();
  const Pid cluster = spawn<ClusterRuntime>("cluster", scenario.mistakes);
  const Pid counter = create(cluster, {"counter", [] { return std::make_unique<Counter>(); }, scenario.replicas});
  for (int client = 1; client <= scenario.clients; ++client)
    expect_done(spawn("client", [=] {
      for (int number = 1; number <= scenario.calls; ++number)
        history.call(Total::Add{client},
                     [&] { return ask(cluster, "counter", number, Counter::add(client, number, client)).at(0); });
    }));
  inject({counter}, scenario.failures, scenario.events);
}

void run(const ChainScenario& scenario) {
  Data items, arriving;
  for (int i = 1; i <= scenario.items; ++i) {
    items.push_back(i);
    arriving.push_back(cscale::Transform::transformed(i));
  }
  watch<AckedIsKept>();
  watch<OnePrimary>();
  watch<FullSet>(std::vector<std::string>{"source", "transform", "sink"}, scenario.replicas);
  watch<ArrivesOnce>("sink", arriving);
  const Pid cluster = spawn<ClusterRuntime>("cluster", Mistakes{});
  const auto mistakes = scenario.mistakes;
  const std::vector<Pid> services{
      create(cluster, {"source", [=] { return std::make_unique<cscale::Source>("transform", items, mistakes); },
                       scenario.replicas}),
      create(cluster,
             {"transform", [=] { return std::make_unique<cscale::Transform>("sink", mistakes); }, scenario.replicas}),
      create(cluster, {"sink", [] { return std::make_unique<cscale::Sink>(); }, scenario.replicas})};
  inject(services, scenario.failures, scenario.events);
}

namespace {

void add(std::vector<studies::Case>& cases, const std::string& name, bool bug, const auto& scenario) {
  Options options;
  options.trials = 100'000;
  options.settings.max_steps = 20'000;
  options.settings.fair_after = 5'000;
  cases.push_back({name, bug, [scenario] { run(scenario); }, options});
}

}  // namespace

std::vector<studies::Case> cases() {
  std::vector<studies::Case> all;
  const auto counter = [&](const std::string& name, Mistakes mistakes) {
    add(all, "fabric." + name, name != "fixed", CounterScenario{.mistakes = mistakes});
  };
  counter("fixed", {});
  counter("promote_while_becoming_primary", {.promote_while_becoming_primary = true});
  counter("elect_idle", {.elect_idle = true});
  counter("old_ack", {.old_ack = true});
  counter("dead_quorum", {.dead_quorum = true});
  counter("lsn_gap", {.lsn_gap = true});
  counter("lost_catch_up", {.lost_catch_up = true});
  counter("double_primary", {.double_primary = true});
  // Small enough to be verified: no clients, one failure.
  const CounterScenario bounded{.replicas = 2, .clients = 0, .failures = 1, .events = 12};
  add(all, "fabric.bounded", false, bounded);
  CounterScenario wrong = bounded;
  wrong.mistakes.promote_while_becoming_primary = true;
  add(all, "fabric.bounded.promote_while_becoming_primary", true, wrong);
  add(all, "cscale.fixed", false, ChainScenario{});
  add(all, "cscale.null_context", true, ChainScenario{.mistakes = {.null_context = true}});
  add(all, "cscale.stale_name", true, ChainScenario{.mistakes = {.stale_name = true}});
  return all;
}

}  // namespace fabric
