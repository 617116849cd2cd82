// What nodes make of two schemas, and who may wait for whom.
#include "studies/mnesia/schema.h"

#include <gtest/gtest.h>

#include "studies/mnesia/schema_lock.h"

namespace mnesia {
namespace {

using heddle::Node;

constexpr Node kA{1};
constexpr Node kB{2};
using Answer = SchemaLock::Answer;

TEST(Schema, OfTwoEqualOnesNothingHasToChange) {
  const Definitions same{{"t", {{kA, kB}, 3}}};
  EXPECT_TRUE(merge(same, same).empty());
}

TEST(Schema, AMergedTableHasTheCopiesOfBothAndANewVersion) {
  const std::vector<Change> changes = merge({{"t", {{kA}, 2}}}, {{"t", {{kB}, 1}}});
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].definition, (Definition{{kA, kB}, 3}));
}

TEST(Schema, ATableThatOnlyOneKnowsIsDefinedOnBoth) {
  const std::vector<Change> changes = merge({{"t", {{kA}, 1}}}, {{"u", {{kB}, 1}}});
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(changes[0].table, "t");
  EXPECT_EQ(changes[1].table, "u");
}

TEST(SchemaLock, OnlyTheOlderMayWait) {
  SchemaLock lock;
  EXPECT_EQ(lock.lock({5, kA}), Answer::granted);
  EXPECT_EQ(lock.lock({4, kB}), Answer::queued);
  EXPECT_EQ(lock.lock({5, kB}), Answer::refused);
  EXPECT_EQ(lock.release({5, kA}), (Tid{4, kB}));
}

TEST(SchemaLock, TheYoungestThatWaitsIsNext) {
  SchemaLock lock;
  lock.lock({9, kA});
  for (const int number : {4, 7, 5}) EXPECT_EQ(lock.lock({number, kB}), Answer::queued);
  EXPECT_EQ(lock.release({9, kA}), (Tid{7, kB}));
  EXPECT_EQ(lock.release({7, kB}), (Tid{5, kB}));
}

TEST(SchemaLock, WhoGivesUpWaitingIsForgotten) {
  SchemaLock lock;
  lock.lock({9, kA});
  lock.lock({4, kB});
  EXPECT_EQ(lock.of(kB), (std::set<Tid>{{4, kB}}));
  EXPECT_FALSE(lock.release({4, kB}));
  EXPECT_FALSE(lock.release({9, kA}));
  EXPECT_EQ(lock.lock({1, kA}), Answer::granted);
}

}  // namespace
}  // namespace mnesia
