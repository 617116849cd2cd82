// EXPECT-FAILURE: Bank.NothingIsLost
// A first program with machines and monitors: a bank that moves money between accounts, as somebody who comes from P# or Coyote
// would write it. docs/coming-from-psharp.md shows it beside the original's words.
//
// A teller takes from one account, then puts into the other. An account that has not enough refuses; then the teller gives up. What
// must hold: an auditor who asks all accounts in between never sees more money than there is. What must happen: every transfer ends.
// The mistake: one teller puts first and takes later, and what it cannot take it has already given.
#include <heddle/heddle.h>

#include <map>

using namespace heddle;

namespace {

struct Take {
  Pid teller;
  int amount;
};
struct Put {
  Pid teller;
  int amount;
};
struct Done {};
struct Refused {};
struct Begin {};

struct Moved {  // what the monitor is told
  int by;
};
struct TransferBegins {};
struct TransferEnds {};

// Safety: money is never made.
class NoMoneyIsMade final : public Monitor {
 public:
  explicit NoMoneyIsMade(int all) : left_(all), all_(all) {
    watching_.on<Moved>([this](const Moved& moved) {
      left_ += moved.by;
      check(left_ <= all_, "there are {} in all accounts, and there were {}", left_, all_);
    });
    start_in(watching_);
  }

 private:
  State watching_ = state("Watching");
  int left_, all_;
};

// Liveness: who begins comes to an end.
class EveryTransferEnds final : public Monitor {
 public:
  EveryTransferEnds() {
    idle_.on<TransferBegins>([this] { begin(); });
    busy_.on<TransferBegins>([this] { ++open_; }).on<TransferEnds>([this] {
      if (--open_ == 0) go(idle_);
    });
    start_in(idle_);
  }

 private:
  State idle_ = cold("Idle"), busy_ = hot("Busy");
  int open_ = 0;
  void begin() {
    ++open_;
    go(busy_);
  }
};

class Account final : public Machine {
 public:
  explicit Account(int balance) : balance_(balance) {
    open_.on<Take>([this](const Take& take) {
      if (take.amount > balance_) return send(take.teller, Refused{});
      move(-take.amount);
      send(take.teller, Done{});
    });
    open_.on<Put>([this](const Put& put) {
      move(put.amount);
      send(put.teller, Done{});
    });
    start_in(open_);
  }

 private:
  State open_ = state("Open");
  int balance_;

  void move(int amount) {
    balance_ += amount;
    notify<NoMoneyIsMade>(Moved{amount});
  }
};

enum class Order { take_first, put_first };

class Teller final : public Machine {
 public:
  Teller(Pid from, Pid to, int amount, Order order) : from_(from), to_(to), amount_(amount) {
    idle_.on<Begin>([this, order] {
      notify<EveryTransferEnds>(TransferBegins{});
      if (order == Order::take_first)
        take();
      else
        put();
    });
    taking_.on<Done>([this, order] { order == Order::take_first ? put() : finish(); }).on<Refused>(&Teller::finish);
    putting_.on<Done>([this, order] { order == Order::take_first ? finish() : take(); });
    start_in(idle_);
  }

 private:
  State idle_ = state("Idle"), taking_ = state("Taking"), putting_ = state("Putting");
  Pid from_, to_;
  int amount_;

  void take() {
    send(from_, Take{self(), amount_});
    go(taking_);
  }
  void put() {
    send(to_, Put{self(), amount_});
    go(putting_);
  }
  void finish() {
    notify<EveryTransferEnds>(TransferEnds{});
    go(idle_);
  }
};

void two_tellers(Order order) {
  watch<NoMoneyIsMade>(100);
  watch<EveryTransferEnds>();
  const Pid a = spawn<Account>("account a", 60), b = spawn<Account>("account b", 40);
  for (const Pid teller : {spawn<Teller>("teller 1", a, b, 50, order), spawn<Teller>("teller 2", b, a, 70, order)})
    send(teller, Begin{});
}

HEDDLE_TEST(Bank, NothingIsLost) { two_tellers(Order::put_first); }
HEDDLE_TEST(Bank, NothingIsLostIfTakenFirst) { two_tellers(Order::take_first); }

}  // namespace
