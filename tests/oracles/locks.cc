// Locks that a task waits for, without anybody who serves them.
#include <memory>

#include "tests/oracles/oracle.h"
#include "tests/support/cell.h"
#include "tests/support/lock.h"

namespace heddle::testing {
namespace {

void task(UniqueFunction body) { Trial::current().spawn("task", std::move(body)); }

template <class T>
using Shared = std::shared_ptr<std::vector<std::unique_ptr<T>>>;

template <class T>
Shared<T> make(int count) {
  const auto made = std::make_shared<std::vector<std::unique_ptr<T>>>();
  for (int i = 0; i < count; ++i) made->push_back(std::make_unique<T>());
  return made;
}

template <class T>
T& at(const Shared<T>& all, int i) {
  return *(*all)[static_cast<std::size_t>(i)];
}

Program counting(int n) {
  return [n] {
    const auto locks = make<Lock>(1);
    const auto words = make<Cell<int>>(1);
    for (int i = 0; i < n; ++i)
      task([=] {
        at(locks, 0).lock();
        at(words, 0).write(at(words, 0).read() + 1);
        at(locks, 0).unlock();
      });
  };
}

Program counting_twice(int n) {
  return [n] {
    const auto locks = make<Lock>(1);
    for (int i = 0; i < n; ++i)
      task([=] {
        for (int k = 0; k < 2; ++k) {
          at(locks, 0).lock();
          at(locks, 0).unlock();
        }
      });
  };
}

Program dining_philosophers(int n) {
  return [n] {
    const auto forks = make<Lock>(n);
    for (int i = 0; i < n; ++i)
      task([=] {
        at(forks, i).lock();
        at(forks, (i + 1) % n).lock();
        at(forks, (i + 1) % n).unlock();
        at(forks, i).unlock();
      });
  };
}

// One lock is never given back.
Program keeping(int n) {
  return [n] {
    const auto locks = make<Lock>(1);
    for (int i = 0; i < n; ++i)
      task([=] {
        at(locks, 0).lock();
        outcome("{}", i);
      });
  };
}

// N threads each look for a free block for their file. Files share blocks from the 14th thread on.
Program file_system(int n) {
  return [n] {
    constexpr int kInodes = 32, kBlocks = 26;
    const auto inode_locks = make<Lock>(kInodes), block_locks = make<Lock>(kBlocks);
    const auto inodes = make<Cell<int>>(kInodes), busy = make<Cell<int>>(kBlocks);
    for (int t = n; t >= 1; --t)
      task([=] {
        const int i = t % kInodes;
        at(inode_locks, i).lock();
        if (at(inodes, i).read() == 0) {
          for (int b = 2 * i % kBlocks;; b = (b + 1) % kBlocks) {
            at(block_locks, b).lock();
            const bool free = at(busy, b).read() == 0;
            if (free) {
              at(busy, b).write(1);
              at(inodes, i).write(b + 1);
            }
            at(block_locks, b).unlock();
            if (free) break;
          }
        }
        at(inode_locks, i).unlock();
      });
  };
}

}  // namespace

std::vector<Oracle> lock_oracles() {
  Settings nobody_waits;
  nobody_waits.deadlock = DeadlockRule::any;
  return {
      {.name = "counting under a lock",
       .why = "N!: what is done under the lock is ordered by it",
       .program = counting,
       .counts = sizes(1, 7, [](int n) { return factorial(n); }),
       .enumerate_to = 4,
       .settings = nobody_waits},
      {.name = "locking twice",
       .why = "(2N)!/2^N",
       .program = counting_twice,
       .counts = sizes(1, 4, [](int n) { return factorial(2 * n) / power(2, n); }),
       .enumerate_to = 3,
       .settings = nobody_waits},
      {.name = "keeping a lock",
       .why = "N: whoever gets it, the others wait for ever",
       .program = keeping,
       .counts = {{1, 1}, {2, 2, 2}, {3, 3, 3}, {6, 6, 6}},
       .enumerate_to = 3,
       .settings = nobody_waits},
      {.name = "dining philosophers",
       .why = "2^N-1: at each fork one of two comes first, but they cannot all come second; all first is the deadlock",
       .program = dining_philosophers,
       .counts = sizes(
           2, 13, [](int n) { return power(2, n) - 1; }, 1),
       .enumerate_to = 3,
       .sampled = {{4, 20'000}},
       .settings = nobody_waits},
      {.name = "file system",
       .why = "2^(N-13): each thread from the 14th on shares a block with one other",
       .program = file_system,
       .counts = sizes(12, 22, [](int n) { return power(2, n - 13); }),
       .sampled = {{13, 50}, {14, 200}, {16, 300}},
       .settings = nobody_waits},
  };
}

}  // namespace heddle::testing
