// The contract between the engine, which runs one trial, and a strategy, which decides in it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "heddle/engine/decision.h"
#include "heddle/engine/history.h"
#include "heddle/engine/operation.h"
#include "heddle/engine/ready.h"

namespace heddle {

class Trial;

struct TrialStart {
  std::uint64_t index = 0;  // number of the trial in this exploration, from 0
  std::uint64_t seed = 0;   // all randomness of the trial must come from here
};

// A question other than "who goes next".
struct Choice {
  DecisionType type = DecisionType::value;
  std::uint32_t count = 0;              // answers are 0 .. count-1
  std::span<const double> weights = {};  // empty: all alike
  TaskId task = kNoTask;
  Location where = Location::none();
  bool fair = false;  // who asks for ever gets every answer for ever
};

// Two events, first executed before second, dependent, and ordered by nothing but their own conflict: the other order
// is possible too. Indices into History::events.
struct Race {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
};

struct TrialEnd {
  bool failed = false;
  bool cut = false;             // because of Settings::max_steps
  std::uint64_t steps = 0;      // operations executed
  std::uint64_t contested = 0;  // picks among two or more that the strategy made, not the fair tail
  std::uint64_t order_hash = 0;  // equal for trials with the same partial order
  const History* history = nullptr;  // if wanted
  std::span<const Race> races = {};  // if wanted
};

// What a strategy needs to see in a trial.
struct Wants {
  bool executed = false;  // calls of executed()
  bool history = false;   // TrialEnd::history
  bool races = false;     // TrialEnd::races (implies history)
  bool prints = false;    // History::states and message_prints (implies history)
};

// Who calls what: the engine calls begin once per trial, then any number of pick, choose and executed, then finished, then
// the exploration loop calls end once. All on one thread.
//
// What is guaranteed: the same program that was given the same answers asks the same questions. In exchange, pick,
// choose and executed may depend on nothing but the trial's seed, what was learned in earlier calls of end, and what
// the engine showed since begin. They may change only what begin resets: with --isolate they run in a forked child,
// whose memory is gone when end is called in the parent.
class Strategy {
 public:
  virtual ~Strategy() = default;

  // Asked after each begin.
  virtual Wants wants() const { return {}; }

  // Does every ready operation get picked sooner or later, however the program behaves? Unfair strategies are handed
  // over to a random walk after a bound, so that spin and retry loops end.
  virtual bool fair() const = 0;

  // Are its decisions its own to the end? Then nobody else decides in between, and that a run goes on for ever says nothing
  // about fair ones: searches and replays.
  virtual bool alone() const { return false; }

  // Shows this strategy and those inside it, outermost first.
  virtual void visit(const std::function<void(Strategy&)>& show) { show(*this); }

  // A new trial starts.
  virtual void begin(const TrialStart& start) = 0;

  // Two or more operations are ready: which one goes next? Not called when there is no choice.
  virtual const Pending& pick(Ready& ready) = 0;

  // Somebody asks for a value below choice.count (which is at least 2).
  virtual std::uint32_t choose(const Choice& choice) = 0;

  // `done` was executed and left this footprint. Only if wanted. Pending operations may be given new priorities.
  virtual void executed(const Operation& done, TaskId task, std::span<const Touch> touches, Ready& ready) {
    (void)done, (void)task, (void)touches, (void)ready;
  }

  // The trial is decided, and all its data is still there. Only if history is wanted.
  virtual void finished(const Trial& trial) { (void)trial; }

  // The trial is over; learn from it. False: nothing is left to explore.
  virtual bool end(const TrialEnd& end) {
    (void)end;
    return true;
  }
};

}  // namespace heddle
