#include "heddle/trace/replay.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "heddle/engine/trial.h"
#include "heddle/strategy/random_walk.h"
#include "heddle/trace/describe_decision.h"
#include "heddle/trace/story.h"

namespace heddle {
namespace {

constexpr OperationKind kTouch{"touch"};
constexpr OperationKind kPeek{"peek"};

class CellKind final : public ObjectKind {
 public:
  std::string describe(ObjectId) const override { return "cell"; }
};
const CellKind kCell;

void touch(ObjectId cell, const OperationKind& kind = kTouch) {
  Trial& trial = Trial::current();
  if (trial.schedule({&kind, cell, Access::update, Location()})) trial.touch(cell, Access::update);
}

std::uint32_t choose(std::uint32_t count, DecisionType type = DecisionType::value,
                     std::span<const double> weights = {}) {
  return Trial::current().choose({type, count, weights, kNoTask, Location()});
}

// Each writer touches the cell `steps` times.
struct Writers {
  int count = 3;
  int steps = 2;
  std::string name = "writer";
  const OperationKind* kind = &kTouch;

  void operator()() const {
    Trial& trial = Trial::current();
    const ObjectId cell = trial.make_object(kCell);
    for (int i = 0; i < count; ++i) {
      trial.spawn(name, [cell, steps = steps, kind = kind] {
        for (int j = 0; j < steps; ++j) touch(cell, *kind);
      });
    }
  }
};

class Bench {
 public:
  Outcome run(const std::function<void()>& test, Strategy& strategy, std::uint64_t seed = 1) {
    std::string told;
    Story story([&](std::string_view record) { told += record; });
    trial_.observe_with(&story);
    Outcome outcome = trial_.run(test, strategy, {0, seed}, memory_.board());
    trial_.observe_with(nullptr);
    texts = read_story(told).decisions_text;
    return outcome;
  }
  Schedule schedule() const { return memory_.schedule(); }

  std::vector<std::string> texts;  // of the last trial's decisions

