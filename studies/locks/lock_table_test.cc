#include "studies/locks/lock_table.h"

#include <gtest/gtest.h>

#include "studies/locks/deadlock.h"

namespace locks {
namespace {

using heddle::Node;
using heddle::Pid;

constexpr Pid agent(std::uint32_t n) { return {static_cast<heddle::TaskId>(n)}; }
constexpr Pid a1 = agent(1), a2 = agent(2), a3 = agent(3);

using Queue = std::vector<Pid>;

TEST(LockTable, WhoAsksFirstHoldsTheLock) {
  LockTable table(Node{}, Versions::of_the_table);
  EXPECT_EQ(table.acquire(1, a1).holder(), a1);
  EXPECT_FALSE(table.acquire(1, a1).contended()) << "asking again changes nothing";
  const Lock lock = table.acquire(1, a2);
  EXPECT_EQ(lock.queue, (Queue{a1, a2}));
  EXPECT_TRUE(lock.contended());
}

TEST(LockTable, WhoSurrendersGoesToTheEnd) {
  LockTable table(Node{}, Versions::of_the_table);
  table.acquire(1, a1);
  const int version = table.acquire(1, a2).version;
  const Lock* lock = table.surrender(1, a1);
  ASSERT_NE(lock, nullptr);
  EXPECT_EQ(lock->queue, (Queue{a2, a1}));
  EXPECT_GT(lock->version, version);
  EXPECT_EQ(table.surrender(1, a3), nullptr) << "it does not wait for it";
  EXPECT_EQ(table.surrender(2, a1), nullptr) << "there is no such lock";
}

TEST(LockTable, AnAgentThatIsGoneLeavesAllQueuesAndTheLastLockIsToldFirst) {
  LockTable table(Node{}, Versions::of_the_table);
  for (const Object object : {1, 2, 3}) table.acquire(object, a1);
  table.acquire(1, a2);
  table.acquire(3, a2);
  table.acquire(4, a2);
  const std::vector<Lock> left = table.remove(a1);
  ASSERT_EQ(left.size(), 2u);
  EXPECT_EQ(left[0].id.object, 3);
  EXPECT_EQ(left[1].id.object, 1);
  EXPECT_EQ(left[1].queue, Queue{a2});
}

TEST(LockTable, VersionsOfAForgottenLockStartAgainUnlessTheTableCounts) {
  LockTable each(Node{}, Versions::of_each_lock);
  LockTable one(Node{}, Versions::of_the_table);
  for (LockTable* table : {&each, &one}) {
    table->acquire(1, a1);
    table->acquire(1, a2);
    table->remove(a1);
    table->remove(a2);
  }
  EXPECT_EQ(each.acquire(1, a3).version, 1);
  EXPECT_GT(one.acquire(1, a3).version, 3);
}

Known known(const std::vector<Queue>& queues) {
  Known result;
  for (Object object = 1; object <= static_cast<Object>(queues.size()); ++object)
    result[{object, Node{}}] = {{object, Node{}}, 1, queues[static_cast<std::size_t>(object - 1)]};
  return result;
}

TEST(FindCycle, ThereIsNoneWhereSomebodyWaitsForNothing) {
  EXPECT_FALSE(find_cycle({}));
  EXPECT_FALSE(find_cycle(known({{a1, a2}})));
  EXPECT_FALSE(find_cycle(known({{a1, a2}, {a2, a3}})));
  EXPECT_FALSE(find_cycle(known({{a1, a2}, {a1, a2}}))) << "the same in both";
}

TEST(FindCycle, TheYoungestOfItHasToSurrender) {
  const auto two = find_cycle(known({{a2, a1}, {a1, a2}, {a3, a1}}));
  ASSERT_TRUE(two);
  EXPECT_EQ(two->way_out, (Deadlock{a2, {1, Node{}}}));
  EXPECT_EQ(two->locks.size(), 2u);
  const auto three = find_cycle(known({{a1, a3}, {a2, a1}, {a3, a2}}));
  ASSERT_TRUE(three);
  EXPECT_EQ(three->way_out, (Deadlock{a3, {3, Node{}}}));
  EXPECT_EQ(three->locks.size(), 3u);
}

}  // namespace
}  // namespace locks
