// Judging runs that do not end while a monitor is hot: too long, or in circles. Internal.
//
// Lassos. A state that comes again can come again for ever. To compare states at every step would cost more than the
// steps themselves; but a cycle comes by each of its operations, so it is enough to look whenever one of them, the
// anchor, is about to be executed. The anchor is what happens to be next at the steps 32, 64, 128, ... of being hot:
// later anchors see cycles that begin later (as in Brent's algorithm). When a state has come again, the decisions in
// between are made once more, and again: the trial must come back to the same state each time, by a cycle in which
// everybody who could go on did, in which fair choices gave every answer, no fault struck, some monitor was hot and never
// cold, and nobody waited for a clock that never moved. Then it is a failure, whose schedule ends with the repetitions, and
// replays like any other.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "heddle/base/fingerprint.h"
#include "heddle/engine/watcher.h"

namespace heddle {

class Monitor;
class Monitors;

class Liveness final : public Watcher {
 public:
  explicit Liveness(Monitors& monitors) : monitors_(monitors) {}

  // Some monitor came to another heat. `owing`: some monitor was hot and not cold since, so that there is something to
  // judge.
  void heat_changed(Trial& trial, bool owing);
  void reset();

  void before_step(Trial& trial, const Pending& next) override;
  std::optional<std::uint32_t> lead(Trial& trial, DecisionType type, std::uint32_t count) override;
  void chose(const Trial& trial, const Choice& choice, std::uint32_t value) override;

 private:
  // The trial at the anchor.
  struct Visit {
    Fingerprint state;
    std::uint64_t step = 0;
    std::uint64_t decisions = 0;  // made so far
    std::uint64_t heat_changes = 0;  // Monitors::heat_changes by then
  };

  // A cycle that is being repeated.
  struct Cycle {
    Visit first, second;
    std::uint64_t rounds = 0;             // done
    bool unfair = false;                  // by a choice or fault
    std::set<std::uint64_t> ready, done;  // who could go on, who did
    // By task and place: how many answers there are, and which were given.
    std::map<std::uint64_t, std::pair<std::uint32_t, std::set<std::uint32_t>>> choices;

    std::uint64_t steps() const { return second.step - first.step; }
    std::uint64_t decisions() const { return second.decisions - first.decisions; }
    bool fair() const;
  };

  void look_for_lasso(Trial& trial, const Pending& next);
  void follow(Trial& trial, const Pending& next);
  void give_up(Trial& trial);
  static std::uint64_t limit(const Trial& trial);
  std::uint64_t too_hot_at(const Trial& trial) const;

  Monitors& monitors_;
  std::uint64_t anchor_ = 0;               // a hash of it
  std::uint64_t next_anchor_ = 0;          // step
  std::uint64_t gap_ = 0;                  // steps to the one after
  std::uint64_t not_before_ = 0;           // step: the last cycle was none
  std::map<std::uint64_t, Visit> visits_;  // by the state's number
  bool circling_ = false;
  Cycle cycle_;
  // Steps from one look to the next, at least: where all do the same, every step is the anchor.
  std::uint64_t pace_ = 0;
};

}  // namespace heddle
