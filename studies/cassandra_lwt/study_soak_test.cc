// What is fixed stays right for as many trials as would find the bug a hundred times.
#include <gtest/gtest.h>

#include "studies/cassandra_lwt/scenario.h"
#include "studies/support/expect.h"

namespace lwt {
namespace {

TEST(LightweightTransactionsSoak, NoneIsLostIfProposalsKeepTheirBallots) {
  for (const char* strategy : {"portfolio", "pos"}) {
    heddle::Options options{.strategy = strategy, .trials = 200'000, .seed = 7, .save_to = ""};
    options.settings.delivery = heddle::Delivery::unordered;
    studies::expect_clean(heddle::explore([] { run(Label::accepted); }, options), 200'000);
  }
}

}  // namespace
}  // namespace lwt
