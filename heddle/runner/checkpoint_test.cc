#include "heddle/runner/checkpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "heddle/trace/build_id.h"

namespace heddle {
namespace {

using ::testing::HasSubstr;

class CheckpointFile : public ::testing::Test {
 protected:
  CheckpointFile() {
    path_ = (std::filesystem::temp_directory_path() / ("heddle_" + std::to_string(getpid()) + ".checkpoint")).string();
    saved_.test = "chain";
    saved_.build_id = this_build_id();
    saved_.settings = checkpoint_settings({});
    saved_.executions = 12;
    saved_.steps = 345;
    saved_.failed = 1;
    saved_.elapsed = std::chrono::seconds(6);
    saved_.expected = 7.5;
    FoundFailure found;
    found.failure = {FailureKind::assertion, "got 2", "chain_test.cc", 17, "test", "two\nlines"};
    found.schedule = {Decision(DecisionType::pick, 3), Decision(DecisionType::fault, 1)};
    found.strategy = "search";
    found.trial = 4;
    found.after_trials = 5;
    found.after = std::chrono::seconds(3);
    found.count = 2;
    saved_.failures = {found};
    saved_.pieces = {std::string("one\0two", 7), "", std::string(10'000, 'x')};
    std::string error;
    EXPECT_TRUE(save_checkpoint(path_, saved_, error)) << error;
  }
  ~CheckpointFile() override { std::filesystem::remove(path_); }

  std::string refusal(const std::string& test = "chain", const Settings& settings = {}) const {
    Checkpoint loaded;
    std::string error;
    EXPECT_FALSE(load_checkpoint(path_, test, settings, loaded, error));
    return error;
  }
  std::string bytes() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void write(const std::string& bytes) const { std::ofstream(path_, std::ios::binary) << bytes; }

  std::string path_;
  Checkpoint saved_;
};

TEST_F(CheckpointFile, HasEverything) {
  Checkpoint loaded;
  std::string error;
  ASSERT_TRUE(load_checkpoint(path_, "chain", {}, loaded, error)) << error;
  EXPECT_EQ(loaded.executions, 12u);
  EXPECT_EQ(loaded.steps, 345u);
  EXPECT_EQ(loaded.failed, 1u);
  EXPECT_EQ(loaded.elapsed, std::chrono::seconds(6));
  EXPECT_EQ(loaded.expected, 7.5);
  EXPECT_EQ(loaded.pieces, saved_.pieces);
  ASSERT_EQ(loaded.failures.size(), 1u);
  const FoundFailure &found = loaded.failures[0], &saved = saved_.failures[0];
  EXPECT_TRUE(found.failure.same_as(saved.failure));
  EXPECT_EQ(found.failure.detail, "two\nlines");
  EXPECT_EQ(found.schedule, saved.schedule);
  EXPECT_EQ(found.strategy, "search");
  EXPECT_EQ(found.trial, 4u);
  EXPECT_EQ(found.after_trials, 5u);
  EXPECT_EQ(found.after, std::chrono::seconds(3));
  EXPECT_EQ(found.count, 2u);
}

TEST_F(CheckpointFile, OfAnEarlierSearchKeepsItsName) {
  const std::string second = std::filesystem::path(path_).replace_extension(".2.checkpoint").string();
  EXPECT_EQ(free_checkpoint_path(path_), second);
  std::ofstream(second) << "x";
  EXPECT_EQ(free_checkpoint_path(path_), std::filesystem::path(path_).replace_extension(".3.checkpoint").string());
  std::filesystem::remove(second);
  EXPECT_EQ(free_checkpoint_path("nowhere/at.all.checkpoint"), "nowhere/at.all.checkpoint");
}

TEST_F(CheckpointFile, IsNoFolder) {
  Checkpoint loaded;
  std::string error;
  EXPECT_FALSE(load_checkpoint(".", "chain", {}, loaded, error));
  EXPECT_EQ(error, "cannot read the checkpoint .: Is a directory");
}

TEST_F(CheckpointFile, IsRefusedWhenDamagedAndStaysAsItIs) {
  const std::string whole = bytes();
  for (std::size_t at = 0; at < whole.size(); at += 1 + at / 5) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    write(damaged);
    EXPECT_THAT(refusal(), HasSubstr("is not a whole checkpoint")) << at;
    EXPECT_EQ(bytes(), damaged);
    write(whole.substr(0, at));
    refusal();
  }
}

TEST_F(CheckpointFile, IsRefusedForAnotherTestOrProgramOrOtherLimits) {
  EXPECT_THAT(refusal("ring"), HasSubstr("is of the test chain, not of ring"));
  Settings other;
  other.time = TimeMode::any_time;
  EXPECT_THAT(refusal("chain", other), HasSubstr("was made with other limits or time"));
  saved_.build_id = "0123";
  std::string error;
  ASSERT_TRUE(save_checkpoint(path_, saved_, error)) << error;
  EXPECT_THAT(refusal(), HasSubstr("was made by another build of this program"));
  std::filesystem::remove(path_);
  EXPECT_THAT(refusal(), HasSubstr("cannot read the checkpoint"));
}

}  // namespace
}  // namespace heddle
