// The model against published exact counts: how many interleavings of a scenario differ in anything that anybody can
// observe. The counts are those of exhaustive search with Concuerror. Here small scenarios are sampled until no new one
// comes, which shows that the model has the operations that it should have, and no others.
#include "studies/corfu/scenario.h"

#include <gtest/gtest.h>

#include "heddle/heddle.h"

namespace corfu {
namespace {

heddle::Report sample(const Scenario& scenario, std::uint64_t trials) {
  heddle::Options options;
  options.strategy = "pos";
  options.trials = trials;
  options.seed = 1;
  options.workers = 2;
  options.save_to = "";
  return heddle::explore([scenario] { run(scenario); }, options);
}

std::uint64_t count_orders(Method method, Reader reader, LayoutKind layout, int writers, std::uint64_t trials) {
  const heddle::Report report = sample({method, reader, layout, writers}, trials);
  EXPECT_TRUE(report.ok()) << report;
  return report.distinct_orders;
}

TEST(Orders, OfAReaderWhileAChainIsRepaired) {
  EXPECT_EQ(count_orders(Method::middle_23, Reader::conditional, LayoutKind::cell, 0, 20'000), 15u);
  EXPECT_EQ(count_orders(Method::head, Reader::conditional, LayoutKind::cell, 0, 20'000), 15u);
  EXPECT_EQ(count_orders(Method::middle_12, Reader::conditional, LayoutKind::cell, 0, 50'000), 22u);
  EXPECT_EQ(count_orders(Method::middle_12, Reader::conditional, LayoutKind::server, 0, 50'000), 22u);
}

TEST(Orders, OfAWriterWhileAChainIsRepaired) {
  EXPECT_EQ(count_orders(Method::middle_12, Reader::none, LayoutKind::cell, 1, 200'000), 56u);
  EXPECT_EQ(count_orders(Method::middle_23, Reader::none, LayoutKind::cell, 1, 100'000), 71u);
}

TEST(Orders, AreTheSameIfClientsStartOneByOne) {
  const Scenario scenario{.method = Method::middle_23, .writers = 0, .staggered = true};
  EXPECT_EQ(sample(scenario, 50'000).distinct_orders, 15u);
}

TEST(Scenario, NothingRacesWithoutClients) {
  EXPECT_EQ(count_orders(Method::tail, Reader::none, LayoutKind::server, 0, 100), 1u);
  EXPECT_EQ(count_orders(Method::middle_12, Reader::none, LayoutKind::keys, 0, 100), 1u);
}

TEST(Scenario, TheFirstPublishedCheckTakesAnyReadOfTheSecondValueForAFailure) {
  Scenario scenario{Method::tail, Reader::twice, LayoutKind::server, 2};
  EXPECT_TRUE(sample(scenario, 100).ok());
  scenario.first_check = true;
  EXPECT_FALSE(sample(scenario, 100).ok());
}

TEST(Scenario, HasAName) {
  EXPECT_EQ(name_of(Scenario{}), "tail.conditional.cell.2w");
  EXPECT_EQ(name_of(Scenario{Method::middle_12, Reader::twice, LayoutKind::server, 1}), "middle12.twice.server.1w");
  EXPECT_EQ(name_of(Scenario{Method::head, Reader::none, LayoutKind::keys, 0, true, true}),
            "head.none.keys.0w.staggered.first");
}

}  // namespace
}  // namespace corfu