 private:
  Trial trial_;
  BoardMemory memory_{BoardMemory::Sharing::private_memory, 1 << 16};
};

TEST(Replay, FollowsTheScheduleToItsEnd) {
  Bench bench;
  RandomWalk walk;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Outcome recorded = bench.run(Writers{}, walk, seed);
    const Schedule schedule = bench.schedule();
    const std::vector<std::string> texts = bench.texts;
    ASSERT_EQ(texts.size(), schedule.size());
    Replay replay(schedule, texts);
    const Outcome again = bench.run(Writers{}, replay, seed + 1000);
    EXPECT_FALSE(replay.departed()) << replay.departed()->text();
    EXPECT_EQ(again.order_hash, recorded.order_hash);
    EXPECT_EQ(bench.schedule(), schedule);
    EXPECT_EQ(bench.texts, texts);
    EXPECT_EQ(replay.followed(), schedule.size());
    EXPECT_FALSE(replay.end({}));
  }
}

TEST(Replay, WithoutScheduleOrFallbackTakesTheFirst) {
  Bench bench;
  Replay replay({});
  bench.run(Writers{}, replay);
  for (const Decision decision : bench.schedule()) EXPECT_LE(decision.value(), 3u);
  EXPECT_EQ(bench.schedule().front(), Decision(DecisionType::pick, 1));
  ASSERT_TRUE(replay.departed());
  EXPECT_EQ(replay.departed()->why, Departure::Why::ran_out);
  EXPECT_EQ(
      replay.departed()->text(),
      "decision 1: expected nothing more, since the schedule ends here, but found a pick among 3: writer touch at "
      "cell, writer#2 touch at cell, writer#3 touch at cell");
}

TEST(Replay, NamesATaskThatIsNotReady) {
  Bench bench;
  const Schedule schedule = {Decision(DecisionType::pick, 1), Decision(DecisionType::pick, 1),
                             Decision(DecisionType::pick, 1)};
  Replay replay(schedule);
  std::string told;
  replay.on_departure([&](const Departure& departure) { told += departure.text(); });
  bench.run(Writers{}, replay);
  ASSERT_TRUE(replay.departed());
  EXPECT_EQ(replay.departed()->decision, 3u);
  EXPECT_EQ(
      replay.departed()->text(),
      "decision 3: expected writer to be ready, but found a pick among 2: writer#2 touch at cell, writer#3 touch at "
      "cell");
  EXPECT_EQ(replay.departed()->why, Departure::Why::changed);
  EXPECT_EQ(told, replay.departed()->text());
  EXPECT_EQ(replay.followed(), 2u);
}

TEST(Replay, NamesTasksThatDoNotExist) {
  Bench bench;
  for (const std::uint32_t task : {4u, 1000u, Decision::kMaxValue}) {
    const Schedule schedule = {Decision(DecisionType::pick, task)};
    Replay replay(schedule);
    bench.run(Writers{}, replay);
    ASSERT_TRUE(replay.departed());
    EXPECT_EQ(replay.departed()->expected, fmt::format("task number {} to be ready", task));
  }
  const Schedule finished = {Decision(DecisionType::pick, 0)};  // the test's own task exists, but is done
  Replay replay(finished);
  bench.run(Writers{}, replay);
  EXPECT_EQ(replay.departed()->expected, "test to be ready");
}

TEST(Replay, ShowsOnlySomeOfMany) {
  Bench bench;
  Replay replay({});
  bench.run(Writers{.count = 20}, replay);
  EXPECT_TRUE(replay.departed()->found.ends_with("writer#8 touch at cell and 12 more")) << replay.departed()->found;
}

TEST(Replay, NoticesWhenADecisionLooksDifferent) {
  Bench bench;
  RandomWalk walk;
  bench.run(Writers{}, walk);
  const Schedule schedule = bench.schedule();
  const std::vector<std::string> texts = bench.texts;
  for (const Writers& changed : {Writers{.name = "reader"}, Writers{.kind = &kPeek}}) {
    Replay unchecked(schedule);
    bench.run(changed, unchecked);
    EXPECT_FALSE(unchecked.departed());
    Replay checked(schedule, texts);
    bench.run(changed, checked);
    ASSERT_TRUE(checked.departed());
    EXPECT_EQ(checked.departed()->decision, 1u);
    EXPECT_EQ(checked.departed()->expected, texts[0]);
  }
  Replay partly(schedule, {texts[0], "", "something else"});
  bench.run(Writers{}, partly);
  ASSERT_TRUE(partly.departed());
  EXPECT_EQ(partly.departed()->decision, 3u);
}

TEST(Replay, NoticesALeftOver) {
  Bench bench;
  RandomWalk walk;
  bench.run(Writers{}, walk);
  Schedule schedule = bench.schedule();
  const std::size_t size = schedule.size();
  schedule.push_back(Decision(DecisionType::pick, 2));
  schedule.push_back(Decision(DecisionType::value, 7));
  Replay replay(schedule);
  bench.run(Writers{}, replay);
  ASSERT_TRUE(replay.departed());
  EXPECT_EQ(replay.departed()->why, Departure::Why::left_over);
  EXPECT_EQ(replay.departed()->text(),
            fmt::format("decision {}: expected task number 2 to be ready, but found the end of "
                        "the trial, with 2 of {} decisions left over",
                        size + 1, size + 2));
}

TEST(Replay, AnswersChoices) {
  Bench bench;
  std::vector<std::uint32_t> got;
  const auto test = [&] {
    got = {choose(5), choose(2, DecisionType::fault), choose(1), choose(9, DecisionType::time)};
  };
  const Schedule schedule = {Decision(DecisionType::value, 4), Decision(DecisionType::fault, 1),
                             Decision(DecisionType::time, 8)};
  Replay replay(schedule, {"test chooses a value", "test chooses a fault", "test chooses a time"});
  bench.run(test, replay);
  EXPECT_FALSE(replay.departed()) << replay.departed()->text();
  EXPECT_EQ(got, (std::vector<std::uint32_t>{4, 1, 0, 8}));
}

TEST(Replay, RefusesAnswersThatAreNotPossible) {
  struct Case {
    Decision decision;
    std::string text;
    std::string sentence;
  };
  const std::vector<Case> cases = {
      {Decision(DecisionType::value, 3), "", "the value 3, but found test chooses a value of 3 possible"},
      {Decision(DecisionType::value, 0), "", "the value 0, but found test chooses a value of 3 possible"},  // weight 0
      {Decision(DecisionType::fault, 1), "", "the fault 1, but found test chooses a value of 3 possible"},
      {Decision(DecisionType::value, 1), "writer chooses a value",
       "the value 1, when writer chooses a value, but found test chooses a value of 3 possible"},
      {Decision(DecisionType::pick, 0), "", "test to be ready, but found test chooses a value of 3 possible"},
  };
  const std::vector<double> weights = {0, 1, 1};
  for (const Case& wrong : cases) {
    Bench bench;
    std::uint32_t got = 99;
    const Schedule schedule = {wrong.decision};
    Replay replay(schedule, {wrong.text});
    bench.run([&] { got = choose(3, DecisionType::value, weights); }, replay);
    ASSERT_TRUE(replay.departed());
    EXPECT_EQ(replay.departed()->text(), "decision 1: expected " + wrong.sentence);
    EXPECT_EQ(got, 1u);  // the first that has a weight
  }
}

TEST(Replay, FoundAPickInsteadOfAChoice) {
  Bench bench;
  const Schedule schedule = {Decision(DecisionType::value, 1)};
  Replay replay(schedule);
  bench.run(Writers{.count = 2}, replay);
  EXPECT_EQ(replay.departed()->text(),
            "decision 1: expected the value 1, but found a pick among 2: writer touch at cell, "
            "writer#2 touch at cell");
}

// Takes the last, counts what it is asked.
class TakesLast final : public Strategy {
 public:
  Wants wants() const override { return {.executed = true}; }
  bool fair() const override { return false; }
  void begin(const TrialStart& start) override { begun = start.seed; }
  const Pending& pick(Ready& ready) override {
    ++picks;
    std::size_t last = 0;
    for (std::size_t i = 1; i < ready.size(); ++i)
      if (ready[i].task > ready[last].task) last = i;
    return ready[last];
  }
  std::uint32_t choose(const Choice& choice) override { return choice.count - 1; }
  void executed(const Operation&, TaskId, std::span<const Touch>, Ready&) override { ++seen; }
  bool end(const TrialEnd&) override { return ++ends; }

