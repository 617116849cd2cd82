// What every strategy must keep to (heddle/engine/strategy.h): the same seeds and lessons give the same decisions, pick
// leaves nothing behind that a fork would lose, spin loops end, and no schedule of a small program is out of reach
// unless theory says so.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <optional>
#include <set>
#include <span>

#include "heddle/strategy/catalogue.h"
#include "heddle/strategy/random_walk.h"
#include "tests/support/cell.h"
#include "tests/support/interleaving.h"
#include "tests/support/lab.h"

namespace heddle::testing {
namespace {

std::unique_ptr<Strategy> make(const std::string& spec) {
  std::string error;
  std::unique_ptr<Strategy> strategy = make_strategy(spec, error);
  EXPECT_TRUE(strategy) << error;
  return strategy;
}

// Control flow that depends on data, values to choose, tasks that start tasks, steps without a choice.
void varied_program() {
  const auto x = std::make_shared<Cell<int>>();
  const auto y = std::make_shared<Cell<int>>();
  x->write(1);
  y->write(1);
  for (int i = 0; i < 3; ++i) {
    start("worker", [x, y] {
      Cell<int> own;
      for (int k = 0; k < 3; ++k) {
        const int seen = x->read();
        if (seen % 3 == 1)
          y->update([&](int v) { return v + seen; });
        else
          x->write(seen + 1 + static_cast<int>(Trial::current().choose({.count = 3})));
        for (int j = 0; j < seen % 4; ++j) own.write(j);
        if (y->read() % 5 == 2) start("helper", [x] { x->update([](int v) { return 2 * v; }); });
      }
    });
  }
}

class Contract : public ::testing::TestWithParam<std::string> {
 protected:
  static constexpr std::uint64_t kTrials = 200;
  static TrialStart start_of(std::uint64_t trial) { return {trial, combine(41, trial)}; }

