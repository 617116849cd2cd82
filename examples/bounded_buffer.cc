// EXPECT-FAILURE: BoundedBuffer.WakesOne
// A bounded buffer with one condition for producers and consumers, and a wake-up that reaches the wrong one.
//
// Producers put items into a buffer that holds one, consumers take them out; who cannot go on waits, and is woken when
// the buffer has changed. Lock and condition are a monitor in the sense of Hoare and Java, here a machine: it
// answers Lock and Wait with Locked, which carries what the lock guards.
//
// What must hold: everybody gets done.
//
// WakesOne: who has changed the buffer wakes one of those who wait. A consumer that has emptied it may wake the other
// consumer, which finds nothing and waits again, while the producer sleeps on: the wake-up is lost, and everybody
// waits. One trial in eight.
//
// WakesAll: the cure. (Two conditions, one for each side, would be another.) --verify: 168 executions.
#include <heddle/heddle.h>

#include <deque>

using namespace heddle;

namespace {

constexpr int kCapacity = 1;

struct Lock {
  Pid who;
};
struct Locked {
  int items;  // in the buffer, now yours to change
};
struct Unlock {
  int items;
};
struct Wait {  // lets go of the lock until it is woken; then Locked comes again
  Pid who;
};
struct Wake {
  bool all;
};
struct Done {};

class Buffer final : public Machine {
 public:
  Buffer() {
    free_.go<Lock>(held_, [this](const Lock& lock) { send(lock.who, Locked{items_}); });
    held_.go<Unlock>(free_, [this](const Unlock& unlock) { items_ = unlock.items; });
    held_.go<Wait>(free_, [this](const Wait& wait) { asleep_.push_back(wait.who); });
    held_.on<Wake>(&Buffer::wake).defer<Lock>();
    start_in(free_);
  }

 private:
  State free_ = state("Free"), held_ = state("Held");

  // Who is woken must get the lock like anybody else, and others may be faster.
  void wake(const Wake& wake) {
    for (std::size_t left = wake.all ? asleep_.size() : 1; left > 0 && !asleep_.empty(); --left) {
      send(self(), Lock{asleep_.front()});
      asleep_.pop_front();
    }
  }

  int items_ = 0;
  std::deque<Pid> asleep_;
};

int lock(Pid buffer) {
  send(buffer, Lock{self()});
  return receive<Locked>().items;
}

int wait(Pid buffer) {
  send(buffer, Wait{self()});
  return receive<Locked>().items;
}

struct Part {
  Pid buffer, test;
  bool wakes_all;
  int rounds;
};

void produce(Part part) {
  for (int i = 0; i < part.rounds; ++i) {
    int items = lock(part.buffer);
    while (items == kCapacity) items = wait(part.buffer);
    send(part.buffer, Wake{part.wakes_all});
    send(part.buffer, Unlock{items + 1});
  }
  send(part.test, Done{});
}

void consume(Part part) {
  for (int i = 0; i < part.rounds; ++i) {
    int items = lock(part.buffer);
    while (items == 0) items = wait(part.buffer);
    send(part.buffer, Wake{part.wakes_all});
    send(part.buffer, Unlock{items - 1});
  }
  send(part.test, Done{});
}

void a_producer_and_two_consumers(bool wakes_all) {
  const Pid buffer = spawn<Buffer>("buffer");
  spawn("producer", [=, test = self()] { produce({buffer, test, wakes_all, 2}); });
  for (const char* name : {"consumer1", "consumer2"})
    spawn(name, [=, test = self()] { consume({buffer, test, wakes_all, 1}); });
  for (int i = 0; i < 3; ++i) receive<Done>();
}

HEDDLE_TEST(BoundedBuffer, WakesOne) { a_producer_and_two_consumers(false); }
HEDDLE_TEST(BoundedBuffer, WakesAll) { a_producer_and_two_consumers(true); }

}  // namespace
