// Properties of all programs, tried on random ones.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "heddle/actor/system.h"
#include "heddle/strategy/pos.h"
#include "heddle/strategy/random_walk.h"
#include "heddle/trace/replay.h"
#include "tests/support/effort.h"
#include "tests/support/enumerate.h"
#include "tests/support/random_program.h"

namespace heddle::testing {
namespace {

// What enumerate() checks of every program: that equivalent executions have one outcome, that the hash and the relation
// draw the same line between orders, that independent neighbours can be swapped and racing ones go either way.
TEST(RandomPrograms, RelationAndHashAgree) {
  constexpr std::uint64_t kLimit = 3'000;
  std::size_t complete = 0;
  for (std::uint64_t seed = 0; seed < many(300) && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("program {}", seed));
    const RandomShape shape{.tasks = 2, .operations = 2 + static_cast<std::uint32_t>(seed % 2), .choices = seed % 3 == 0};
    const Settings settings = seed % 4 == 0 ? any_time() : Settings{};
    complete += enumerate_some(random_program(seed, shape), settings, kLimit).executions < kLimit;
  }
  EXPECT_GT(complete, enough(150));  // the rest was explored in part
}

// --- determinism ---

std::string text_of(const History& history) {
  std::string text;
  for (const Event& event : history.events) {
    text += fmt::format("{} {} {} {} {}:", index(event.task), event.sequence, event.kind->name, event.scheduled, event.after);
    for (const Touch& touch : history.touches_of(event))
      text += fmt::format(" {} {} {}", index(touch.object), to_string(touch.access), touch.detail);
    text += "\n";
  }
  for (const MessageRecord& m : history.messages) text += fmt::format("{} {} {}\n", m.event, m.taken_by, m.until);
  for (const ReceiveRecord& r : history.receives) text += fmt::format("{} {} {}\n", r.event, r.message, r.contested);
  for (const TaskRecord& task : history.tasks) text += fmt::format("{:x}\n", task.stable);
  for (std::uint64_t stable : history.object_stable) text += fmt::format("{:x}\n", stable);
  return text;
}

struct Result {
  std::uint64_t order_hash, steps, contested;
  Time ended_at;
  std::string failure;
  friend bool operator==(const Result&, const Result&) = default;
};

class Bench {
 public:
  explicit Bench(const Settings& settings) : trial_(settings) {}

  Result run(const Program& program, Strategy& strategy, bool history) {
    trial_.keep_history(history);
    const Outcome out = trial_.run(program, strategy, {0, 17}, board_.board(), &ActorSystem::run_body);
    return {out.order_hash, out.steps, out.contested, out.ended_at, out.failure ? out.failure->message : ""};
  }
  std::string history() const { return text_of(trial_.history()); }
  Schedule schedule() const { return board_.schedule(); }

 private:
  Trial trial_;
  BoardMemory board_{BoardMemory::Sharing::private_memory, 1 << 16};
};

TEST(RandomPrograms, AReplayedScheduleGivesTheSameTrial) {
  RandomWalk walk;
  Pos pos;
  for (std::uint64_t seed = 0; seed < 500 && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("program {}", seed));
    const Program program = random_program(seed, {.tasks = 5, .operations = 8, .choices = true});
    const Settings settings = seed % 3 == 0 ? any_time() : Settings{};
    Bench bench(settings);
    const Result first = bench.run(program, seed % 2 == 0 ? static_cast<Strategy&>(walk) : pos, true);
    const std::string history = bench.history();
    const Schedule schedule = bench.schedule();

    Bench fresh(settings);  // in a trial that never ran anything, and in one that has
    for (Bench* where : {&fresh, &bench}) {
      for (bool keep : {false, true}) {
        Replay replay(schedule);
        EXPECT_EQ(where->run(program, replay, keep), first) << (keep ? "with history" : "without history");
        EXPECT_FALSE(replay.departed()) << replay.departed()->text();
        EXPECT_EQ(where->schedule(), schedule);
        if (keep) {
          EXPECT_EQ(where->history(), history);
        }
      }
    }
  }
}

}  // namespace
}  // namespace heddle::testing
