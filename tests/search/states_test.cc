// The search by states against brute force, on random programs: it counts as many classes, or says that there may be fewer.
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace heddle::testing
