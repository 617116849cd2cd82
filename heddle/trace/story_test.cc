#include "heddle/trace/story.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/engine/trial.h"
#include "heddle/trace/replay.h"
#include "heddle/trace/text.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr OperationKind kPut{"put"};
constexpr OperationKind kGet{"get"};
constexpr OperationKind kWake{"wake up"};

class BoxKind final : public ObjectKind {
 public:
  std::string describe(ObjectId) const override { return "box"; }
};
const BoxKind kBox;

constexpr Location kHere;

void put(ObjectId box, const std::string& text) {
  Trial& trial = Trial::current();
  if (!trial.schedule({&kPut, box, Access::update, kHere})) return;
  trial.touch(box, Access::update);
  if (!text.empty()) trial.describe([&] { return text; });
}

void log(std::string_view text) {
  Trial& trial = Trial::current();
  if (trial.observer()) trial.observer()->on_log(trial, trial.self(), text);
}

void sleep(ObjectId box, Duration duration) {
  Trial& trial = Trial::current();
  Wait wait;
  wait.deadline = trial.now() + duration;
  wait.expiry = {&kWake, box, Access::update, Location::none()};
  (void)trial.block(wait);
}

std::string tell(const std::function<void()>& test, const Schedule& schedule, std::size_t width = Story::kWidth) {
  std::string told;
  Story story([&](std::string_view record) { told += record; }, width);
  Trial trial;
  trial.observe_with(&story);
  BoardMemory memory(BoardMemory::Sharing::private_memory, 1 << 10);
  Replay replay(schedule);
  trial.run(test, replay, {0, 1}, memory.board());
  return told;
}

Schedule picks(const std::vector<std::uint32_t>& tasks) {
  Schedule schedule;
  for (const std::uint32_t task : tasks) schedule.push_back(Decision(DecisionType::pick, task));
  return schedule;
}

std::string place() { return "story_test.cc:" + std::to_string(kHere.line()); }

// The text with the place at the end of its 80 columns.
std::string with_place(std::string text) {
  const std::string at = place();
  text.resize(Story::kWidth - at.size(), ' ');
  return text + at;
}

TEST(Story, TellsWhoDidWhatInWhichOrder) {
  const auto test = [] {
    Trial& trial = Trial::current();
    const ObjectId box = trial.make_object(kBox);
    trial.spawn("writer", [box] {
      put(box, "Ping{1} into the box");
      log("half way");
      put(box, "");
      Trial::current().choose({DecisionType::value, 3, {}, kNoTask, kHere});
    });
    trial.spawn("reader", [box] {
      put(box, "Pong");
      Trial::current().note(kGet, box, kHere);
    });
    sleep(box, 1500ms);
    log("awake\nand well");
  };
  const StoryLines story = read_story(tell(test, picks({2})));
  EXPECT_THAT(story.lines, ElementsAre("       test          spawn writer",                          //
                                       "                     spawn reader",                          //
                                       with_place("    1  reader        put Pong"),                  //
                                       with_place("                     get at box"),                //
                                       with_place("    2  writer        put Ping{1} into the box"),  //
                                       "                     log: half way",                         //
                                       with_place("    3                put at box"),                //
                                       with_place("                     choose 0 of 0..2"),          //
                                       "       -- at 1.5 s --",                                      //
                                       "    4  test          wake up at box",                        //
                                       "                     log: awake",                            //
                                       "                     log: and well"));
  EXPECT_THAT(story.decisions_text, ElementsAre("reader put at box", "writer chooses a value"));
}

TEST(Story, KeepsTo80Columns) {
  const std::string long_text(200, 'x');
  const auto test = [&] {
    Trial& trial = Trial::current();
    const ObjectId box = trial.make_object(kBox);
    trial.spawn("a task with a very long name", [&, box] {
      put(box, long_text);
      log(long_text);
      trial.spawn("short", [&, box] { put(box, "\u00fc\u00fc\u00fc\xff\x1b[1m" + long_text); });
    });
  };
  const std::string told = tell(test, {});
  const StoryLines story = read_story(told);
  ASSERT_EQ(story.lines.size(), 5u);
  for (const std::string& line : story.lines) {
    EXPECT_LE(columns(line), 80u) << line;
    EXPECT_EQ(line.find('\x1b'), std::string::npos);
  }
  EXPECT_THAT(story.lines[1], HasSubstr("xxx\u2026  " + place()));
  EXPECT_THAT(story.lines[1], HasSubstr("    1  \u2026th a very long name  put x"));
  EXPECT_THAT(story.lines[4], HasSubstr("\u2026ery long name/short"));
  EXPECT_THAT(story.lines[4], HasSubstr("put \u00fc\u00fc\u00fc\\xff\\x1b[1mxxx"));

  const StoryLines whole = read_story(tell(test, {}, 0));
  EXPECT_THAT(whole.lines[1], HasSubstr("a task with a very long name  put " + long_text + "  " + place()));
}

