// Servers and their clients: locks, votes and stores made of messages.
#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/actor/table.h"
#include "heddle/spec/check.h"
#include "tests/oracles/oracle.h"

namespace heddle::testing {
namespace {

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

Program clients_of_a_lock(int n) {
  return [n] {
    const Pid lock = spawn("lock", [n] { lock_server(n); });
    for (int i = 0; i < n; ++i)
      spawn("client", [lock] {
        acquire(lock);
        send(lock, Release{});
      });
  };
}

Program dining_philosophers(int n) {
  return [n] {
    std::vector<Pid> forks;
    for (int i = 0; i < n; ++i) forks.push_back(spawn("fork", [] { lock_server(2); }));
    for (int i = 0; i < n; ++i)
      spawn("philosopher",
            [left = forks[static_cast<std::size_t>(i)], right = forks[static_cast<std::size_t>((i + 1) % n)]] {
              acquire(left);
              acquire(right);
              send(right, Release{});
              send(left, Release{});
            });
  };
}

// N threads each look for a free block for their file. Files share blocks from the 14th thread on.
Program file_system(int n) {
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
}

struct Prepare {
  Pid from;
};
struct Vote {
  int who;
};
struct Commit {};

Program two_phase_commit(int n) {
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
}

struct Get {
  Pid from;
};
struct Put {
  int value;
};

// Each client adds one to what the server has, by a request to get it and another to put it.
Program counting_clients(int n) {
  return [n] {
    const Pid server = spawn("server", [n] {
      int value = 0;
      for (int i = 0; i < 2 * n; ++i)
        receive(on<Get>([&](const Get& get) { send(get.from, value); }),
                on<Put>([&](const Put& put) { value = put.value; }));
      check(value == n, "{} in the end", value);
    });
    for (int i = 0; i < n; ++i)
      spawn("client", [server] {
        send(server, Get{self()});
        send(server, Put{receive<int>() + 1});
      });
  };
}

struct Request {
  Pid from;
};
struct Reply {};

// N clients of a server that never ends, two requests each.
Program requests(int n) {
  return [n] {
    const Pid server = spawn("server", [] {
      for (;;) receive(on<Request>([](const Request& request) { send(request.from, Reply{}); }));
    });
    for (int i = 0; i < n; ++i)
      spawn("client", [server] {
        for (int k = 0; k < 2; ++k) {
          send(server, Request{self()});
          receive<Reply>();
        }
      });
  };
}

}  // namespace

std::vector<Oracle> server_oracles() {
  Settings nobody_waits;
  nobody_waits.deadlock = DeadlockRule::any;
  return {
      {.name = "lock server",
       .why = "N!: the order in which clients get it; releases race with nothing",
       .program = clients_of_a_lock,
       .counts = sizes(2, 6, [](int n) { return factorial(n); }),
       .enumerate_to = 2,
       .sampled = {{3, 2'000}, {4, 5'000}}},
      {.name = "dining philosophers with lock servers",
       .why = "2^N-1: at each fork one of two comes first, but they cannot all come second; all first is the deadlock",
       .program = dining_philosophers,
       .counts = sizes(
           2, 10, [](int n) { return power(2, n) - 1; }, 1),
       .enumerate_to = 2,
       .sampled = {{3, 10'000}, {4, 20'000}},
       .settings = nobody_waits},
      {.name = "file system with lock servers",
       .why = "2^(N-13): each thread from the 14th on shares a block with one other",
       .program = file_system,
       .counts = sizes(12, 20, [](int n) { return power(2, n - 13); }),
       .sampled = {{13, 50}, {14, 200}, {16, 300}}},
      {.name = "two phase commit",
       .why = "N!: votes in each order",
       .program = two_phase_commit,
       .counts = sizes(2, 7, [](int n) { return factorial(n); }),
       .enumerate_to = 2,
       .sampled = {{3, 2'000}, {4, 10'000}},
       .telling = true},
      {.name = "read modify write by messages",
       .why = "(2N)!/2^N; updates are lost except in the N! orders without overlap",
       .program = counting_clients,
       .counts = {{2, 6, 4}, {3, 90, 84}, {4, 2'520, 2'496}},
       .enumerate_to = 2,
       .sampled = {{3, 20'000}}},
      {.name = "client and server",
       .why = "(2N)!/2^N: two requests of each client, one after the other",
       .program = requests,
       .counts = sizes(1, 4, [](int n) { return factorial(2 * n) / power(2, n); }),
       .enumerate_to = 1,
       .sampled = {{2, 2'000}}},
  };
}

}  // namespace heddle::testing
