// What one short trial costs, from clean start to outcome, against a fork.
#include <sys/wait.h>
#include <unistd.h>

#include "benchmarks/table.h"
#include "benchmarks/trials.h"
#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/strategy/pos.h"

namespace {

using namespace heddle;
using namespace heddle::bench;

constexpr OperationKind kStep{"step"};

class SharedObject final : public ObjectKind {
 public:
  std::string describe(ObjectId) const override { return "shared"; }
};
const SharedObject kShared;

// `tasks` tasks of `operations` operations each on one shared object.
double nanoseconds_per_trial(int tasks, int operations, int trials) {
  Bench bench;
  Pos pos;
  const double time = seconds([&] {
    for (int n = 0; n < trials; ++n)
      bench.run(
          [=] {
            Trial& trial = Trial::current();
            const ObjectId object = trial.make_object(kShared);
            const auto work = [&trial, object, operations] {
              for (int i = 0; i < operations; ++i) {
                if (!trial.schedule({&kStep, object, Access::update, Location()})) return;
                trial.touch(object, Access::update);
              }
            };
            for (int i = 1; i < tasks; ++i) trial.spawn("worker", work);
            work();
          },
          pos, static_cast<std::uint64_t>(n));
  });
  return time * 1e9 / trials;
}

struct Request {
  Pid from;
};
struct Reply {};

// As most tests are: a server that is left blocked at the end and has to be unwound.
double nanoseconds_per_server_trial(int trials) {
  Bench bench;
  Pos pos;
  const double time = seconds([&] {
    for (int n = 0; n < trials; ++n)
      bench.run(
          [] {
            const Pid server = spawn("server", [] {
              for (;;) receive(on<Request>([](const Request& request) { send(request.from, Reply{}); }));
            });
            for (int i = 0; i < 5; ++i) {
              send(server, Request{self()});
              receive<Reply>();
            }
          },
          pos, static_cast<std::uint64_t>(n));
  });
  return time * 1e9 / trials;
}

double nanoseconds_per_fork(int forks) {
  const double time = seconds([&] {
    for (int i = 0; i < forks; ++i) {
      const pid_t child = fork();
      if (child == 0) _exit(0);
      waitpid(child, nullptr, 0);
    }
  });
  return time * 1e9 / forks;
}

}  // namespace

int main(int argc, char** argv) {
  Table table("one trial, from clean start to outcome, POS, recorded", argc, argv);
  const std::vector<double> median = medians(5, {[] { return nanoseconds_per_trial(5, 20, 100'000); },
                                                 [] { return nanoseconds_per_trial(2, 6, 200'000); },
                                                 [] { return nanoseconds_per_server_trial(50'000); },
                                                 [] { return nanoseconds_per_fork(300); }});
  table.add({"5 tasks x 20 operations", 1e9 / median[0], "trials/s", 300'000.0, Better::higher});
  table.add({"2 tasks, 12 operations", 1e9 / median[1], "trials/s", 1'000'000.0, Better::higher});
  table.add({"client and server left blocked, 10 messages", 1e9 / median[2], "trials/s", {}, Better::higher});
  table.add({"fork and wait", median[3] / 1000, "us", {}, Better::lower});
  table.add({"fork / trial of 5 x 20", median[3] / median[0], "x", 100.0, Better::higher});
  return table.finish();
}
