#include "heddle/search/graph_estimate.h"

#include <gtest/gtest.h>

#include <cmath>

#include "heddle/actor/system.h"
#include "tests/search/closed_form.h"
#include "tests/support/effort.h"
#include "tests/support/hub_program.h"
#include "tests/support/searched.h"

namespace heddle::testing {
namespace {

constexpr std::size_t kAllOfThem = 1'000'000;

Settings for_searches() {
  Settings settings;
  settings.run_on = true;
  return settings;
}

// Probes of one program.
struct Prober {
  Prober(const Program& p, std::uint64_t seed)
      : program(p), probes(program, for_searches(), &ActorSystem::run_body, board.board(), seed) {}

  double probe(std::size_t width) {
    const std::optional<double> found = probes.probe(width, [] { return true; });
    EXPECT_TRUE(found);
    return found.value_or(0);
  }

  Program program;
  BoardMemory board{BoardMemory::Sharing::private_memory, 1 << 20};
  GraphProbes probes;
};

// What is left of a search after so many executions.
std::string left_after(const Program& program, std::uint64_t executions) {
  Trial trial(for_searches());
  BoardMemory board(BoardMemory::Sharing::private_memory, 1 << 20);
  GraphSearch search;
  for (bool more = true; more && search.counts().executions < executions;)
    more = search.end(end_of_trial(trial.run(program, search, {}, board.board(), &ActorSystem::run_body)));
  EXPECT_EQ(search.counts().executions, executions);
  return search.save();
}

// The average of a probe is the number of executions. Over 200 probes it is off by more than five standard errors in
// less than one of a million cases, if the errors are about normal, which the few executions of these programs allow.
TEST(GraphEstimate, IsRightOnAverage) {
  std::uint64_t programs = 0;
  for (std::uint64_t seed = 0; seed < many(200); ++seed) {
    const Program program = hub_program(seed);
    const GraphSearched all = graph_search_all(program, {}, 5'000);
    if (all.failures > 0 || all.counts.executions > 500 || all.counts.executions < 3) continue;
    const std::size_t width = 1 + seed % 4;
    const std::uint64_t done = seed % 3 * (all.counts.executions / 3);
    Prober prober(program, seed);
    ASSERT_TRUE(prober.probes.begin(done == 0 ? std::vector<std::string>{} : std::vector{left_after(program, done)}));
    const auto truth = static_cast<double>(all.counts.executions - done);
    double sum = 0, squares = 0;
    for (int i = 0; i < 200; ++i) {
      const double off = prober.probe(width) - truth;
      sum += off;
      squares += off * off;
    }
    const double mean = sum / 200, error = std::sqrt((squares / 200 - mean * mean) / 199);
    EXPECT_NEAR(mean, 0, 5 * error + 1e-9 * truth) << seed;
    ++programs;
  }
  EXPECT_GT(programs, enough(100));
}

TEST(GraphEstimate, IsExactIfItKeepsAll) {
  for (std::uint64_t done : {0, 1, 100, 719}) {
    Prober prober(messages(6, false), 1);
    ASSERT_TRUE(prober.probes.begin(done == 0 ? std::vector<std::string>{}
                                              : std::vector{left_after(prober.program, done)}));
    EXPECT_DOUBLE_EQ(prober.probe(kAllOfThem), static_cast<double>(720 - done)) << done;
    EXPECT_TRUE(prober.probes.exact());
  }
}

// Readers are alike, and their executions too.
TEST(GraphEstimate, IsExactWhereLayersAreAlike) {
  Prober prober(readers(20), 1);
  ASSERT_TRUE(prober.probes.begin({}));
  EXPECT_DOUBLE_EQ(prober.probe(1), 1 << 20);
  EXPECT_LT(prober.probes.runs(), 1'000u);
  EXPECT_FALSE(prober.probes.exact()) << "nobody knows that they are alike";
}

// 10! executions: with five seeds the standard deviation of a probe of width 1 is 1.4 of the truth, of one of width 32 it
// is 0.07.
TEST(GraphEstimate, WideProbesAreNearTheTruth) {
  constexpr double kTruth = 3'628'800;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Prober prober(messages(10, false), seed);
    ASSERT_TRUE(prober.probes.begin({}));
    EXPECT_NEAR(prober.probe(32) / kTruth, 1, 0.4) << seed;
    EXPECT_LT(prober.probes.runs(), 20'000u);
  }
}

TEST(GraphEstimate, EndsWhenItIsToldTo) {
  Prober prober(messages(6, false), 1);
  ASSERT_TRUE(prober.probes.begin({}));
  int asked = 0;
  EXPECT_FALSE(prober.probes.probe(4, [&] { return ++asked < 5; }));
  EXPECT_EQ(prober.probes.runs(), 5u);  // with that of begin()
  EXPECT_DOUBLE_EQ(prober.probe(kAllOfThem), 720) << "the next one starts anew";
}

TEST(GraphEstimate, SaysNothingOfWhatItCannotRead) {
  Prober prober(messages(3, false), 1);
  EXPECT_FALSE(prober.probes.begin({"no piece"}));
}

TEST(GraphEstimate, ProbesBecomeWiderWhileThereIsTime) {
  Prober prober(messages(7, false), 1);
  ASSERT_TRUE(prober.probes.begin({}));
  int asked = 0;
  std::vector<std::uint64_t> runs;
  probe_widely(prober.probes, [&] { return 1 - ++asked / 200'000.0; },
               [&](double executions, std::uint64_t took) {
                 EXPECT_GT(executions, 0);
                 runs.push_back(took);
               });
  ASSERT_GT(runs.size(), 5u);
  EXPECT_LT(runs.size(), 100u);
  EXPECT_GT(runs.back(), 4 * runs.front());
}

}  // namespace
}  // namespace heddle::testing
