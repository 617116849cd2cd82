// Failures are replayed before they are told, and what that must not stumble over.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <vector>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/runner/explore.h"
#include "heddle/spec/check.h"

namespace heddle {
namespace {

using ::testing::HasSubstr;

Options quiet(std::uint64_t trials) {
  Options options;
  options.trials = trials;
  options.seed = 5;
  options.save_to = "";
  return options;
}

struct Unprintable {
  int n;
  friend std::ostream& operator<<(std::ostream&, const Unprintable&) { throw std::runtime_error("no words"); }
};

struct DeadlyToPrint {
  int n;
  friend std::ostream& operator<<(std::ostream&, const DeadlyToPrint&) { std::abort(); }
};

template <class Message>
void second_comes_first() {
  for (int i = 1; i <= 2; ++i) spawn("sender", [to = self(), i] { send(to, Message{i}); });
  check(receive<Message>().n == 1, "the second came first");
}

TEST(Confirm, APrinterThatThrowsChangesNothing) {
  const Report report = explore(second_comes_first<Unprintable>, quiet(1'000));
  ASSERT_EQ(report.failures.size(), 1u);
  EXPECT_EQ(report.failures[0].failure.kind, FailureKind::assertion) << report;
  EXPECT_EQ(report.failures[0].replays, 3u);
  EXPECT_THAT(fmt::format("{}", fmt::join(report.failures[0].story, "\n")),
              HasSubstr("receive Unprintable (its printer throw"));
}

TEST(Confirm, APrinterThatCrashesHidesNoFailure) {
  const Report report = explore(second_comes_first<DeadlyToPrint>, quiet(1'000));
  ASSERT_EQ(report.failures.size(), 1u);
  EXPECT_EQ(report.failures[0].failure.kind, FailureKind::assertion) << report;
  EXPECT_EQ(report.failures[0].replays, 2u);
  EXPECT_THAT(report.failures[0].departed, HasSubstr("only while its story is told"));
}

TEST(Confirm, AnAddressInAFailureIsNoOtherFailure) {
  Options options = quiet(200);
  options.keep_going = true;
  const Report report = explore(
      [] {
        static int trials = 0;
        const std::vector<char> some(static_cast<std::size_t>(1'000 * ++trials));
        const auto number = std::make_unique<int>(1);
        check(some.empty(), "seen {}", fmt::ptr(number.get()));
      },
      options);
  ASSERT_EQ(report.failures.size(), 1u) << report;
  EXPECT_EQ(report.failures[0].failure.kind, FailureKind::assertion) << report;
  EXPECT_EQ(report.failures[0].replays, 3u);
}

}  // namespace
}  // namespace heddle
