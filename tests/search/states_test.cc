// The search by states against brute force, on random programs: it counts as many classes, or says that there may be
// fewer.
#include <gtest/gtest.h>

#include <array>
#include <functional>

#include "heddle/heddle.h"
#include "tests/support/effort.h"
#include "tests/support/families.h"

namespace heddle::testing {
namespace {

constexpr std::uint64_t kLimit = 3'000;

void expect_counts(Family family, double exactly) {
  const Compared sum = compare(family, 0, many(500), kLimit, Engines::states);
  EXPECT_GT(static_cast<double>(sum.by_states), exactly * static_cast<double>(sum.programs)) << "of " << sum.programs;
}

TEST(States, AreCountedInRandomPrograms) { expect_counts(Family::everything, 0.3); }
TEST(States, AreCountedInHubPrograms) { expect_counts(Family::hub, 0.3); }
// Nearly all of these leave messages unread, which nobody told apart.
TEST(States, AreCountedInProgramsOfMessages) { expect_counts(Family::messages, 0.03); }
TEST(States, AreCountedInProgramsWithBatches) { expect_counts(Family::batches, 0.3); }
TEST(States, AreCountedInProgramsWithLocks) { expect_counts(Family::locks, 0.3); }

// A send that is taken at once, and then somebody who has no choice.
TEST(States, EndWhereOnlyOneCanGoOn) {
  struct A {};
  struct Go {};
  const Program program = [] {
    const Pid a = spawn("a", [] { receive<A>(), receive<A>(); });
    const Pid b = spawn("b", [a] { send(a, A{}), receive<Go>(); });
    is_alive(b);
  };
  const StatesSearched found = state_search_all(program, {}, 1'000);
  EXPECT_TRUE(found.finished);
  EXPECT_EQ(found.counts.executions, 1u);
}

// What a message says is all of it, also where it looks like a text, a container or an optional.
struct Named {
  std::string name;
  int value;
  operator std::string_view() const { return name; }  // NOLINT: meant to convert
};
struct Batch {
  std::vector<int> items;
  int from;
  auto begin() const { return items.begin(); }
  auto end() const { return items.end(); }
};

template <class Message>
void expect_told_apart(const Message& one, const Message& other) {
  const Program program = [&] {
    const Pid relay = spawn("relay", [test = self()] {
      const Message message = receive<Message>();
      send(test, message);
      receive<Message>();
    });
    spawn("one", [&, relay] { send(relay, one); });
    spawn("other", [&, relay] { send(relay, other); });
    outcome("{}", to_text(receive<Message>()));
  };
  const StatesSearched found = state_search_all(program, {}, 10'000, true);
  EXPECT_TRUE(found.finished);
  EXPECT_EQ(found.counts.executions, enumerate(program).classes());
}

TEST(States, AreTheWholeOfAMessage) {
  expect_told_apart(Named{"a", 1}, Named{"a", 2});
  expect_told_apart(Batch{{1}, 1}, Batch{{1}, 2});
  expect_told_apart(std::optional<int>(1), std::optional<int>());
}

// As by sequences; some executions fail, some do not.
void expect_failures(const Program& program) {
  const Searched all = search_all(program);
  EXPECT_GT(all.failures, 0u);
  EXPECT_LT(all.failures, all.counts.executions);
  const StatesSearched found = state_search_all(program, {}, 10'000);
  EXPECT_TRUE(found.finished);
  EXPECT_GE(found.counts.executions, all.counts.executions);
  EXPECT_TRUE(!found.exact || found.counts.executions == all.counts.executions) << found.counts.executions;
  EXPECT_GT(found.counts.failed, 0u);
  EXPECT_LT(found.counts.failed, found.counts.executions);
}

// Whose message it was that a receive took decides whom it tells apart, also where two say the same.
TEST(States, AreOfMessagesOfSomebody) {
  expect_failures([] {
    const Pid receiver = spawn("receiver", [] {
      const int a = receive<int>(), b = receive<int>(), c = receive<int>();
      check(std::array{a, b, c} != std::array{1, 1, 2}, "one, one, two");
    });
    const auto sender = [receiver](std::vector<int> all) {
      return [receiver, all] {
        for (const int n : all) send(receiver, n);
      };
    };
    switch (choose(4)) {
      case 0:
        spawn("a", sender({1, 2, 1}));
        break;
      case 1:
        spawn("a", sender({1, 1, 7}));
        break;
      case 2:
        spawn("a", sender({1, 7, 1}));
        break;
      default:
        spawn("b", sender({1, 2})), spawn("c", sender({1, 7}));
    }
  });
}

struct Number {
  int n;
};
struct Job {};

// Comes to an end that has two orders, so that there is a state before it.
void in_two_orders() {
  for (int i = 1; i <= 2; ++i) spawn("last", [test = self(), i] { send(test, Number{i}); });
  receive<Number>(), receive<Number>();
}

// Two come to a server in either order. Which of them was first, everybody forgets.
void forgetful(const std::function<void(bool second)>& at_first) {
  const Pid server = spawn("server", [=, test = self()] {
    remember_only(0);
    at_first(receive<Number>().n == 2);
    remember_only(1);
    receive<Number>();
    remember_only(2);
    send(test, Job{});
    receive<Job>();
    exit("bad");
  });
  for (int i = 1; i <= 2; ++i) spawn("client", [server, i] { send(server, Number{i}); });
  receive<Job>();
  remember_only(3);
  in_two_orders();
  send(server, Job{});
}

TEST(States, AreOfWhatIsOwed) {
  expect_failures([] {
    const Obligation owed = expect_done("the second is first");
    forgetful([owed](bool second) {
      if (second) owed.done();
    });
  });
}

TEST(States, AreOfThoseWhoAreLinked) {
  expect_failures([] {
    forgetful([test = self()](bool second) {
      const auto child = [] {
        remember_only(0);
        receive(on<Job>([] {}), after(std::chrono::hours(1), [] { fail("nobody has ended it"); }));
      };
      second ? spawn_link("child", child) : spawn("child", child);
    });
    sleep(std::chrono::hours(2));
  });
}

TEST(States, AreOfWhoIsADaemon) {
  Settings settings;
  settings.deadlock = DeadlockRule::any;
  const Program program = [] {
    const Pid worker = spawn("worker", [test = self()] {
      remember_only(0);
      if (receive<Number>().n == 2) daemon();
      remember_only(1);
      receive<Number>();
      remember_only(2);
      send(test, Job{});
      receive<Job>();
    });
    for (int i = 1; i <= 2; ++i) spawn("client", [worker, i] { send(worker, Number{i}); });
    receive<Job>();
    remember_only(3);
    in_two_orders();
  };
  const StatesSearched found = state_search_all(program, settings, 10'000);
  EXPECT_EQ(found.counts.executions, 4u);
  EXPECT_EQ(found.counts.failed, 2u);
}

}  // namespace
}  // namespace heddle::testing
