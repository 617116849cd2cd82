// Runs a test function under many seeds and collects what it says it saw: for unit tests of the front ends.
//
//   const std::set<std::string> seen = outcomes([](std::string& said) {
//     ...                                       // an ordinary test body
//     said = "first";
//   });
//   EXPECT_EQ(seen, (std::set<std::string>{"first", "second"}));
//
// A trial that fails counts as "kind: message". Every seed is run twice, with history kept and without, and every tenth
// also with an observer: all must do exactly the same.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "heddle/actor/system.h"
#include "heddle/engine/board.h"
#include "heddle/engine/observer.h"
#include "heddle/engine/trial.h"
#include "heddle/strategy/pos.h"
#include "heddle/strategy/random_walk.h"
#include "heddle/trace/happens_before.h"

namespace heddle {

using SayingTest = std::function<void(std::string& said)>;

struct Ran {
  Outcome outcome;
  std::string said;
  std::string story;  // one line per event, if observed

  std::string text() const {
    if (!outcome.failure) return said;
    return std::string(to_string(outcome.failure->kind)) + ": " + outcome.failure->message;
  }
};

struct RunOptions {
  bool history = false;
  bool observe = false;
  Settings settings = {};
  std::function<void(Trial&)> before_cleanup = {};
};

// One line per event: task, kind, object, text.
class StoryTeller final : public Observer {
 public:
  void on_event(const Trial& trial, const Event& event, std::span<const Touch>, std::string_view text) override {
    story += trial.name_of(event.task) + " " + std::string(event.kind->name) + " [" + trial.name_of(event.object) + "] " +
             std::string(text) + "\n";
  }
  std::string story;
};

inline Ran run_once(const SayingTest& test, Strategy& strategy, std::uint64_t seed, const RunOptions& options = {}) {
  static Trial trial;  // one for all: trials must leave nothing behind
  static BoardMemory memory;
  StoryTeller teller;
  Ran ran;
  trial.settings() = options.settings;
  trial.keep_history(options.history);
  trial.observe_with(options.observe ? &teller : nullptr);
  trial.before_cleanup(options.before_cleanup);
  ran.outcome = trial.run([&] { test(ran.said); }, strategy, {seed, seed}, memory.board(), &ActorSystem::run_body);
  trial.observe_with(nullptr);
  ran.story = teller.story;
  return ran;
}

inline Ran run_once(const SayingTest& test, std::uint64_t seed = 1, const RunOptions& options = {}) {
  RandomWalk walk;
  return run_once(test, walk, seed, options);
}

inline std::set<std::string> outcomes(const SayingTest& test, std::uint64_t trials = 300, Settings settings = {}) {
  std::set<std::string> seen;
  RandomWalk walk;
  Pos pos;
  for (std::uint64_t seed = 0; seed < trials; ++seed) {
    Strategy& strategy = seed % 2 == 0 ? static_cast<Strategy&>(walk) : pos;
    const Ran plain = run_once(test, strategy, seed, {.settings = settings});
    const Ran kept = run_once(test, strategy, seed, {.history = true, .settings = settings});
    EXPECT_EQ(plain.text(), kept.text()) << "history changed what happens, seed " << seed;
    EXPECT_EQ(plain.outcome.steps, kept.outcome.steps) << "seed " << seed;
    EXPECT_EQ(plain.outcome.order_hash, kept.outcome.order_hash) << "seed " << seed;
    if (seed % 10 == 0) {
      const Ran watched = run_once(test, strategy, seed, {.history = true, .observe = true, .settings = settings});
      EXPECT_EQ(plain.text(), watched.text()) << "an observer changed what happens, seed " << seed;
      EXPECT_EQ(plain.outcome.order_hash, watched.outcome.order_hash) << "seed " << seed;
    }
    seen.insert(plain.text());
  }
  return seen;
}

using Texts = std::set<std::string>;

// The races of one trial, "insert/look up" for an insert that raced with a later look-up, in order of detection.
inline std::vector<std::string> races_of(const SayingTest& test, std::uint64_t seed = 1, Settings settings = {}) {
  std::vector<std::string> races;
  RunOptions options{.history = true, .settings = settings};
  options.before_cleanup = [&](Trial& trial) {
    HappensBefore order;
    order.analyse(trial);
    const std::vector<Event>& events = trial.history().events;
    for (const Race& race : order.races())
      races.push_back(std::string(events[race.first].kind->name) + "/" + std::string(events[race.second].kind->name));
  };
  const Ran ran = run_once(test, seed, options);
  EXPECT_FALSE(ran.outcome.failure) << ran.text();
  return races;
}

}  // namespace heddle
