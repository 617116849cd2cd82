#include "heddle/strategy/event_counts.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

constexpr TaskId task(std::uint32_t number) { return TaskId{number}; }

// root (100) starts a (101), which starts b (102), which starts c (103).
History family() {
  History history;
  for (std::uint32_t i = 0; i < 4; ++i)
    history.tasks.push_back({100 + i, i == 0 ? kNoTask : task(i - 1), 0, kNoObject});
  return history;
}

Pending pending(std::uint32_t number) {
  Pending made;
  made.task = task(number);
  made.task_stable = 100 + number;
  return made;
}

const TaskCount kLesson[] = {{task(0), 1}, {task(1), 2}, {task(3), 4}};  // b has none of its own

TEST(EventCounts, ATaskStandsForThoseItHasYetToSpawn) {
  EventCounts counts;
  counts.learn(family(), kLesson);
  counts.begin();
  counts.arrive(pending(0));
  EXPECT_EQ(counts.left(task(0)), 7u);
  const EventCounts::Arrival arrival = counts.arrive(pending(1));
  EXPECT_EQ(arrival.ancestor, task(0));
  EXPECT_EQ(arrival.share, 6u);
  EXPECT_EQ(arrival.before, 7u);
  EXPECT_EQ(counts.left(task(0)), 1u);
  EXPECT_EQ(counts.left(task(1)), 6u);
  EXPECT_EQ(counts.arrive(pending(1)).ancestor, kNoTask) << "arrives once";
}

TEST(EventCounts, EventsPassThroughATaskThatHasNone) {
  EventCounts counts;
  counts.learn(family(), kLesson);
  counts.begin();
  counts.arrive(pending(1));
  const EventCounts::Arrival arrival = counts.arrive(pending(3));
  EXPECT_EQ(arrival.ancestor, task(1));
  EXPECT_EQ(arrival.share, 4u);
  EXPECT_EQ(counts.left(task(1)), 2u);
  EXPECT_EQ(counts.left(task(3)), 4u);
  counts.arrive(pending(0));
  EXPECT_EQ(counts.left(task(0)), 1u) << "what its descendants have taken is gone";
}

TEST(EventCounts, CountsEventsDownAlsoBeforeTheTaskArrives) {
  EventCounts counts;
  counts.learn(family(), kLesson);
  for (int trial = 0; trial < 2; ++trial) {
    counts.begin();
    counts.executed(task(1));
    counts.arrive(pending(1));
    EXPECT_EQ(counts.left(task(1)), 5u);
    for (int i = 0; i < 9; ++i) counts.executed(task(1));
    EXPECT_EQ(counts.left(task(1)), 0u);
  }
}

TEST(EventCounts, FollowsAProgramThatChanges) {
  EventCounts counts;
  const auto left = [&] {
    counts.begin();
    counts.arrive(pending(0));
    return counts.left(task(0));
  };
  const TaskCount hundred[] = {{task(0), 100}}, ten[] = {{task(0), 10}};
  counts.learn(family(), hundred);
  EXPECT_EQ(left(), 100u);
  counts.learn(family(), ten);
  EXPECT_GT(left(), 80u) << "one trial is not believed";
  for (int i = 0; i < 50; ++i) counts.learn(family(), ten);
  EXPECT_EQ(left(), 10u);
  for (int i = 0; i < 50; ++i) counts.learn(family(), hundred);
  EXPECT_EQ(left(), 100u);
}

TEST(EventCounts, UnknownTasksHaveNothingAhead) {
  EventCounts counts;
  counts.begin();
  counts.arrive(pending(2));
  EXPECT_EQ(counts.left(task(2)), 0u);
  EXPECT_EQ(counts.left(task(9)), 0u);
}

}  // namespace
}  // namespace heddle
