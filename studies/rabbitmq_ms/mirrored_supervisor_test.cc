// What members, groups, locks and supervisors promise, in a few hundred interleavings each.
#include "studies/rabbitmq_ms/mirrored_supervisor.h"

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <optional>
#include <vector>

namespace rabbitmq_ms {
namespace {

using namespace heddle;
using namespace std::chrono_literals;

void explore_all(const std::function<void()>& test) {
  const Report report = explore(test, {.trials = 300, .seed = 1, .save_to = ""});
  EXPECT_TRUE(report.ok()) << report;
}

struct End {};

// A child that tells the test where it runs, and ends for the reason "broken" when told.
ChildSpec worker(Pid test) {
  const auto work = [test] {
    daemon();
    send(test, self());
    receive<End>();
    exit("broken");
  };
  return {"worker", [work] { return spawn_link("worker", work); }};
}

void expect_end(Pid pid) {
  const Ref ref = monitor(pid);
  check(receive<Down>(1s, [ref](const Down& down) { return down.ref == ref; }).has_value(), "{} has not ended", pid);
}

TEST(Supervisor, EndsItsChildrenWhenItStops) {
  explore_all([] {
    const Pid supervisor = start_supervisor("supervisor", {worker(self())});
    const Pid child = receive<Pid>();
    check(find_child(supervisor, "worker") == child);
    check(!find_child(supervisor, "nobody"));
    stop_server(supervisor);
    check(!is_alive(child));
  });
}

TEST(Supervisor, EndsWithAPermanentChild) {
  explore_all([] {
    trap_exits();
    const Pid supervisor = start_supervisor("supervisor", {worker(self())});
    send(receive<Pid>(), End{});
    expect_end(supervisor);
    check(receive<Exit>().reason == kShutdown);
  });
}

TEST(Supervisor, OutlivesATemporaryChild) {
  explore_all([] {
    ChildSpec spec = worker(self());
    spec.restart = Restart::temporary;
    const Pid supervisor = start_supervisor("supervisor", {spec});
    const Pid child = receive<Pid>();
    send(child, End{});
    expect_end(child);
    check(!find_child(supervisor, "worker"));
  });
}

TEST(Lock, IsHeldByOneAndGoesWithItsHolder) {
  explore_all([] {
    const Lock lock("lock");
    int inside = 0;
    std::vector<Pid> holders;
    for (const bool dies : {false, true, false})
      holders.push_back(spawn("holder", [&, dies] {
        lock.with([&] {
          check(++inside == 1);
          sleep(1ms);
          --inside;
          if (dies) exit("broken");
        });
      }));
    for (const Pid holder : holders) expect_end(holder);
  });
}

TEST(Groups, LoseTheirDead) {
  explore_all([] {
    const Groups groups;
    const Pid child = spawn([] { receive<End>(); });
    groups.create("group");
    groups.create("group");
    groups.join("group", self());
    groups.join("group", child);
    check(groups.members("group") == std::vector{self(), child});
    check(groups.members("another").empty());
    send(child, End{});
    sleep(1ms);
    check(groups.members("group") == std::vector{self()});
  });
}

TEST(MirroredSupervisors, RunAChildInOnePlace) {
  explore_all([] {
    const MirroredSupervisors group;
    const std::vector<ChildSpec> specs{worker(self())};
    const Pid a = group.start("a", specs);
    const Pid child = receive<Pid>();
    const Pid b = group.start("b", specs);
    check(group.members() == std::vector{a, b});
    check(group.start_child(a, specs[0]) == child);
    check(group.start_child(b, specs[0]) == child);
    check(mailbox_length() == 0, "it was started twice");
  });
}

TEST(MirroredSupervisors, TakeOverTheChildrenOfOneThatEnds) {
  explore_all([] {
    const MirroredSupervisors group;
    const Pid a = group.start("a", {worker(self())});
    const Pid first = receive<Pid>();
    const Pid b = group.start("b");
    stop_server(a);
    const Pid second = receive<Pid>();
    check(!is_alive(first) && is_alive(second));
    check(group.start_child(b, worker(self())) == second);
  });
}

TEST(MirroredSupervisors, EndAllWhenAChildCannotBeKept) {
  explore_all([] {
    trap_exits();
    const MirroredSupervisors group;
    const Pid a = group.start("a", {worker(self())});
    const Pid b = group.start("b");
    send(receive<Pid>(), End{});
    expect_end(a);
    expect_end(b);
  });
}

TEST(MirroredSupervisors, StartAfreshWhenAllHaveEnded) {
  explore_all([] {
    const MirroredSupervisors group;
    const Pid a = group.start("a", {worker(self())});
    receive<Pid>();
    stop_server(a);
    sleep(1ms);
    const Pid b = group.start("b");
    check(group.members() == std::vector{b});
    const std::optional<Pid> child = group.start_child(b, worker(self()));
    check(child == receive<Pid>());
  });
}

}  // namespace
}  // namespace rabbitmq_ms
