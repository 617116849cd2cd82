// Boost.Asio's coroutines on Heddle's executors: asio::awaitable and co_spawn, unchanged. (Boost 1.74 has them with g++
// only.)
#include <gtest/gtest.h>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/execution.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

#include "heddle/actor/actor.h"
#include "heddle/async/executor.h"
#include "heddle/async/future.h"
#include "tests/support/trials.h"

#if defined(BOOST_ASIO_HAS_CO_AWAIT)

namespace heddle {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

// What Asio wants of an executor: that it runs functions, and says in which context and how.
template <class E>
class OnHeddle {
 public:
  OnHeddle(E executor, asio::execution_context& context) : executor_(executor), context_(&context) {}

  template <class F>
  void execute(F&& function) const {
    executor_.post([f = std::forward<F>(function)]() mutable { std::move(f)(); });
  }
  asio::execution_context& query(asio::execution::context_t) const noexcept { return *context_; }
  static constexpr asio::execution::blocking_t query(asio::execution::blocking_t) noexcept {
    return asio::execution::blocking.never;
  }
  OnHeddle require(asio::execution::blocking_t::never_t) const noexcept { return *this; }
  friend bool operator==(const OnHeddle& a, const OnHeddle& b) noexcept { return a.executor_ == b.executor_; }
  friend bool operator!=(const OnHeddle& a, const OnHeddle& b) noexcept { return !(a == b); }

 private:
  E executor_;
  asio::execution_context* context_;
};

// Looks, and then acts on what it saw, with a switch in between.
asio::awaitable<int> withdraw(int& balance, int amount) {
  const asio::any_io_executor executor = co_await asio::this_coro::executor;
  co_await asio::post(executor, asio::use_awaitable);
  if (balance < amount) co_return 0;
  co_await asio::post(executor, asio::use_awaitable);
  balance -= amount;
  co_return amount;
}

// Two withdrawals from an account that has enough for one.
template <class E>
void two_withdrawals(const E& executor, std::string& said) {
  asio::execution_context context;
  int balance = 10, got = 0, ended = 0;
  const Promise<> both("both withdrawals");
  for (int i = 0; i < 2; ++i)
    asio::co_spawn(OnHeddle<E>(executor, context), withdraw(balance, 10), [&](std::exception_ptr error, int amount) {
      if (error) std::rethrow_exception(error);
      got += amount;
      if (++ended == 2) both.set();
    });
  both.future().get();
  said = fmt::format("{} {}", got, balance);
}

TEST(Asio, AwaitablesAreExplored) {
  EXPECT_EQ(outcomes([](std::string& said) { two_withdrawals(Executor("pool"), said); }), (Texts{"10 0", "20 -10"}));
}

// A strand runs one at a time; but an await in between lets the other one in.
TEST(Asio, OnAStrand) {
  EXPECT_EQ(outcomes([](std::string& said) { two_withdrawals(Strand("strand"), said); }), (Texts{"10 0", "20 -10"}));
}

TEST(Asio, ExceptionsArrive) {
  EXPECT_EQ(run_once([](std::string& said) {
              asio::execution_context context;
              const Promise<> done("done");
              asio::co_spawn(
                  OnHeddle<Executor>(Executor("pool"), context),
                  []() -> asio::awaitable<void> {
                    co_await asio::post(asio::use_awaitable);
                    throw std::runtime_error("broken");
                  },
                  [&](const std::exception_ptr& error) { error ? done.fail(error) : done.set(); });
              try {
                done.future().get();
              } catch (const std::runtime_error& e) {
                said = e.what();
              }
            }).text(),
            "broken");
}

}  // namespace
}  // namespace heddle

#endif