TEST(Story, DescribesTimesExactly) {
  const auto test = [] {
    const ObjectId box = Trial::current().make_object(kBox);
    for (const Duration duration : std::vector<Duration>{7ns, 993ns, 500us, 499ms + 500us, 2s, 1ns})
      sleep(box, duration);
  };
  std::vector<std::string> times;
  for (const std::string& line : read_story(tell(test, {})).lines)
    if (line.find("--") != std::string::npos) times.push_back(line.substr(7));
  EXPECT_THAT(times, ElementsAre("-- at 7 ns --", "-- at 1 us --", "-- at 501 us --", "-- at 500.001 ms --",
                                 "-- at 2.500001 s --", "-- at 2.500001001 s --"));
}

// What is in the sink while an event is under way: it is told before it is over, and the text as soon as there is one.
TEST(Story, IsCompleteUpToTheEventUnderWay) {
  std::string told;
  Story story([&](std::string_view record) { told += record; });
  Trial trial;
  trial.observe_with(&story);
  BoardMemory memory(BoardMemory::Sharing::private_memory, 1 << 10);
  Replay replay({});
  std::vector<StoryLines> seen;
  const auto test = [&] {
    const ObjectId box = trial.make_object(kBox);
    if (!trial.schedule({&kPut, box, Access::update, Location::none()})) return;
    seen.push_back(read_story(told));
    trial.describe([] { return "something"; });
    seen.push_back(read_story(told));
    log("then a log");
    trial.describe([] { return "something else"; });
    seen.push_back(read_story(told));
  };
  trial.run(test, replay, {0, 1}, memory.board());
  ASSERT_EQ(seen.size(), 3u);
  EXPECT_THAT(seen[0].lines, ElementsAre("    1  test          put at box"));
  EXPECT_THAT(seen[1].lines, ElementsAre("    1  test          put something"));
  EXPECT_THAT(seen[2].lines,
              ElementsAre("    1  test          put something else", "                     log: then a log"));
}

TEST(Story, ReadsWhatWasCutAnywhere) {
  const auto test = [] {
    Trial& trial = Trial::current();
    const ObjectId box = trial.make_object(kBox);
    for (const char* name : {"one", "two\nlines"}) trial.spawn(name, [box] { put(box, "a\nb"); });
  };
  const std::string told = tell(test, picks({2}));
  const StoryLines whole = read_story(told);
  EXPECT_THAT(whole.decisions_text, ElementsAre("two\nlines put at box"));
  ASSERT_EQ(whole.lines.size(), 4u);
  EXPECT_THAT(whole.lines[2], HasSubstr("two\\nlines    put a\\nb"));
  for (std::size_t size = 0; size <= told.size(); ++size) {
    const StoryLines part = read_story(std::string_view(told).substr(0, size));
    ASSERT_LE(part.lines.size(), whole.lines.size());
    ASSERT_LE(part.decisions_text.size(), whole.decisions_text.size());
    for (std::size_t i = 0; i + 1 < part.lines.size(); ++i) ASSERT_EQ(part.lines[i], whole.lines[i]);
  }
}

TEST(Story, ReadsNonsense) {
  EXPECT_TRUE(read_story("").lines.empty());
  EXPECT_TRUE(read_story("S no end").lines.empty());
  EXPECT_TRUE(read_story("\n\n \nX what\nSx\nR nothing to revise\nS").lines.empty());
  EXPECT_THAT(read_story("S \nR a\nL log\nR b\n").lines, ElementsAre("b", "log"));
  EXPECT_THAT(read_story("D bad \\q escape\n").decisions_text, ElementsAre("bad \\q escape"));
  EXPECT_TRUE(read_story(std::string(1000, '\0')).lines.empty());
}

}  // namespace
}  // namespace heddle
