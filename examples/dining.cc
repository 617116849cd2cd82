// EXPECT-FAILURE: Dining.EverybodyLeftForkFirst
// EXPECT-FAILURE: Dining.EverybodyPolite
// Dining philosophers: a deadlock, and the livelock that a hasty repair makes of it.
//
// Philosophers sit round a table, a fork between each two. Who has the forks on both sides eats, once, and lays them
// down. What must hold: everybody eats. Forks and philosophers are machines.
//
// EverybodyLeftForkFirst: who waits for the right fork keeps the left one. When all have taken the left fork, nobody
// gets another: a deadlock. One trial in three.
//
// EverybodyPolite: who finds the right fork taken lays down the left one and begins anew. Nobody is ever stuck, and yet
// they can all pick up and lay down for ever, in step. No trial of any length can show that; but Heddle sees that
// everything is as it was a moment ago, that everybody has moved in between, and that nobody has eaten: a lasso. One
// trial in sixteen.
//
// OneRightForkFirst: the cure. One of them goes the other way round, so that there is no circle. --verify: 36
// executions.
#include <heddle/heddle.h>

#include <string>
#include <vector>

using namespace heddle;

namespace {

struct Take {  // answered with Taken, as soon as the fork is free
  Pid who;
};
struct TryTake {  // answered at once, with Taken or Refused
  Pid who;
};
struct Taken {};
struct Refused {};
struct LayDown {};
struct Ate {};

class Fork final : public Machine {
 public:
  Fork() {
    free_.go<Take>(held_, [](const Take& take) { send(take.who, Taken{}); });
    free_.go<TryTake>(held_, [](const TryTake& take) { send(take.who, Taken{}); });
    held_.on<TryTake>([](const TryTake& take) { send(take.who, Refused{}); });
    held_.go<LayDown>(free_).defer<Take>();
    start_in(free_);
  }

 private:
  State free_ = state("Free"), held_ = state("Held");
};

struct Manners {
  Pid first, second;  // forks
  bool polite = false;
};

// Liveness: hot until everybody has eaten. Each meal is progress, so the state between two of them is told from the
// others.
class EverybodyEats final : public Monitor {
 public:
  explicit EverybodyEats(int philosophers) : hungry_(philosophers) {
    waiting_.on<Ate>([this] {
      if (--hungry_ == 0) go(content_);
    });
    start_in(waiting_);
  }
  void fingerprint(Fingerprint& print) const override { print.add(hungry_); }

 private:
  State waiting_ = hot("SomebodyIsHungry"), content_ = cold("EverybodyHasEaten");
  int hungry_;
};

class Philosopher final : public Machine {
 public:
  Philosopher(Manners manners, Pid test) : manners_(manners), test_(test) {
    waits_for_first_.entry([this] { send(manners_.first, Take{self()}); });
    waits_for_first_.go<Taken>(waits_for_second_);
    waits_for_second_.entry([this] {
      if (manners_.polite)
        send(manners_.second, TryTake{self()});
      else
        send(manners_.second, Take{self()});
    });
    waits_for_second_.go<Refused>(waits_for_first_, [this] { send(manners_.first, LayDown{}); });
    waits_for_second_.go<Taken>(content_, &Philosopher::eat);
    start_in(waits_for_first_);
  }

 private:
  State waits_for_first_ = state("WaitsForFirstFork"), waits_for_second_ = state("WaitsForSecondFork"),
        content_ = state("Content");

  void eat() {
    notify<EverybodyEats>(Ate{});
    send(manners_.first, LayDown{});
    send(manners_.second, LayDown{});
    send(test_, Ate{});
  }

  Manners manners_;
  Pid test_;
};

enum class Rule { left_first, polite, one_right_first };

void dinner(int seats, Rule rule) {
  std::vector<Pid> forks;
  for (int i = 0; i < seats; ++i) forks.push_back(spawn<Fork>("fork" + std::to_string(i + 1)));
  for (int i = 0; i < seats; ++i) {
    const Pid left = forks[static_cast<std::size_t>(i)];
    const Pid right = forks[static_cast<std::size_t>((i + 1) % seats)];
    Manners manners{left, right, rule == Rule::polite};
    if (rule == Rule::one_right_first && i == 0) manners = {right, left};
    spawn<Philosopher>("philosopher" + std::to_string(i + 1), manners, self());
  }
  for (int i = 0; i < seats; ++i) receive<Ate>();
}

HEDDLE_TEST(Dining, EverybodyLeftForkFirst) { dinner(3, Rule::left_first); }
HEDDLE_TEST(Dining, EverybodyPolite, {.settings = {.max_steps = 20'000, .fair_after = 500, .endless = true}}) {
  watch<EverybodyEats>(3);
  dinner(3, Rule::polite);
}
HEDDLE_TEST(Dining, OneRightForkFirst) { dinner(3, Rule::one_right_first); }

}  // namespace
