// What the study finds, and what it does not.
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "studies/gproc/scenario.h"
#include "studies/support/expect.h"

namespace gproc {
namespace {

heddle::Report explored(const std::string& name, std::uint64_t trials, const std::string& strategy = "portfolio") {
  return studies::explored(studies::case_named(cases(), "gproc." + name), trials, strategy);
}

struct Found {
  const char* name;
  std::uint64_t trials;  // enough for the strategy that Heddle takes by itself
  std::vector<std::string> symptoms;  // a part of what each says
};

void PrintTo(const Found& found, std::ostream* out) { *out << found.name; }

class EveryBug : public ::testing::TestWithParam<Found> {};

TEST_P(EveryBug, IsFound) {
  studies::expect_failure(explored(GetParam().name, GetParam().trials), heddle::FailureKind::assertion,
                          GetParam().symptoms);
}

// Who waits for a server that is stuck has no answer; who asks one that was never told the news gets an old one.
const std::vector<std::string> kStuck = {"has had no answer for 10 s", "is nobody, not Entry{name, worker n1, 1}",
                                         "is Entry{name, worker n1, 1}, not nobody"};
const std::vector<std::string> kReverted = {"is nobody, not Entry{name, worker n2, 1}"};
const std::vector<std::string> kLost = {"has had no answer for 10 s"};

INSTANTIATE_TEST_SUITE_P(Core, EveryBug,
                         ::testing::Values(Found{"late_reports", 5'000, kStuck}, Found{"any_halt", 20'000, kStuck},
                                           Found{"reverts_others", 500, kReverted},
                                           Found{"lost_requests", 500, kLost}));
INSTANTIATE_TEST_SUITE_P(Paper, EveryBug,
                         ::testing::Values(Found{"late_reports.paper", 2'000, kStuck},
                                           Found{"reverts_others.paper", 500, kReverted},
                                           Found{"lost_requests.paper", 500, kLost}));

TEST(Gproc, IsCleanWithoutBugs) {
  for (const char* name : {"late_reports.fixed", "reverts_others.fixed", "lost_requests.fixed"})
    studies::expect_clean(explored(name, 3'000), 3'000);
}

// Morpheus counted 6593 operations in a trial of gproc-1, of which 326 conflict.
TEST(Gproc, IsAsLargeAsPublished) {
  const heddle::Report report = explored("late_reports.paper", 50, "pos+");
  const auto trials = static_cast<double>(report.conflicts.trials);
  EXPECT_NEAR(static_cast<double>(report.conflicts.operations) / trials, 6593, 200);
  EXPECT_NEAR(static_cast<double>(report.conflicts.conflicting) / trials, 326, 40);
}

}  // namespace
}  // namespace gproc
