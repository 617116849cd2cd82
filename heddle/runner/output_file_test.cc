#include "heddle/runner/output_file.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "heddle/runner/stop.h"
#include "heddle/runner/values.h"
#include "tests/support/run_program.h"

namespace heddle {
namespace {

std::string complaint(const std::string& path) {
  try {
    check_writable(path);
    return "";
  } catch (const UsageError& error) {
    return error.what();
  }
}

std::size_t files_in(const TemporaryFolder& folder) {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path())) ++count;
  return count;
}

TEST(OutputFile, IsReplacedAsAWhole) {
  const TemporaryFolder folder;
  write_output(folder.file("a"), "first, and longer");
  write_output(folder.file("a"), "second");
  EXPECT_EQ(read_text(folder.file("a")), "second");
  EXPECT_EQ(files_in(folder), 1u);
}

TEST(OutputFile, ALinkStaysALink) {
  const TemporaryFolder folder;
  write_text(folder.file("target"), "old");
  ASSERT_EQ(symlink("target", folder.file("link").c_str()), 0);
  write_output(folder.file("link"), "new");
  EXPECT_EQ(read_text(folder.file("target")), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link")));
}

TEST(OutputFile, DevicesAreWrittenTo) {
  EXPECT_EQ(complaint("/dev/null"), "");
  write_output("/dev/null", "text");
  EXPECT_THROW(write_output("/dev/full", "text"), UsageError);
}

TEST(OutputFile, TheCheckChangesNothing) {
  const TemporaryFolder folder;
  write_text(folder.file("old"), "old");
  EXPECT_EQ(complaint(folder.file("old")), "");
  EXPECT_EQ(complaint(folder.file("new")), "");
  EXPECT_EQ(read_text(folder.file("old")), "old");
  EXPECT_EQ(files_in(folder), 1u);
}

TEST(OutputFile, WhatCannotBeWritten) {
  const TemporaryFolder folder;
  write_text(folder.file("file"), "");
  EXPECT_EQ(complaint(folder.path()), "cannot write " + folder.path() + ": it is a folder");
  EXPECT_EQ(complaint(folder.file("file/x")),
            "cannot write " + folder.file("file/x") + ": " + folder.file("file") + " is not a folder");
  EXPECT_EQ(complaint(folder.file("missing/x")),
            "cannot write " + folder.file("missing/x") + ": " + folder.file("missing") + ": No such file or directory");
  EXPECT_THROW(write_output(folder.file("missing/x"), "text"), UsageError);
  if (geteuid() == 0) return;  // root may do everything
  ASSERT_EQ(chmod(folder.path().c_str(), 0500), 0);
  EXPECT_EQ(complaint(folder.file("new")),
            "cannot write " + folder.file("new") + ": " + folder.path() + ": Permission denied");
  chmod(folder.path().c_str(), 0700);
}

TEST(Stop, TheFirstSignalIsTheReason) {
  clear_stop();
  EXPECT_FALSE(stop_requested());
  {
    const StopOnSignal handlers;
    raise(SIGTERM);
    EXPECT_TRUE(stop_requested());
    EXPECT_EQ(stop_signal(), SIGTERM);
    request_stop(SIGINT);
    EXPECT_EQ(stop_signal(), SIGTERM);
    raise(SIGINT);  // so soon it belongs to the first
    EXPECT_EQ(stop_signal(), SIGTERM);
    std::this_thread::sleep_for(std::chrono::milliseconds(600));
    EXPECT_EXIT(raise(SIGINT), testing::KilledBySignal(SIGINT), "");  // the second one, in a child
  }
  clear_stop();
  EXPECT_EQ(stop_signal(), 0);
  EXPECT_EXIT(raise(SIGTERM), testing::KilledBySignal(SIGTERM), "");  // handled no more
}

}  // namespace
}  // namespace heddle
