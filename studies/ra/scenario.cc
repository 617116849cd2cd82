#include "studies/ra/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <initializer_list>
#include <map>
#include <set>
#include <string>

namespace ra {

using namespace heddle;
using namespace std::chrono_literals;
using enum ServerId;

namespace {

constexpr Duration kSettle = 10s;
// Long enough for one that waits for entries to give up, and to be told again.
constexpr Duration kAgree = 40s;

// What clients do at the same time.
class Tasks {
 public:
  void start(const std::string& name, const std::function<void()>& task) {
    spawn(name, [task, test = self()] {
      task();
      send(test, Done{});
    });
    ++running_;
  }
  void wait() {
    for (; running_ > 0; --running_) receive<Done>();
  }

 private:
  struct Done {};
  int running_ = 0;
};

struct Test {
  explicit Test(const Scenario& scenario) : cluster(scenario.bugs) {
    cluster.start();
    sleep(kSettle);
    studies::boot(this_node(), scenario.background);
  }

  void elect(std::initializer_list<ServerId> servers) {
    for (const ServerId server : servers)
      tasks.start(fmt::format("elect {}", to_text(server)), [=, this] { cluster.trigger_election(server); });
  }

  void remove_and_add(ServerId member, ServerId via) {
    cluster.remove_member(via, member);
    cluster.add_member(via, member);
  }
  void start_changing(ServerId member, ServerId via) {
    tasks.start(fmt::format("change {}", to_text(member)), [=, this] { remove_and_add(member, via); });
  }

  void enqueue(ServerId server, int message) {
    if (cluster.enqueue(server, message)) acknowledged.insert(message);
  }

  void settle(Duration time) {
    tasks.wait();
    sleep(time);
  }

  // Members that run have the same queue; returns it. (Servers that led when they were removed have ended, and do not
  // come back with the membership.)
  std::deque<int> agreed() const {
    std::map<ServerId, Status> running;
    const Status* leader = nullptr;
    for (const ServerId server : kServers)
      if (const auto status = cluster.status(server)) {
        const Status& one = running[server] = *status;
        if (one.state == State::leader && (!leader || leader->term < one.term)) leader = &one;
      }
    check(leader, "nobody leads");
    for (const auto& [server, status] : running)
      check(status.queue == leader->queue || !leader->members.contains(server), "{} has {}, the leader {}",
            to_text(server), status.queue, leader->queue);
    return leader->queue;
  }

  Cluster cluster;
  Tasks tasks;
  std::set<int> acknowledged;
};

}  // namespace

void three_leave(const Scenario& scenario) {
  Test test(scenario);
  test.elect({S1, S2, S3, S4});
  test.start_changing(S2, S1);
  test.start_changing(S3, S1);
  test.start_changing(S4, S5);
  test.tasks.start("client", [&] { test.enqueue(S3, 1); });
  test.settle(kSettle);
  if (test.acknowledged.empty()) return;
  if (const auto answer = test.cluster.dequeue(S1)) check(answer->message == 1, "the message is not there");
}

void five_clients(const Scenario& scenario) {
  Test test(scenario);
  test.elect({S1, S2, S3});
  test.start_changing(S5, S4);
  for (int i = 1; i <= 5; ++i)
    test.tasks.start(fmt::format("client {}", i), [&test, i] { test.enqueue(one_of(kServers), i); });
  test.settle(kAgree);
  test.agreed();
}

void two_remove_one(const Scenario& scenario) {
  Test test(scenario);
  for (const ServerId via : {S2, S4})
    test.tasks.start(fmt::format("client {}", to_text(via)), [&test, via] {
      test.enqueue(S3, static_cast<int>(via));
      test.remove_and_add(S3, via);
    });
  test.elect({S1, S5});
  test.settle(kAgree);
  const std::deque<int> queue = test.agreed();
  for (const int message : test.acknowledged)
    check(std::ranges::count(queue, message) == 1, "message {} was acknowledged, and is not in {}", message, queue);
}

// The traffic makes a trial as large as others that were published: 10,000 operations, of which some 5 % conflict.
std::vector<studies::Case> cases() {
  const studies::Background booting{.services = 40, .requests = 25, .table_operations = 3, .reports = 25};
  struct Row {
    const char* name;
    void (*test)(const Scenario&);
    Bugs bug;
  };
  const Row rows[] = {
      {"forgets_caller", two_remove_one, {.forgets_caller = true}},
      {"trusts_leavers", five_clients, {.trusts_leavers = true}},
      {"forgets_cluster", three_leave, {.forgets_cluster = true}},
  };
  const Options options{.trials = 10'000};
  std::vector<studies::Case> all;
  for (const auto& [name, test, bug] : rows) {
    const std::string full = fmt::format("ra.{}", name);
    all.push_back({full, true, [=] { test({.bugs = bug}); }, options});
    all.push_back({full + ".fixed", false, [=] { test({}); }, options});
    all.push_back({full + ".paper", true, [=] { test({.bugs = bug, .background = booting}); }, options});
  }
  return all;
}

}  // namespace ra