  // The schedules of all trials, in one process.
  static std::vector<Schedule> run_here(Strategy& strategy, std::uint64_t trials) {
    Lab lab;
    std::vector<Schedule> schedules;
    for (std::uint64_t i = 0; i < trials; ++i) {
      lab.run(varied_program, strategy, start_of(i));
      schedules.push_back(lab.schedule());
    }
    return schedules;
  }
};

TEST_P(Contract, SameSeedsGiveTheSameDecisionsAlsoWhileLearning) {
  const auto first = make(GetParam()), second = make(GetParam());
  const std::vector<Schedule> schedules = run_here(*first, kTrials);
  EXPECT_EQ(schedules, run_here(*second, kTrials));
  if (GetParam() == "delay:0") return;  // one schedule
  EXPECT_GT(std::set<std::size_t>([&] {
              std::set<std::size_t> lengths;
              for (const Schedule& schedule : schedules) lengths.insert(schedule.size());
              return lengths;
            }())
                .size(),
            3u);
}

// --- one forked child per trial, as with --isolate ---

template <class T>
void put(int fd, std::span<const T> items) {
  const std::size_t count = items.size();
  std::string bytes(reinterpret_cast<const char*>(&count), sizeof count);
  bytes.append(reinterpret_cast<const char*>(items.data()), items.size_bytes());
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t n = write(fd, bytes.data() + done, bytes.size() - done);
    if (n <= 0) _exit(1);
    done += static_cast<std::size_t>(n);
  }
}

void get_bytes(int fd, void* to, std::size_t size) {
  for (std::size_t done = 0; done < size;) {
    const ssize_t n = read(fd, static_cast<char*>(to) + done, size - done);
    ASSERT_GT(n, 0);
    done += static_cast<std::size_t>(n);
  }
}

template <class T>
std::vector<T> get(int fd) {
  std::size_t count = 0;
  get_bytes(fd, &count, sizeof count);
  std::vector<T> items(count);
  get_bytes(fd, static_cast<void*>(items.data()), count * sizeof(T));
  return items;
}

struct Numbers {
  bool failed, with_history;
  std::uint64_t steps, contested, order_hash;
};

// Runs the trial in a child and lets the parent's strategy learn from what the child sends.
Schedule run_in_child(Strategy& strategy, const TrialStart& start_of) {
  std::array<int, 2> ends{};
  EXPECT_EQ(pipe(ends.data()), 0);
  const pid_t child = fork();
  if (child == 0) {
    Lab lab;
    const TrialEnd end = lab.end_of(lab.run_only(varied_program, strategy, start_of), strategy);
    const Numbers numbers{end.failed, end.history != nullptr, end.steps, end.contested, end.order_hash};
    put(ends[1], std::span(&numbers, 1));
    put<Decision>(ends[1], lab.schedule());
    const History none;
    const History& history = end.history ? *end.history : none;
    put<Event>(ends[1], history.events);
    put<Touch>(ends[1], history.touches);
    put<TaskRecord>(ends[1], history.tasks);
    put<std::uint64_t>(ends[1], history.object_stable);
    put<Race>(ends[1], end.races);
    _exit(0);
  }
  close(ends[1]);
  const Numbers numbers = get<Numbers>(ends[0]).at(0);
  Schedule schedule = get<Decision>(ends[0]);
  History history;
  history.events = get<Event>(ends[0]);
  history.touches = get<Touch>(ends[0]);
  history.tasks = get<TaskRecord>(ends[0]);
  history.object_stable = get<std::uint64_t>(ends[0]);
  const std::vector<Race> races = get<Race>(ends[0]);
  close(ends[0]);
  EXPECT_EQ(waitpid(child, nullptr, 0), child);
  strategy.begin(start_of);
  strategy.end({.failed = numbers.failed,
                .steps = numbers.steps,
                .contested = numbers.contested,
                .order_hash = numbers.order_hash,
                .history = numbers.with_history ? &history : nullptr,
                .races = races});
  return schedule;
}

TEST_P(Contract, DecidesTheSameWhenEveryTrialRunsInAForkedChild) {
  constexpr std::uint64_t kForks = 60;
  const auto here = make(GetParam()), forked = make(GetParam());
  const std::vector<Schedule> schedules = run_here(*here, kForks);
  for (std::uint64_t i = 0; i < kForks; ++i)
    ASSERT_EQ(run_in_child(*forked, start_of(i)), schedules[i]) << "trial " << i;
}

// --- spin loops ---

// One waits for the other's write, which comes after some steps on other objects.
void spin() {
  const auto flag = std::make_shared<Cell<int>>();
  const auto other = std::make_shared<Cell<int>>();
  start("spinner", [flag] {
    while (flag->read() == 0) {
    }
  });
  start("writer", [flag, other] {
    for (int i = 0; i < 5; ++i) other->write(i);
    flag->write(1);
  });
}

// Two that spin on each other, turn by turn.
void take_turns() {
  const auto turn = std::make_shared<Cell<int>>();
  for (int me : {0, 1})
    start("player", [turn, me] {
      for (int round = 0; round < 3; ++round) {
        while (turn->read() != me) {
        }
        turn->write(1 - me);
      }
    });
}

TEST_P(Contract, SpinLoopsEnd) {
  const auto strategy = make(GetParam());
  Lab lab;
  for (std::uint64_t i = 0; i < 100; ++i) {
    const Outcome outcome = lab.run(i % 2 ? &spin : &take_turns, *strategy, start_of(i));
    ASSERT_FALSE(outcome.failure) << outcome.failure->message;
  }
}

// --- every schedule of a small program ---

std::set<std::string> interleavings_seen(Strategy& strategy, const std::vector<int>& lengths, std::uint64_t trials) {
  Lab lab;
  std::string trace;
  std::set<std::string> seen;
  lab.run_many(trials, letters(lengths, trace), strategy, 42,
               [&](std::uint64_t, const Outcome&) { seen.insert(trace); });
  return seen;
}

// What a sampler cannot reach by design: PCT(d) has at most d-1 preemptions, delay bounding at most D delays
// (nine suffice here, for cbacba). And the sticky walk with 0.9 reaches everything, but abcabc with a probability of
// 1/3 (0.1/2)^4 0.1, too seldom for a test.
bool complete(const std::string& spec) {
  return spec != "pct:1" && spec != "pct:2" && spec != "delay:0" && spec != "delay:2" && spec != "sticky";
}

TEST_P(Contract, ReachesEveryInterleavingOfTwoTasks) {
  if (!complete(GetParam())) return;
  EXPECT_EQ(interleavings_seen(*make(GetParam()), {3, 3}, 10'000).size(), 20u);
}

TEST_P(Contract, ReachesEveryInterleavingOfThreeTasks) {
  if (!complete(GetParam())) return;
  EXPECT_EQ(interleavings_seen(*make(GetParam()), {2, 2, 2}, 30'000).size(), 90u);
}

INSTANTIATE_TEST_SUITE_P(
    Strategies, Contract,
    ::testing::Values("rw", "pct", "pct:1", "pct:2", "pos", "pos*", "rapos", "urw", "surw", "delay:0", "delay:2",
                      "delay:9", "sticky", "sticky:0.5", "portfolio", "pos+", "pos+8", "surw+", "portfolio+"),
    [](const auto& spec) {
      std::string name;
      for (char c : spec.param)
        name += c == '*' ? "_star" : c == '+' ? "_plus" : c == ':' || c == '.' ? "_" : std::string(1, c);
      return name;
    });

}  // namespace
}  // namespace heddle::testing