  std::uint64_t begun = 0;
  int picks = 0, seen = 0, ends = 0;
};

TEST(Replay, HandsOverToTheFallback) {
  Bench bench;
  TakesLast last;
  const Schedule schedule = {Decision(DecisionType::pick, 1), Decision(DecisionType::pick, 1)};
  Replay replay(schedule, {}, &last);
  EXPECT_TRUE(replay.fair());
  int shown = 0;
  replay.visit([&](Strategy&) { ++shown; });
  EXPECT_EQ(shown, 2);
  const Outcome outcome = bench.run(Writers{}, replay, 77);
  EXPECT_EQ(last.begun, 77u);
  EXPECT_EQ(last.seen, static_cast<int>(outcome.steps));
  EXPECT_EQ(last.picks, 2);  // then only one task is left
  EXPECT_EQ(bench.schedule()[2], Decision(DecisionType::pick, 3));
  EXPECT_EQ(replay.departed()->why, Departure::Why::ran_out);
  EXPECT_FALSE(replay.end({}));
  EXPECT_EQ(last.ends, 1);
}

// Tasks that spawn, choose, touch shared cells, sleep and now and then fail, as the seed says.
class RandomProgram {
 public:
  explicit RandomProgram(std::uint64_t seed) : seed_(seed) {}
  void operator()() const {
    Trial& trial = Trial::current();
    std::vector<ObjectId> cells;
    for (int i = 0; i < 3; ++i) cells.push_back(trial.make_object(kCell));
    auto sum = std::make_shared<std::uint64_t>(0);
    for (std::uint64_t i = 0; i < 3; ++i) spawn(seed_ * 10 + i, cells, sum, 2);
  }

 private:
  static void spawn(std::uint64_t seed, const std::vector<ObjectId>& cells, const std::shared_ptr<std::uint64_t>& sum,
                    int depth) {
    Trial::current().spawn("task", [=] {
      Random random(seed);
      for (int step = 0; step < 6; ++step) {
        Trial& trial = Trial::current();
        switch (random.below(5)) {
          case 0:
            if (depth > 0) spawn(random.next(), cells, sum, depth - 1);
            break;
          case 1:
            *sum = *sum * 31 + choose(static_cast<std::uint32_t>(2 + random.below(3)));
            break;
          case 2: {
            Wait wait;
            wait.what = "sleep";
            wait.deadline = trial.now() + std::chrono::milliseconds(random.below(3));
            wait.expiry = {&kTouch, cells[0], Access::update, Location()};
            if (!trial.block(wait)) trial.touch(cells[0], Access::update);
            break;
          }
          default:
            touch(cells[random.below(3)]);
            *sum = *sum * 31 + seed;
        }
        if (*sum % 7 == 3) trial.fail(FailureKind::assertion, fmt::format("sum is {}", *sum), Location());
      }
    });
  }

  std::uint64_t seed_;
};

TEST(Replay, AThousandRandomFailingProgramsFailAgain) {
  Bench bench;
  RandomWalk walk;
  int failed = 0;
  for (std::uint64_t seed = 0; failed < 1000; ++seed) {
    ASSERT_LT(seed, 20'000u);
    const RandomProgram program(seed);
    const Outcome recorded = bench.run(program, walk, seed);
    if (!recorded.failure) continue;
    ++failed;
    const Schedule schedule = bench.schedule();
    Replay replay(schedule, bench.texts);
    const Outcome again = bench.run(program, replay);
    ASSERT_FALSE(replay.departed()) << replay.departed()->text();
    ASSERT_TRUE(again.failure);
    EXPECT_TRUE(again.failure->same_as(*recorded.failure));
    EXPECT_EQ(again.order_hash, recorded.order_hash);
    EXPECT_EQ(again.steps, recorded.steps);
    EXPECT_EQ(bench.schedule(), schedule);
  }
}

// Whatever a schedule says, the trial comes to an end and the departure has a text.
TEST(Replay, SurvivesRandomSchedules) {
  Bench bench;
  Random random(3);
  for (int i = 0; i < 2000; ++i) {
    Schedule schedule;
    for (auto n = random.below(20); n > 0; --n)
      schedule.push_back(Decision(random.below(3) ? DecisionType::pick : DecisionType::value,
                                  static_cast<std::uint32_t>(random.below(6))));
    Replay replay(schedule);
    bench.run(RandomProgram(random.below(100)), replay);
    EXPECT_TRUE(!replay.departed() || !replay.departed()->text().empty());
  }
}

}  // namespace
}  // namespace heddle
