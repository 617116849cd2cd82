// Scenarios and activity in the report of explore(), however it explores.
#include <gtest/gtest.h>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/actor/table.h"
#include "heddle/runner/explore.h"
#include "heddle/spec/check.h"
#include "heddle/spec/monitor.h"
#include "tests/support/run_program.h"

namespace heddle {
namespace {

struct Vote {
  int from;
};

// Votes come in another order than that of the voters.
class OutOfOrder final : public Monitor {
 public:
  OutOfOrder() {
    is_scenario();
    observe<Vote>();
    counting_.on<Vote>([this](const Vote& vote) {
      if (vote.from < last_) reached();
      last_ = vote.from;
    });
    start_in(counting_);
  }

 private:
  State counting_ = cold("Counting");
  int last_ = 0;
};

class NeverToBe final : public Monitor {
 public:
  NeverToBe() {
    is_scenario();
    start_in(waiting_);
  }

 private:
  State waiting_ = state("Waiting");
};

void vote() {
  watch<OutOfOrder>();
  watch<NeverToBe>();
  for (int i = 1; i <= 3; ++i) spawn("voter", [i, test = self()] { send(test, Vote{i}); });
  for (int i = 0; i < 3; ++i) receive<Vote>();
}

Options options_for(std::uint64_t trials) {
  Options options;
  options.trials = trials;
  options.seed = 5;
  options.workers = 2;
  options.strategy = "pos";
  options.save_to = "";
  return options;
}

std::uint64_t trials_of(const Report& report, std::string_view name) {
  for (const ScenarioCount& scenario : report.scenarios)
    if (scenario.name == name) return scenario.trials;
  ADD_FAILURE() << "no scenario " << name;
  return 0;
}

std::uint64_t entered(const Report& report, std::string_view type) {
  for (const TypeActivity& each : report.activity.types)
    if (each.type == type) return each.states.at(0).count;
  ADD_FAILURE() << "no type " << type;
  return 0;
}

TEST(Scenarios, AreInTheReportOfASampling) {
  const Report report = explore(vote, options_for(600));
  ASSERT_TRUE(report.ok()) << report;
  EXPECT_EQ(report.scenario_trials, 600u);
  EXPECT_NEAR(static_cast<double>(trials_of(report, "OutOfOrder")), 500, 60);  // five of six orders, nearly as likely
  EXPECT_EQ(trials_of(report, "NeverToBe"), 0u);
  EXPECT_FALSE(report.activity_asked);
  EXPECT_TRUE(report.activity.types.empty());
  EXPECT_FALSE(report.counts_left_out);
}

TEST(Scenarios, AreCountedTheSameInAnyProcess) {
  Options options = options_for(200);
  const std::uint64_t expected = trials_of(explore(vote, options), "OutOfOrder");
  options.isolate = true;
  EXPECT_EQ(trials_of(explore(vote, options), "OutOfOrder"), expected);
  options.isolate = false;
  options.in_process = true;
  EXPECT_EQ(trials_of(explore(vote, options), "OutOfOrder"), expected);
  options.in_process = false;
  options.check_determinism = true;  // what is run again counts once
  EXPECT_EQ(trials_of(explore(vote, options), "OutOfOrder"), expected);
}

TEST(Scenarios, ChangeNothingAboutTheTrials) {
  Options options = options_for(300);
  const Report plain = explore(vote, options);
  options.activity = true;
  const Report counted = explore(vote, options);
  EXPECT_EQ(counted.steps, plain.steps);
  EXPECT_EQ(counted.distinct_orders, plain.distinct_orders);
  EXPECT_EQ(counted.seen_once, plain.seen_once);
  EXPECT_EQ(trials_of(counted, "OutOfOrder"), trials_of(plain, "OutOfOrder"));
  EXPECT_TRUE(counted.activity_asked);
  EXPECT_EQ(entered(counted, "OutOfOrder"), 300u);
}

TEST(Scenarios, OfASearchAreExact) {
  Options options = options_for(0);
  options.verify = true;
  options.activity = true;
  for (const std::string search : {"graph", "sequence"}) {
    options.search = search;
    for (const unsigned workers : {1u, 3u}) {
      options.workers = workers;
      const Report report = explore(vote, options);
      ASSERT_TRUE(report.verified()) << search << report;
      EXPECT_EQ(report.trials, 6u) << search;
      EXPECT_EQ(trials_of(report, "OutOfOrder"), 5u) << search;
      EXPECT_EQ(entered(report, "OutOfOrder"), report.trials) << search;
    }
  }
}

// Nor do executions that turn out to be like others.
TEST(Scenarios, OfAWeakerReductionCountEachClassOnce) {
  const auto test = [] {
    watch<NeverToBe>();
    for (int i = 1; i <= 2; ++i) spawn("voter", [i, test = self()] { send(test, Vote{i}); });
    receive<Vote>();
  };
  Options options = options_for(0);
  options.verify = true;
  options.activity = true;
  options.search = "sequence";
  for (const Reduction reduction : {Reduction::none, Reduction::sleep, Reduction::source, Reduction::optimal}) {
    options.scope.reduction = reduction;
    const Report report = explore(test, options);
    ASSERT_TRUE(report.verified()) << report;
    EXPECT_EQ(report.scenario_trials, report.trials - report.redundant) << to_string(reduction);
    EXPECT_EQ(entered(report, "NeverToBe"), report.scenario_trials) << to_string(reduction);
  }
}

// Runs of a search that are none of its executions do not count: here, those that meet a rival at an update.
TEST(Scenarios, OfASearchCountExecutionsOnly) {
  const auto test = [] {
    watch<NeverToBe>();
    const Table<int, int> table("table");
    for (int i = 1; i <= 3; ++i) spawn("writer", [i, table] { table.insert_new(0, i); });
  };
  Options options = options_for(0);
  options.verify = true;
  options.activity = true;
  for (const std::string search : {"graph", "sequence"}) {
    options.search = search;
    const Report report = explore(test, options);
    ASSERT_TRUE(report.verified()) << search << report;
    EXPECT_EQ(entered(report, "NeverToBe"), report.trials) << search;
  }
}

TEST(Scenarios, OfATestThatGraphsCannotExpressCountOnce) {
  const auto test = [] {
    watch<OutOfOrder>();
    const Pid victim = spawn("victim", [] { receive<int>(); });
    spawn("killer", [victim] { exit(victim, kKill); });
    send(victim, 1);
  };
  Options options = options_for(0);
  options.verify = true;
  options.activity = true;
  const Report report = explore(test, options);
  ASSERT_TRUE(report.verified()) << report;
  EXPECT_FALSE(report.refused.empty());
  EXPECT_EQ(entered(report, "OutOfOrder"), report.trials);
  EXPECT_EQ(report.scenario_trials, report.trials);
}

TEST(Scenarios, OfAResumedSearchAreThoseSince) {
  const auto test = [] {
    watch<OutOfOrder>();
    for (int i = 1; i <= 8; ++i) spawn("voter", [i, test = self()] { send(test, Vote{i}); });
    for (int i = 0; i < 8; ++i) receive<Vote>();
  };
  const TemporaryFolder folder;
  Options options = options_for(0);
  options.verify = options.activity = true;
  options.search = "graph";
  options.save_to = folder.path();
  options.time = std::chrono::milliseconds(30);
  const Report first = explore(test, options);
  ASSERT_FALSE(first.checkpoint.empty()) << first;
  EXPECT_EQ(entered(first, "OutOfOrder"), first.trials);
  options.time = std::chrono::milliseconds(0);
  options.resume = first.checkpoint;
  const Report rest = explore(test, options);
  ASSERT_TRUE(rest.verified()) << rest;
  EXPECT_EQ(rest.trials, 40'320u);  // 8!
  EXPECT_LT(rest.scenario_trials, rest.trials);
  EXPECT_GE(rest.scenario_trials, rest.trials - first.trials);  // those under way when it was saved are run again
  EXPECT_EQ(entered(rest, "OutOfOrder"), rest.scenario_trials);
  EXPECT_GE(trials_of(rest, "OutOfOrder") + 1, rest.scenario_trials);  // all orders but one
}

TEST(Scenarios, OfAReplay) {
  const auto failing = [] {
    watch<OutOfOrder>();
    for (int i = 1; i <= 2; ++i) spawn("voter", [i, test = self()] { send(test, Vote{i}); });
    const int first = receive<Vote>().from;
    receive<Vote>();
    check(first == 1, "out of order");
  };
  const Report report = explore(failing, options_for(1'000));
  ASSERT_EQ(report.failures.size(), 1u);
  Options options = options_for(1);
  options.activity = true;
  const Report again = replay(failing, report.failures[0].schedule, options);
  ASSERT_EQ(again.failures.size(), 1u);
  EXPECT_EQ(trials_of(again, "OutOfOrder"), 1u);
  EXPECT_EQ(entered(again, "OutOfOrder"), 1u);
}

}  // namespace
}  // namespace heddle
