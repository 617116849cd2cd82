// EXPECT-FAILURE: Lease.OneHolderAtATime
// A lock service with leases: time, crashes, and the classic bug that both together make.
//
// The service grants the lock for two seconds. A worker that is slow, or is cut off from the service, still believes that it
// holds the lock when the lease has run out and somebody else has got it. Both then write to the store. The cure is a fencing
// token: the service numbers the leases, and the store refuses a number lower than the highest that it has seen.
#include <heddle/heddle.h>

#include <string>

using namespace heddle;
using namespace std::chrono_literals;

constexpr auto kLease = 2s;

struct Acquire {
  using Reply = int;  // the number of the lease
};
struct Write {
  int lease;
  std::string by;
};
struct Finished {};

void lock_service() {
  int leases = 0;
  Time free_at{};
  for (;;)
    receive(on<Call<Acquire>>([&](const Call<Acquire>& request) {
      if (now() < free_at) sleep(free_at - now());  // wait until the lease of the last holder has run out
      free_at = now() + kLease;
      reply(request.from, ++leases);
    }));
}

enum class Fencing { off, on };

// What must never happen: a write of an older lease after one of a newer.
void store(Fencing fencing) {
  int newest = 0;
  std::string newest_by = "nobody";
  for (;;)
    receive(on<Write>([&](const Write& write) {
      if (fencing == Fencing::on && write.lease < newest) return;
      check(write.lease >= newest, "{} wrote with lease {} after {} had written with lease {}", write.by, write.lease,
            newest_by, newest);
      newest = write.lease;
      newest_by = write.by;
    }));
}

void worker(std::string name, Pid locks, Pid target, Pid test) {
  const int lease = call(locks, Acquire{}, 1min);
  if (flip()) sleep(3s);  // a long pause: garbage collection, a slow disk, a suspended laptop
  log("{} writes with lease {}", name, lease);
  send(target, Write{lease, name});
  send(test, Finished{});
}

void two_workers(Fencing fencing) {
  const Pid locks = spawn("locks", lock_service);
  const Pid target = spawn("store", [=] { store(fencing); });
  for (const char* name : {"alice", "bob"}) spawn(name, [=, test = self()] { worker(name, locks, target, test); });
  receive<Finished>();
  receive<Finished>();
}

HEDDLE_TEST(Lease, OneHolderAtATime) { two_workers(Fencing::off); }
HEDDLE_TEST(Lease, OneHolderAtATimeWithFencing) { two_workers(Fencing::on); }
