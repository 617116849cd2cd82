#include "heddle/strategy/conflict_table.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "heddle/strategy/conflict_analysis.h"

namespace heddle {
namespace {

class ConflictTableFile : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(::testing::TempDir()) /
              ("heddle_history_" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
    std::filesystem::create_directories(folder_);
    path_ = (folder_ / "history").string();
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_;
  std::string path_, error_;
};

TEST(ConflictTable, UnknownRacesSeenDoesNotAndRacingStays) {
  ConflictTable table;
  EXPECT_TRUE(table.may_race(1));
  EXPECT_NE(table.marks(1), ConflictTable::kRaced);
  table.add(1, false);
  EXPECT_FALSE(table.may_race(1));
  table.add(1, true);
  table.add(1, false);
  EXPECT_TRUE(table.may_race(1));
  EXPECT_EQ(table.marks(1), ConflictTable::kRaced);
  EXPECT_EQ(table.size(), 1u);
}

TEST(ConflictTable, IsBoundedAndThenTakesNewOnesToRace) {
  ConflictTable table(100);
  for (std::uint64_t i = 0; i < 1000; ++i) table.add(i, false);
  EXPECT_EQ(table.size(), 100u);
  EXPECT_FALSE(table.may_race(99));
  EXPECT_TRUE(table.may_race(999));
}

TEST(ConflictTable, MergesAndCrossesProcesses) {
  ConflictTable a, b, c;
  for (std::uint64_t i = 0; i < 500; ++i) a.add(i, i % 3 == 0);
  b.add(1, true);
  ASSERT_TRUE(c.deserialise(a.serialise()));
  c.merge(b);
  EXPECT_EQ(c.size(), 500u);
  EXPECT_EQ(c.marks(1), ConflictTable::kRaced);
  EXPECT_EQ(c.marks(3), ConflictTable::kRaced);
  EXPECT_NE(c.marks(2), ConflictTable::kRaced);
  EXPECT_FALSE(c.deserialise("short"));
}

TEST_F(ConflictTableFile, RoundTrip) {
  ConflictTable a, b;
  for (std::uint64_t i = 0; i < 300; ++i) a.add(i * 0x123456789ull, i % 2 == 0);
  ASSERT_TRUE(a.save(path_, "location", error_)) << error_;
  ASSERT_TRUE(b.load(path_, "location", error_)) << error_;
  EXPECT_EQ(a.size(), b.size());
  for (std::uint64_t i = 0; i < 300; ++i)
    EXPECT_EQ(a.marks(i * 0x123456789ull), b.marks(i * 0x123456789ull));
}

TEST_F(ConflictTableFile, RefusesWhatIsNoHistory) {
  ConflictTable table;
  EXPECT_FALSE(table.load(path_, "location", error_));
  EXPECT_NE(error_.find("cannot read"), std::string::npos) << error_;
  std::ofstream(path_) << "something else\n";
  EXPECT_FALSE(table.load(path_, "location", error_));
  EXPECT_NE(error_.find("not a history"), std::string::npos) << error_;
}

TEST_F(ConflictTableFile, RefusesAnotherSchemeAndACutFile) {
  ConflictTable a, b;
  for (std::uint64_t i = 0; i < 10; ++i) a.add(i, false);
  ASSERT_TRUE(a.save(path_, "location", error_));
  EXPECT_FALSE(b.load(path_, "task+location", error_));
  EXPECT_NE(error_.find("--signature=location; this run uses 'task+location'"), std::string::npos) << error_;
  std::filesystem::resize_file(path_, std::filesystem::file_size(path_) - 9);
  EXPECT_FALSE(b.load(path_, "location", error_));
  EXPECT_NE(error_.find("damaged"), std::string::npos) << error_;
  std::filesystem::resize_file(path_, 20);
  EXPECT_FALSE(b.load(path_, "location", error_));
  EXPECT_NE(error_.find("cut short"), std::string::npos) << error_;
  EXPECT_EQ(b.size(), 0u);
}

TEST_F(ConflictTableFile, RefusesWhatComesAfterTheEnd) {
  ConflictTable a, b;
  a.add(1, true);
  ASSERT_TRUE(a.save(path_, "location", error_));
  std::ofstream(path_, std::ios::app) << "0000000000000002 seen\n";
  EXPECT_FALSE(b.load(path_, "location", error_));
  EXPECT_TRUE(error_.ends_with("is damaged after 1 entry")) << error_;
  EXPECT_EQ(b.size(), 0u);
}

TEST(SignatureScheme, KnowsItsNames) {
  std::string error;
  EXPECT_NE(SignatureScheme::named("task+location", error), nullptr);
  EXPECT_EQ(SignatureScheme::named("nonsense", error), nullptr);
  EXPECT_NE(error.find("task+location+object"), std::string::npos) << error;
}

}  // namespace
}  // namespace heddle
