#include "heddle/runner/replay_file.h"

#include <gtest/gtest.h>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/runner/explore.h"
#include "heddle/trace/settings_text.h"

namespace heddle {
namespace {

struct Tick {};

// A search puts the test's own setting back to its default, which no schedule names: what has no end cannot be verified.
TEST(ReplayFile, SettingsThatWereTheDefaultAreSo) {
  heddle::Test test;
  test.body = [] {
    for (;;) send(self(), Tick{}), receive<Tick>();
  };
  test.options.settings = {.max_steps = 500, .endless = true};
  test.options.save_to = "";
  Options options = test.options;
  options.verify = true;
  const Report found = explore(test.body, options);
  ASSERT_EQ(found.failures.size(), 1u) << found;
  EXPECT_NE(found.failures[0].failure.message.find("--bound-steps"), std::string::npos) << found;

  ScheduleFile file;
  file.decisions = found.failures[0].schedule;
  file.settings = settings_to_text({.max_steps = 500});
  options = replay_options(test, file, {});
  options.save_to = "";
  const Report again = replay_file(test, "Loop.heddle", file, options);
  ASSERT_EQ(again.failures.size(), 1u) << again;
  EXPECT_TRUE(again.failures[0].failure.same_as(found.failures[0].failure)) << again;
}

}  // namespace
}  // namespace heddle
