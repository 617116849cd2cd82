#include "heddle/trace/settings_text.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

using namespace std::chrono_literals;

TEST(SettingsText, SaysWhatDecidesTheEndAndWhatIsNotTheDefault) {
  const SettingsText defaults = {
      {"max_steps", "100000"}, {"max_time", "86400s"}, {"time", "virtual_clock"}, {"deadlock", "test"}};
  EXPECT_EQ(settings_to_text(Settings{}), defaults);

  Settings settings;
  settings.max_mailbox = 7;
  settings.max_time = 1500ms;
  const SettingsText text = settings_to_text(settings);
  ASSERT_EQ(text.size(), 5u);
  EXPECT_EQ(text[1].second, "1500ms");
  EXPECT_EQ(text[4], std::pair(std::string("max_mailbox"), std::string("7")));
}

TEST(SettingsText, RoundTrips) {
  Settings settings;
  settings.max_steps = ~std::uint64_t{0};
  settings.max_tasks = 3;
  settings.max_mailbox = 4;
  settings.max_time = 123456789ns;
  settings.stack_bytes = 1 << 20;
  settings.time = TimeMode::any_time;
  settings.deadlock = DeadlockRule::any;
  settings.delivery = Delivery::fifo;
  Settings back;
  back.fair_after = 5;
  std::string error;
  ASSERT_TRUE(settings_from_text(settings_to_text(settings), back, error)) << error;
  EXPECT_EQ(settings_to_text(back), settings_to_text(settings));
  EXPECT_EQ(back.fair_after, 5u);  // has no name, is not touched
  EXPECT_EQ(back.max_time, settings.max_time);
  EXPECT_EQ(back.delivery, Delivery::fifo);
}

TEST(SettingsText, WhatIsNotNamedIsTheDefault) {
  Settings back{.max_steps = 7, .delivery = Delivery::fifo, .early_timers = 3, .endless = true, .lasso = false};
  std::string error;
  ASSERT_TRUE(settings_from_text(settings_to_text(Settings{}), back, error)) << error;
  EXPECT_EQ(settings_to_text(back), settings_to_text(Settings{}));
}

TEST(SettingsText, RefusesWhatItDoesNotKnowAndChangesNothing) {
  Settings settings;
  std::string error;
  EXPECT_FALSE(settings_from_text({{"max_steps", "5"}, {"max_stepz", "6"}}, settings, error));
  EXPECT_EQ(error.substr(0, 53), "there is no setting 'max_stepz'; there are max_steps,");
  EXPECT_EQ(settings.max_steps, Settings{}.max_steps);
  for (const char* bad : {"", "x", "-1", "5 ", "1e3", "99999999999999999999"}) {
    EXPECT_FALSE(settings_from_text({{"max_steps", bad}}, settings, error)) << bad;
    EXPECT_EQ(error, std::string("the setting max_steps must be a number, not '") + bad + "'");
  }
  EXPECT_FALSE(settings_from_text({{"max_steps", "0"}}, settings, error));
  EXPECT_EQ(error, "the setting max_steps must be at least 1, not '0'");
  EXPECT_EQ(settings.max_steps, Settings{}.max_steps);
  for (const char* bad : {"", "s", "5", "5 s", "-5s", "5h", "9999999999999s"})
    EXPECT_FALSE(settings_from_text({{"max_time", bad}}, settings, error)) << bad;
  EXPECT_FALSE(settings_from_text({{"time", "soon"}}, settings, error));
  EXPECT_FALSE(settings_from_text({{"delivery", "pigeon"}}, settings, error));
  EXPECT_EQ(error, "the setting delivery must be instant, causal, fifo or unordered, not 'pigeon'");
  EXPECT_FALSE(settings_from_text({{"max_tasks", "4294967296"}}, settings, error));
}

}  // namespace
}  // namespace heddle
