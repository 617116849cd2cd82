#include "heddle/spec/value_history.h"

#include <gtest/gtest.h>

#include <string>

#include "heddle/base/random.h"

namespace heddle {
namespace {

using Values = std::vector<std::optional<int>>;

TEST(ValueHistory, WhatWasInForceDuringTheRead) {
  ValueHistory<std::string, int> history;
  history.set_at(10, "x", 1);
  history.set_at(20, "x", 2);
  history.erase_at(30, "x");
  EXPECT_EQ(history.values("x", 0, 5), Values{std::nullopt});
  EXPECT_EQ(history.values("x", 11, 19), Values{1});
  EXPECT_EQ(history.values("x", 11, 20), (Values{1, 2}));
  EXPECT_EQ(history.values("x", 10, 10), (Values{std::nullopt, 1}));
  EXPECT_EQ(history.values("x", 15, 35), (Values{1, 2, std::nullopt}));
  EXPECT_EQ(history.values("y", 0), Values{std::nullopt});
  EXPECT_TRUE(history.may_read("x", 2, 25, 26));
  EXPECT_FALSE(history.may_read("x", 1, 25, 26));
  EXPECT_FALSE(history.may_read("x", std::nullopt, 25, 26));
  EXPECT_THROW(history.set_at(29, "x", 3), std::invalid_argument);
}

TEST(ValueHistory, CountsItsOwnInstants) {
  ValueHistory<int, int> history;
  history.set(1, 1);
  const Instant began = history.now();
  EXPECT_EQ(history.values(1, began), Values{1});
  history.set(1, 2);
  EXPECT_EQ(history.values(1, began), (Values{1, 2}));
  EXPECT_EQ(history.values(1, history.now()), Values{2});
  const Instant ended = history.now();
  history.erase(1);
  EXPECT_EQ(history.values(1, began, ended), (Values{1, 2})) << "nothing that came after its end";
}

// As the page has it.
TEST(ValueHistory, RefusesWhatIsStale) {
  ValueHistory<std::string, int> reference;
  reference.set("x", 1);
  reference.set("x", 2);
  const Instant began = reference.now();
  EXPECT_FALSE(reference.may_scan(began, std::nullopt, std::nullopt)) << "x was there all the time";
  reference.set("x", 3);
  reference.erase("x");
  EXPECT_FALSE(reference.may_read("x", 1, began));
  for (const std::optional<int> value : {std::optional(2), std::optional(3), std::optional<int>()})
    EXPECT_TRUE(reference.may_read("x", value, began));
}

// Against the definition: a state of the whole table for every instant (Deligiannis and others, FAST 2016, check scans
// so).
TEST(ValueHistory, ScansAgainstTheirDefinition) {
  using History = ValueHistory<int, int>;
  using Rows = std::map<int, int>;
  int allowed = 0, refused = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Random random(seed);
    History history;
    std::vector<Rows> dumps(1);
    std::vector<Instant> instants{history.now()};
    for (int n = 0; n < 8; ++n) {
      Rows rows = dumps.back();
      const int key = static_cast<int>(random.below(3)), value = static_cast<int>(random.below(2));
      if (random.below(3) == 0) {
        history.erase(key);
        rows.erase(key);
      } else {
        history.set(key, value);
        rows[key] = value;
      }
      dumps.push_back(rows);
      instants.push_back(history.now());
    }
    const std::size_t from = random.below(dumps.size());
    const bool filtered = random.flip();
    const History::Filter filter =
        filtered ? [](const History::Row& row) { return row.second == 1; } : History::Filter{};
    const Instant began = instants[from];
    for (int last = -1; last < 3; ++last)
      for (int key = last + 1; key <= 3; ++key)
        for (int value = 0; value < 2; ++value) {
          const bool end = key == 3;
          const auto there = [&](const Rows& rows, int k) {
            return rows.contains(k) && (!filtered || rows.at(k) == 1);
          };
          bool ok = end;
          for (std::size_t i = from; i < dumps.size(); ++i)
            ok |= !end && there(dumps[i], key) && dumps[i].at(key) == value;
          for (int k = last + 1; k < key; ++k) {
            bool mandatory = true;
            for (std::size_t i = from; i < dumps.size(); ++i) mandatory &= there(dumps[i], k);
            ok &= !mandatory;
          }
          const std::optional<History::Row> next = end ? std::nullopt : std::optional<History::Row>({key, value});
          const std::optional<int> after = last < 0 ? std::nullopt : std::optional<int>(last);
          EXPECT_EQ(history.may_scan(began, after, next, filter), ok) << seed;
          ++(ok ? allowed : refused);
        }
  }
  EXPECT_GT(allowed, 1'000);
  EXPECT_GT(refused, 1'000);
}

}  // namespace
}  // namespace heddle
