#include "heddle/engine/ready.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "heddle/base/random.h"

namespace heddle {
namespace {

// A pick set beside a plain record of what should be in it: priority by task, 0 for those that nobody has ranked.
class ReadyTest : public ::testing::Test {
 protected:
  static constexpr std::uint32_t kTasks = 200;

  ReadyTest() : pending_(kTasks) {
    for (std::uint32_t i = 0; i < kTasks; ++i) pending_[i].task = static_cast<TaskId>(i);
  }

  void add(std::uint32_t task) {
    ready_.add(pending_[task]);
    expected_[task] = 0;
    unseen_.insert(task);
  }

  void remove(std::uint32_t task) {
    ready_.remove(pending_[task]);
    expected_.erase(task);
    unseen_.erase(task);
  }

  void look_at(std::uint32_t task) {
    ready_.look_at(pending_[task]);
    unseen_.erase(task);
  }

  void rank(std::uint32_t task, std::uint64_t priority) {
    ready_.set_priority(pending_[task], priority);
    expected_[task] = priority;
    unseen_.erase(task);
  }

  // Each fresh one gets what `priority` says.
  template <class Priority>
  void rank_fresh(Priority&& priority) {
    ready_.rank_fresh([&](const Pending& pending) {
      const auto task = static_cast<std::uint32_t>(pending.task);
      unseen_.erase(task);
      return expected_[task] = priority(task);
    });
  }

  void verify() {
    ASSERT_EQ(ready_.size(), expected_.size());
    ASSERT_EQ(ready_.empty(), expected_.empty());
    std::set<std::uint32_t> seen, fresh;
    for (std::size_t i = 0; i < ready_.size(); ++i) seen.insert(static_cast<std::uint32_t>(ready_[i].task));
    for (std::size_t i = 0; i < ready_.fresh_count(); ++i)
      fresh.insert(static_cast<std::uint32_t>(ready_.fresh(i).task));
    ASSERT_EQ(seen.size(), expected_.size());
    std::uint64_t highest = 0;
    for (std::uint32_t task = 0; task < kTasks; ++task) {
      const auto found = expected_.find(task);
      ASSERT_EQ(ready_.contains(pending_[task]), found != expected_.end()) << task;
      ASSERT_EQ(seen.contains(task), found != expected_.end()) << task;
      ASSERT_EQ(fresh.contains(task), found != expected_.end() && found->second == 0) << task;
      if (found == expected_.end()) continue;
      ASSERT_EQ(pending_[task].priority, found->second);
      highest = std::max(highest, found->second);
    }
    if (highest > 0) {
      ASSERT_EQ(ready_.top().priority, highest);
    }
    const Pending* unseen = ready_.unseen();
    ASSERT_EQ(unseen == nullptr, unseen_.empty());
    if (unseen) {
      ASSERT_TRUE(unseen_.contains(static_cast<std::uint32_t>(unseen->task)));
    }
  }

  std::vector<Object> objects_;
  Ready ready_{objects_};
  std::vector<Pending> pending_;
  std::map<std::uint32_t, std::uint64_t> expected_;
  std::set<std::uint32_t> unseen_;  // fresh ones that nobody has looked at
};

TEST_F(ReadyTest, IsAsAPlainRecordOfIt) {
  Random random(1);
  for (int round = 0; round < 30'000; ++round) {
    // Grows and shrinks, so that the set is small and large in turns.
    const bool growing = round / 1000 % 2 == 0;
    const auto task = static_cast<std::uint32_t>(random.below(kTasks));
    if (!expected_.contains(task)) {
      if (growing || random.below(4) == 0) add(task);
    } else if (random.below(growing ? 8 : 3) == 0) {
      remove(task);
    } else if (random.below(2) == 0) {
      rank(task, 1 + random.below(50));  // few values: equal ones must do no harm
    } else if (random.below(4) == 0) {
      rank_fresh([&](std::uint32_t) { return 1 + random.below(50); });
    } else if (random.below(2) == 0) {
      look_at(task);  // no matter what was done with it before
    } else if (random.below(16) == 0) {
      while (const Pending* unseen = ready_.unseen()) {  // each once
        ASSERT_TRUE(unseen_.contains(static_cast<std::uint32_t>(unseen->task))) << "round " << round;
        look_at(static_cast<std::uint32_t>(unseen->task));
      }
    }
    ASSERT_NO_FATAL_FAILURE(verify()) << "round " << round;
  }
}

TEST_F(ReadyTest, WhatWasLookedAtStaysFresh) {
  for (std::uint32_t task : {0, 1, 2}) add(task);
  look_at(1);
  ASSERT_NO_FATAL_FAILURE(verify());
  EXPECT_EQ(ready_.fresh_count(), 3u);
  rank(2, 7);
  EXPECT_EQ(ready_.fresh_count(), 2u);
  EXPECT_EQ(ready_.unseen(), &pending_[0]);
  look_at(0);
  EXPECT_EQ(ready_.unseen(), nullptr);
  EXPECT_EQ(ready_.fresh_count(), 2u);
  rank_fresh([](std::uint32_t task) { return 10 + task; });
  EXPECT_EQ(ready_.fresh_count(), 0u);
  EXPECT_EQ(ready_.top().task, TaskId{1});
  remove(1);
  add(1);  // another operation
  EXPECT_EQ(ready_.unseen(), &pending_[1]);
  ASSERT_NO_FATAL_FAILURE(verify());
}

TEST_F(ReadyTest, TheTopComesOutInOrder) {
  Random random(2);
  for (std::uint32_t count = 1; count <= kTasks; ++count) {
    for (std::uint32_t i = 0; i < count; ++i) add(i);
    rank_fresh([&](std::uint32_t) { return 1 + random.below(1'000'000); });
    std::uint64_t last = ~std::uint64_t{0};
    while (!ready_.empty()) {
      ASSERT_NO_FATAL_FAILURE(verify());
      const Pending& top = ready_.top();
      ASSERT_LE(top.priority, last);
      last = top.priority;
      remove(static_cast<std::uint32_t>(top.task));
    }
  }
}

}  // namespace
}  // namespace heddle
