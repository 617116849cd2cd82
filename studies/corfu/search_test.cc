// The model under exhaustive search, against published counts of inequivalent executions: Concuerror's, with optimal
// reduction and observers.
#include <gtest/gtest.h>

#include "heddle/heddle.h"
#include "studies/corfu/scenario.h"

namespace corfu {
namespace {

struct Expected {
  Scenario scenario;
  std::uint64_t executions;
  std::uint64_t failures = 0;
  std::uint64_t without_observers = 0;  // executions; 0: not known
};

std::ostream& operator<<(std::ostream& out, const Expected& expected) { return out << name_of(expected.scenario); }

class CorfuSearch : public ::testing::TestWithParam<Expected> {};

TEST_P(CorfuSearch, CountsWhatWasPublished) {
  heddle::Options options;
  options.verify = true;
  options.keep_going = true;
  options.save_to = "";
  const heddle::Report report = heddle::explore([] { run(GetParam().scenario); }, options);
  EXPECT_EQ(report.ended, heddle::Ended::exhausted);
  EXPECT_EQ(report.trials, GetParam().executions);
  EXPECT_EQ(report.distinct_orders, GetParam().executions);
  EXPECT_EQ(report.redundant, 0u);
  EXPECT_EQ(report.failed_trials, GetParam().failures);
  if (GetParam().without_observers == 0) return;
  options.scope.observers = heddle::Observers::off;
  const heddle::Report off = heddle::explore([] { run(GetParam().scenario); }, options);
  EXPECT_EQ(off.trials, GetParam().without_observers);
  EXPECT_EQ(off.redundant, 0u);
  EXPECT_EQ(off.failed_trials, 2 * GetParam().failures);
}

constexpr auto kNone = Reader::none, kConditional = Reader::conditional, kTwice = Reader::twice;
constexpr auto kCell = LayoutKind::cell, kServer = LayoutKind::server, kKeys = LayoutKind::keys;

INSTANTIATE_TEST_SUITE_P(Published, CorfuSearch,
                         ::testing::Values(Expected{{Method::middle_12, kConditional, kCell, 0}, 22, 0, 44},
                                           Expected{{Method::middle_12, kConditional, kServer, 0}, 22, 0, 44},
                                           Expected{{Method::middle_12, kTwice, kServer, 0}, 108},
                                           Expected{{Method::middle_23, kConditional, kCell, 0}, 15},
                                           Expected{{Method::middle_12, kNone, kCell, 1}, 56, 0, 112},
                                           Expected{{Method::middle_12, kNone, kServer, 1}, 56, 0, 112},
                                           Expected{{Method::middle_23, kNone, kCell, 1}, 71, 0, 142},
                                           Expected{{Method::head, kNone, kCell, 1}, 94, 8, 188},
                                           Expected{{Method::tail, kNone, kCell, 1}, 306, 0, 612},
                                           Expected{{Method::middle_12, kNone, kCell, 2}, 5'334},
                                           Expected{{Method::middle_12, kConditional, kCell, 1}, 7'740}));

// Not published; found by depth-first search over all interleavings, which compared the partial orders.
INSTANTIATE_TEST_SUITE_P(CountedOtherwise, CorfuSearch,
                         ::testing::Values(Expected{{Method::middle_12, kConditional, kKeys, 1}, 15'178},
                                           Expected{{Method::middle_12, kNone, kKeys, 2}, 12'510},
                                           Expected{{Method::middle_12, kNone, kKeys, 1}, 82}));

}  // namespace
}  // namespace corfu
