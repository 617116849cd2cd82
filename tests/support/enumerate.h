// Every execution of a small program: the ground truth that conformance tests, the dependence relation and the hash of
// partial orders are held against.
//
//   const Exploration found = enumerate([] {
//     Pid test = self();
//     for (int i = 1; i <= 2; ++i) spawn([=] { send(test, i); });
//     outcome("first {}", receive<int>());
//   });
//   EXPECT_EQ(found.outcomes, (Texts{"first 1", "first 2"}));
//   EXPECT_EQ(found.classes(), 2);
//
// Whatever the program, every exploration also checks, and says so if it does not hold, that
//   - executions with the same Outcome::order_hash have the same outcome;
//   - two executions have the same order_hash exactly if happens-before, computed from the dependence relation, is the
//     same in both: the hash and the relation draw the same line;
//   - of two operations that ran one right after the other, independent ones can be swapped, with an equivalent result,
//     and racing ones can go the other way (for up to some ten thousand executions, in programs without choices).
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "heddle/engine/settings.h"
#include "heddle/engine/strategy.h"
#include "heddle/engine/trial.h"
#include "heddle/trace/happens_before.h"

namespace heddle::testing {

// Walks all decision streams, depth first: among ready operations in the order of their tasks, among values from 0 up.
class Enumerate final : public Strategy {
 public:
  bool fair() const override { return true; }  // no hand-over: every decision is its own
  void begin(const TrialStart& start) override;
  const Pending& pick(Ready& ready) override;
  std::uint32_t choose(const Choice& choice) override;
  bool end(const TrialEnd& end) override;

  // The values that were chosen in this trial, and by whom.
  const std::vector<std::pair<TaskId, std::uint32_t>>& chosen() const { return chosen_; }

  // The program asked another question than when it had been given the same answers before.
  bool astray() const { return astray_; }

 private:
  struct Fork {
    std::uint32_t taken;
    std::uint32_t count;
  };
  std::uint32_t take(std::uint32_t count);

  std::vector<Fork> path_;
  std::size_t depth_ = 0;
  bool astray_ = false;
  std::vector<std::pair<TaskId, std::uint32_t>> chosen_;
};

using Texts = std::set<std::string>;
using Program = std::function<void()>;

struct Exploration {
  std::uint64_t executions = 0;
  Texts outcomes;
  std::map<std::uint64_t, Texts> by_order;         // by order_hash: one class of equivalent executions each
  std::set<std::uint64_t> failed;                  // of these classes, by order_hash
  std::map<std::string, std::uint64_t> frequency;  // executions by outcome
  bool cut_short = false;  // a failure ended an execution before its end

  std::size_t classes() const { return by_order.size(); }
  std::size_t classes_with(const std::string& text) const;  // that have this outcome
};

// Called by the program: part of what it says its outcome was. The parts of one execution are sorted and joined by
// commas. Failures are outcomes as well: "deadlock", "assertion: ...".
void outcome(std::string text);
template <class First, class... Args>
void outcome(fmt::format_string<First, Args...> format, First&& first, Args&&... args) {
  outcome(fmt::format(format, std::forward<First>(first), std::forward<Args>(args)...));
}

// All executions; fails the test if there are more than `limit`, or if a search does not find the same classes.
Exploration enumerate(const Program& program, const Settings& settings = {}, std::uint64_t limit = 2'000'000);

// As many as there are up to the limit; whether that was all is seen from Exploration::executions.
Exploration enumerate_some(const Program& program, const Settings& settings, std::uint64_t limit);

// The same from random trials, for programs that have too many executions.
Exploration sample(const Program& program, std::uint64_t trials, const Settings& settings = {});

// Time-outs and timers may strike at any point, as in Concuerror.
Settings any_time();

// Is given the trial of each execution, with its history, before its data goes.
using Look = std::function<void(Trial& trial, const HappensBefore& happens_before)>;
Exploration enumerate_and_look(const Program& program, const Settings& settings, const Look& look);

// By ObjectId.
std::vector<const ObjectKind*> kinds_of(const Trial& trial);

}  // namespace heddle::testing
