// Message passing programs with known numbers of inequivalent executions: Concuerror's counts under optimal DPOR with
// observers (two sends are ordered only if a receive can tell).
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/actor/table.h"
#include "heddle/spec/check.h"
#include "tests/support/enumerate.h"

namespace heddle::testing {
namespace {

std::size_t factorial(int n) { return n <= 1 ? 1 : static_cast<std::size_t>(n) * factorial(n - 1); }

int receive_exactly(int wanted) {
  return receive<int>([wanted](int got) { return got == wanted; });
}

// N senders of one number each to the test, which then does this.
Program senders(int n, std::function<void()> then) {
  return [=] {
    const Pid test = self();
    for (int i = 1; i <= n; ++i) spawn("sender", [=] { send(test, i); });
    then();
  };
}

std::string take(int count) {
  std::string order;
  for (int i = 0; i < count; ++i) order += std::to_string(receive<int>());
  return order;
}

TEST(OracleMessages, Any) {
  for (int n = 1; n <= 4; ++n) {
    const Exploration found = enumerate(senders(n, [n] { outcome(take(n)); }));
    EXPECT_EQ(found.classes(), factorial(n)) << n;
    EXPECT_EQ(found.outcomes.size(), factorial(n)) << n;
  }
  EXPECT_EQ(sample(senders(5, [] { take(5); }), 5'000).classes(), 120u);
}

TEST(OracleMessages, Tagged) {
  for (int n = 1; n <= 4; ++n) {
    const Exploration found = enumerate(senders(n, [n] {
      for (int i = 1; i <= n; ++i) receive_exactly(i);
    }));
    EXPECT_EQ(found.classes(), 1u) << n;
  }
}

TEST(OracleMessages, Unread) {
  for (int n = 1; n <= 4; ++n) EXPECT_EQ(enumerate(senders(n, [] {})).classes(), 1u) << n;
}

TEST(OracleMessages, FirstFew) {
  const auto first = [](int k, int n) { return senders(n, [k] { outcome(take(k)); }); };
  EXPECT_EQ(enumerate(first(1, 3)).classes(), 3u);
  EXPECT_EQ(enumerate(first(1, 4)).classes(), 4u);
  EXPECT_EQ(enumerate(first(2, 3)).classes(), 6u);
  EXPECT_EQ(enumerate(first(2, 4)).classes(), 12u);
  EXPECT_EQ(enumerate(first(3, 4)).classes(), 24u);
  EXPECT_EQ(sample(first(1, 5), 1'000).classes(), 5u);
  EXPECT_EQ(sample(first(3, 5), 5'000).classes(), 60u);
}

TEST(OracleMessages, Mixed) {
  for (int n = 2; n <= 4; ++n) {
    const Exploration found = enumerate(senders(n, [n] {
      receive_exactly(1);
      outcome(take(n - 1));
    }));
    EXPECT_EQ(found.classes(), factorial(n - 1)) << n;
  }
}

TEST(OracleMessages, FirstInFirstOut) {
  const auto fifo = [](int n) {
    return [n] {
      const Pid test = self();
      for (int i = 1; i <= n; ++i)
        spawn("sender", [=] {
          send(test, i);
          send(test, i);
        });
      outcome(take(2 * n));
    };
  };
  EXPECT_EQ(enumerate(fifo(2)).classes(), 6u);
  EXPECT_EQ(sample(fifo(3), 10'000).classes(), 90u);
}

TEST(OracleMessages, TwoReceivers) {
  const auto program = [](int n) {
    return [n] {
      for (int r = 0; r < 2; ++r) {
        const Pid receiver = spawn("receiver", [n] { take(n); });
        for (int i = 1; i <= n; ++i) spawn("sender", [=] { send(receiver, i); });
      }
    };
  };
  EXPECT_EQ(sample(program(2), 2'000).classes(), 4u);
  EXPECT_EQ(sample(program(3), 10'000).classes(), 36u);
}

struct Acquire {
  Pid from;
};
struct Got {};
struct Release {};

void lock_server(int times) {
  for (int i = 0; i < times; ++i) {
    send(receive<Acquire>().from, Got{});
    receive<Release>();
  }
}
void acquire(Pid lock) {
  send(lock, Acquire{self()});
  receive<Got>();
}

TEST(OracleMessages, LockServer) {
  const auto program = [](int n) {
    return [n] {
      const Pid lock = spawn("lock", [n] { lock_server(n); });
      for (int i = 0; i < n; ++i)
        spawn("client", [lock] {
          acquire(lock);
          send(lock, Release{});
        });
    };
  };
  EXPECT_EQ(enumerate(program(2)).classes(), 2u);
  EXPECT_EQ(sample(program(3), 2'000).classes(), 6u);
  EXPECT_EQ(sample(program(4), 5'000).classes(), 24u);
}

TEST(OracleMessages, DiningPhilosophersDeadlockInExactlyOneWay) {
  const auto program = [](int n) {
    return [n] {
      std::vector<Pid> forks;
      for (int i = 0; i < n; ++i) forks.push_back(spawn("fork", [] { lock_server(2); }));
      for (int i = 0; i < n; ++i)
        spawn("philosopher", [left = forks[static_cast<std::size_t>(i)],
                              right = forks[static_cast<std::size_t>((i + 1) % n)]] {
          acquire(left);
          acquire(right);
          send(right, Release{});
          send(left, Release{});
        });
    };
  };
  Settings settings;
  settings.deadlock = DeadlockRule::any;
  const Exploration two = enumerate(program(2), settings);
  EXPECT_EQ(two.classes(), 3u);
  EXPECT_EQ(two.classes_with("deadlock"), 1u);
  const Exploration three = sample(program(3), 10'000, settings);
  EXPECT_EQ(three.classes(), 7u);
  EXPECT_EQ(three.classes_with("deadlock"), 1u);
  const Exploration four = sample(program(4), 20'000, settings);
  EXPECT_EQ(four.classes(), 15u);
  EXPECT_EQ(four.classes_with("deadlock"), 1u);
}

TEST(OracleMessages, TwoPhaseCommit) {
  struct Prepare {
    Pid from;
  };
  struct Vote {
    int who;
  };
  struct Commit {};
  const auto program = [](int n) {
    return [n] {
      std::vector<Pid> participants;
      for (int i = 1; i <= n; ++i)
        participants.push_back(spawn("participant", [i] {
          send(receive<Prepare>().from, Vote{i});
          receive<Commit>();
        }));
      for (Pid p : participants) send(p, Prepare{self()});
      std::string order;
      for (int i = 0; i < n; ++i) order += std::to_string(receive<Vote>().who);
      for (Pid p : participants) send(p, Commit{});
      outcome(order);
    };
  };
  const Exploration two = enumerate(program(2));
  EXPECT_EQ(two.classes(), 2u);
  EXPECT_EQ(two.outcomes, (Texts{"12", "21"}));
  EXPECT_EQ(sample(program(3), 2'000).classes(), 6u);
  EXPECT_EQ(sample(program(4), 10'000).classes(), 24u);
}

TEST(OracleMessages, ReadModifyWriteByMessages) {
  struct Get {
    Pid from;
  };
  struct Put {
    int value;
  };
  const auto program = [](int clients) {
    return [clients] {
      const Pid server = spawn("server", [clients] {
        int value = 0;
        for (int i = 0; i < 2 * clients; ++i)
          receive(on<Get>([&](const Get& get) { send(get.from, value); }), on<Put>([&](const Put& put) { value = put.value; }));
        outcome("{}", value);
      });
      for (int i = 0; i < clients; ++i)
        spawn("client", [server] {
          send(server, Get{self()});
          send(server, Put{receive<int>() + 1});
        });
    };
  };
  const Exploration two = enumerate(program(2));
  EXPECT_EQ(two.classes(), 6u);
  EXPECT_EQ(two.classes_with("1"), 4u);
  const Exploration three = sample(program(3), 20'000);
  EXPECT_EQ(three.classes(), 90u);
  EXPECT_EQ(90u - three.classes_with("3"), 84u);
}

TEST(OracleMessages, LostUpdateInSharedCell) {
  const Exploration found = enumerate([] {
    const Table<int, int> cell{"cell", {.equal_writes_commute = true}};
    const Pid test = self();
    for (int i = 1; i <= 2; ++i)
      spawn("adder", [=] {
        cell.insert(0, cell.lookup(0).value_or(0) + 1);
        send(test, i);
      });
    receive_exactly(1);
    receive_exactly(2);
    outcome("{}", cell.lookup(0).value_or(0));
  });
  EXPECT_EQ(found.classes(), 3u);
  EXPECT_EQ(found.classes_with("1"), 1u);
  EXPECT_EQ(found.outcomes, (Texts{"1", "2"}));
}

TEST(OracleMessages, OrderBug) {
  struct A {};
  struct B {};
  const Exploration found = enumerate([] {
    const Pid test = self();
    spawn("a", [=] { send(test, A{}); });
    spawn("b", [=] { send(test, B{}); });
    receive(on<A>([] { outcome("ok"); }), on<B>([] { fail("b first"); }));
  });
  EXPECT_EQ(found.classes(), 2u);
  EXPECT_EQ(found.outcomes, (Texts{"ok", "assertion: b first"}));
}

TEST(OracleMessages, PingPongAndTokenRingHaveOneOrder) {
  const auto ping_pong = [] {
    const Pid other = spawn("other", [test = self()] {
      for (int i = 0; i < 10; ++i) send(test, receive<int>());
    });
    for (int i = 0; i < 10; ++i) {
      send(other, i);
      receive<int>();
    }
  };
  EXPECT_EQ(enumerate(ping_pong).classes(), 1u);
  const auto ring = [] {
    Pid next = self();
    for (int i = 0; i < 5; ++i) next = spawn("hop", [next] { send(next, receive<int>()); });
    send(next, 1);
    receive<int>();
  };
  EXPECT_EQ(enumerate(ring).classes(), 1u);
}

TEST(OracleMessages, SendsAreCausal) {
  const Exploration found = enumerate([] {
    const Pid c = spawn("c", [] { outcome("{}", receive<int>()); });
    const Pid b = spawn("b", [c] {
      receive<int>();
      send(c, 2);
    });
    spawn("a", [=] {
      send(c, 1);
      send(b, 0);
    });
  });
  EXPECT_EQ(found.classes(), 1u);
  EXPECT_EQ(found.outcomes, Texts{"1"});
}

TEST(OracleMessages, CrossWait) {
  Settings settings;
  settings.deadlock = DeadlockRule::any;
  const Exploration found = enumerate(
      [] {
        const Pid a = spawn("a", [] { send(receive<Pid>(), 1); });
        const Pid b = spawn("b", [a] {
          receive<int>();
          send(a, self());
        });
        static_cast<void>(b);
      },
      settings);
  EXPECT_EQ(found.classes(), 1u);
  EXPECT_EQ(found.outcomes, Texts{"deadlock"});
}

TEST(OracleMessages, IndependentReceivers) {
  const Exploration found = enumerate([] {
    const Pid test = self();
    for (int i = 1; i <= 2; ++i) {
      const Pid receiver = spawn("receiver", [=] {
        receive<std::string>();
        send(test, i);
      });
      spawn("sender", [=] { send(receiver, std::string("ok")); });
    }
    outcome(take(2));
  });
  EXPECT_EQ(found.classes(), 2u);
  EXPECT_EQ(found.outcomes, (Texts{"12", "21"}));
  const Exploration same = enumerate([] {
    const Pid test = self();
    for (int i = 1; i <= 2; ++i) spawn("sender", [=] { send(test, 7); });
    outcome(take(2));
  });
  EXPECT_EQ(same.classes(), 2u);
  EXPECT_EQ(same.outcomes, Texts{"77"});
}

// Files share blocks from the 14th thread on; every shared block doubles the number of orders.
TEST(OracleMessages, FileSystem) {
  const auto program = [](int n) {
    return [n] {
      constexpr int kInodes = 32, kBlocks = 26;
      std::vector<Pid> inode_locks, block_locks;
      const auto lock = [] {
        daemon();
        lock_server(1'000);
      };
      for (int i = 0; i < kInodes; ++i) inode_locks.push_back(spawn("inode", lock));
      for (int i = 0; i < kBlocks; ++i) block_locks.push_back(spawn("block", lock));
      const Table<int, int> inode{"inode"};
      const Table<int, int> busy{"busy"};
      for (int t = n; t >= 1; --t)
        spawn("thread", [=] {
          const int i = t % kInodes;
          acquire(inode_locks[static_cast<std::size_t>(i)]);
          if (!inode.member(i)) {
            for (int b = 2 * i % kBlocks;; b = (b + 1) % kBlocks) {
              const Pid block = block_locks[static_cast<std::size_t>(b)];
              acquire(block);
              const bool free = !busy.member(b);
              if (free) {
                busy.insert(b, 1);
                inode.insert(i, b + 1);
              }
              send(block, Release{});
              if (free) break;
            }
          }
          send(inode_locks[static_cast<std::size_t>(i)], Release{});
        });
    };
  };
  EXPECT_EQ(sample(program(13), 50).classes(), 1u);
  EXPECT_EQ(sample(program(14), 200).classes(), 2u);
  EXPECT_EQ(sample(program(16), 300).classes(), 8u);
}

}  // namespace
}  // namespace heddle::testing
