#include "heddle/engine/context.h"

#include <gtest/gtest.h>
#include <unwind.h>

#include <cfenv>
#include <cstdint>
#include <functional>
#include <stdexcept>

#include "heddle/engine/fiber.h"

namespace heddle {
namespace {

// Two stacks: the test's own, and another one that runs `body` and comes back when that says so, and at its end.
class ContextTest : public ::testing::Test {
 protected:
  void start(std::function<void()> body) {
    current_ = this;
    body_ = std::move(body);
    prepare_fiber(there_, stacks_.take(), &ContextTest::enter);
  }

  void go() { switch_fiber(here_, there_, this_threads_exceptions()); }
  void come_back(bool last = false) { switch_fiber(there_, here_, this_threads_exceptions(), last); }

 private:
  static void enter() {
    arrive_on_new_fiber();
    current_->body_();
    current_->body_ = nullptr;
    current_->come_back(true);
  }

  static inline ContextTest* current_ = nullptr;
  StackPool stacks_{256 * 1024};
  Fiber here_, there_;
  std::function<void()> body_;
};

// More values than there are registers, all of them needed to the end.
template <class Pause>
[[gnu::noinline]] std::uint64_t mixes(std::uint64_t seed, Pause pause) {
  std::uint64_t a = seed, b = a * 3 + 1, c = b * 5 + 2, d = c * 7 + 3, e = d * 11 + 4, f = e * 13 + 5, g = f * 17 + 6;
  double u = static_cast<double>(seed) + .5, v = u * 1.25, w = v * 1.5, x = w + 1 / u, y = x * x, z = y - w;
  long double wide = static_cast<long double>(seed) / 3;
  for (int i = 0; i < 100; ++i) {
    a ^= b << 7, b += c >> 3, c ^= d << 5, d += e ^ a, e ^= f >> 2, f += g << 1, g ^= a + b;
    u += v / 3, v -= w / 5, w += x / 7, x -= y / 11, y += z / 13, z -= u / 17;
    wide = wide / 2 + static_cast<long double>(z);
    pause();
  }
  const double sum = u + v + w + x + y + z + static_cast<double>(wide);
  return a + b + c + d + e + f + g + static_cast<std::uint64_t>(static_cast<std::int64_t>(sum * 1000));
}

TEST_F(ContextTest, ValuesInRegistersSurvive) {
  const auto straight_on = [] {};
  std::uint64_t there = 0;
  start([&] { there = mixes(7, [this] { come_back(); }); });
  const std::uint64_t here = mixes(99, [this] { go(); });
  go();
  EXPECT_EQ(here, mixes(99, straight_on));
  EXPECT_EQ(there, mixes(7, straight_on));
}

TEST_F(ContextTest, HowNumbersAreRoundedIsATasksOwnAffair) {
  volatile double one = 1, three = 3;
  const auto third = [&] { return one / three; };
  const double nearest = third();
  double upward = 0, still_upward = 0;
  start([&] {
    std::fesetround(FE_UPWARD);
    upward = third();
    come_back();
    still_upward = third();
  });
  go();
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
  EXPECT_EQ(third(), nearest);
  go();
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
  EXPECT_GT(upward, nearest);
  EXPECT_EQ(still_upward, upward);
}

TEST_F(ContextTest, ExceptionsAreCaughtWhereTheyWereThrown) {
  int caught = 0;
  start([&] {
    try {
      come_back();
      throw std::runtime_error("there");
    } catch (const std::runtime_error&) {
      ++caught;
      come_back();  // in the handler
      EXPECT_EQ(std::uncaught_exceptions(), 0);
    }
  });
  go();
  try {
    throw std::runtime_error("here");
  } catch (const std::runtime_error& error) {
    go();
    EXPECT_STREQ(error.what(), "here");
    EXPECT_EQ(std::current_exception() != nullptr, true);
  }
  EXPECT_EQ(caught, 1);
  go();
}

TEST_F(ContextTest, AStackBeginsAlignedAndWithNobodyAboveIt) {
  int frames = 0;
  bool aligned = false;
  start([&] {
    alignas(16) volatile char place[16] = {};
    aligned = reinterpret_cast<std::uintptr_t>(&place[0]) % 16 == 0;
    _Unwind_Backtrace(
        [](_Unwind_Context*, void* count) {
          return ++*static_cast<int*>(count) < 1000 ? _URC_NO_REASON : _URC_END_OF_STACK;
        },
        &frames);
  });
  go();
  EXPECT_TRUE(aligned);
  EXPECT_GT(frames, 1);
  EXPECT_LT(frames, 100);
}

}  // namespace
}  // namespace heddle
