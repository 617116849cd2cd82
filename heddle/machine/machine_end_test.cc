// How machines end: exceptions that leave an action, and on_halt.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "heddle/actor/receive.h"
#include "heddle/machine/machine.h"
#include "tests/support/trials.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;

struct A {};
struct B {};
struct C {};
struct D {};

// --- exceptions ---

// Not inlined, or its frame is that of the library.
[[gnu::noinline]] void blow_up() { throw std::runtime_error("oops"); }

class Throwing final : public Machine {
 public:
  Throwing(std::string* said, OnException outcome) : said_(said), outcome_(outcome) {
    one_.on<A>([this] {
      go(two_);
      blow_up();
    });
    one_.on<B>([this] { *said_ += " B"; }).go<C>(two_).go<D>(three_);
    two_.entry([] { throw std::logic_error("entry"); }).on<B>([this] { *said_ += " B-in-two"; });
    three_.exit([] { throw std::logic_error("exit"); });
    three_.go<C>(one_).on<B>([this] { *said_ += " B-in-three"; });
    three_.on<A>([] { throw 7; }).on<D>([] { exit("enough"); });
    start_in(one_);
  }

 private:
  OnException on_exception(const std::exception& exception) override {
    *said_ += std::string(" ") + exception.what();
    return outcome_;
  }
  void on_halt() override { *said_ += " halted"; }

  std::string* said_;
  OnException outcome_;
  State one_ = state("One"), two_ = state("Two"), three_ = state("Three");
};

template <class... Events>
std::string thrown(OnException outcome, Events... events) {
  std::string said;
  const Ran ran = run_once([&](std::string&) {
    const Pid machine = spawn<Throwing>("machine", &said, outcome);
    (send(machine, events), ...);
  });
  return said + (ran.outcome.failure ? " | " + ran.text() : "");
}

TEST(OnException, FailsHandlesOrHalts) {
  EXPECT_EQ(thrown(OnException::fail, A{}), " oops | uncaught exception: std::runtime_error: oops");
  EXPECT_EQ(thrown(OnException::handled, A{}, B{}), " oops B") << "it did not go to Two";
  EXPECT_EQ(thrown(OnException::halt, A{}, B{}), " oops halted");
}

TEST(OnException, LeavesTheMachineWhereItWas) {
  EXPECT_EQ(thrown(OnException::handled, C{}, B{}), " entry B-in-two") << "an entry action belongs to the new state";
  EXPECT_EQ(thrown(OnException::handled, D{}, C{}, B{}), " exit B-in-three") << "an exit action to the old one";
}

TEST(OnException, IsNotAskedAboutWhatIsNoException) {
  EXPECT_EQ(thrown(OnException::handled, D{}, A{}), " | uncaught exception: int");
  EXPECT_EQ(thrown(OnException::handled, D{}, D{}), "") << "an exit";
  std::string said;
  EXPECT_EQ(run_once([&](std::string&) {
              const Pid machine = spawn<Throwing>("machine", &said, OnException::handled);
              sleep(1s);
              exit(machine, kKill);
              if (is_alive(machine)) said += " alive";
            }).text(),
            "");
  EXPECT_EQ(said, "");
}

TEST(OnException, KeepsTheStackOfTheThrow) {
  const auto detail = [](const SayingTest& test) { return run_once(test, 1, {.observe = true}).outcome.failure->detail; };
  const std::string plain = detail([](std::string&) { spawn("actor", [] { throw std::runtime_error("oops"); }); });
  const std::string machine = detail([](std::string& said) { send(spawn<Throwing>("m", &said, OnException::fail), A{}); });
  EXPECT_EQ(machine.starts_with("thrown"), plain.starts_with("thrown")) << "machine: " << machine << "plain: " << plain;
}

// --- at the end of a trial ---

class Asking final : public Machine {
 public:
  Asking() {
    one_.on<A>([] { receive<B>(); }).on<C>([] { daemon(); }).on<D>([] { sleep(1s); }).ignore<B>();
    start_in(one_);
  }

 private:
  State one_ = state("One");
};

// As P# has it: to wait for an event is how machines are, to wait in the middle of an action is a deadlock.
TEST(Machine, MayNotWaitForEverInsideAnAction) {
  const auto end = [](auto... events) {
    return run_once([=](std::string&) {
             [[maybe_unused]] const Pid machine = spawn<Asking>("machine");
             (send(machine, events), ...);
           }).text();
  };
  EXPECT_EQ(end(), "");
  EXPECT_EQ(end(A{}, B{}), "");
  EXPECT_EQ(end(A{}, B{}, B{}), "");
  EXPECT_EQ(end(A{}), "deadlock: machine waits for ever in receive inside an action, after the end of the test");
  EXPECT_EQ(end(A{}, B{}, A{}), "deadlock: machine waits for ever in receive inside an action, after the end of the test");
  EXPECT_EQ(end(C{}, A{}), "");
  EXPECT_EQ(end(D{}), "");
}

// The clock stands still when the test has ended: who knows what would come then?
TEST(Machine, MayWaitInsideAnActionForSomebodyWhoSleeps) {
  EXPECT_EQ(run_once([](std::string&) {
              const Pid machine = spawn<Asking>("machine");
              send(machine, A{});
              spawn("sleeper", [machine] {
                sleep(1s);
                send(machine, B{});
              });
            }).text(),
            "");
}

// --- halting ---

class GoesOn final : public Machine {
 public:
  GoesOn() {
    one_.on<A>([this] { halt(); }).go<B>(two_);
    start_in(one_);
  }

 private:
  void on_halt() override { go(two_); }
  State one_ = state("One"), two_ = state("Two");
};

TEST(Machine, GoesNowhereAfterItHasHalted) {
  for (const bool told : {false, true})
    EXPECT_EQ(run_once([=](std::string&) {
                const Pid machine = spawn<GoesOn>("machine");
                if (told)
                  send(machine, Halt{});
                else
                  send(machine, A{});
              }).text(),
              "misuse: go() in on_halt() of machine GoesOn, which has halted");
}

}  // namespace
}  // namespace heddle
