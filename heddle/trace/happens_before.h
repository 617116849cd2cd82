// Happens-before and races of one trial, computed after it from its history.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heddle/engine/dependence.h"
#include "heddle/engine/history.h"
#include "heddle/engine/object.h"
#include "heddle/engine/strategy.h"
#include "heddle/trace/clock_pass.h"

namespace heddle {

class Trial;

// One pass over the events, in the order in which they ran. An event's clock joins those of its task's previous event
// (or of the event that spawned the task, and of those that it had to wait for), of the send whose message it took, of
// everything before the clock moved on if a deadline made it possible, and of every earlier event that it is dependent
// with. A dependent pair that was not ordered by anything else is a race: the other order is possible too, and later
// events count the pair as ordered, so only such reversible pairs are reported, not everything that follows from them.
//
// Near linear: per object, earlier touches are looked at newest first, and the walk ends at the first that is known to
// be ordered after everything older. Clocks have a component per chain, not per task: a task whose first event comes
// after the last one of another goes on with the chain of that other. Tasks that come one after the other (each firing
// of a timer is one) thus share a component, and clocks stay as short as few tasks live beside one another.
class HappensBefore {
 public:
  // `kinds` gives, by ObjectId, the kind of each object of the trial. Call while the trial's data is still there (see
  // Trial::before_cleanup): mailboxes are asked about their messages.
  void analyse(const History& history, std::span<const ObjectKind* const> kinds, Observers observers = Observers::on);
  void analyse(const Trial& trial, Observers observers = Observers::on);

  const std::vector<Race>& races() const { return is_long_ ? long_.races() : short_.races(); }

  // Components of a clock.
  std::size_t chains() const { return is_long_ ? long_.chains() : short_.chains(); }

  // Did event a happen before event b (by index)? Every event happens before itself.
  bool before(std::uint32_t a, std::uint32_t b) const { return is_long_ ? long_.before(a, b) : short_.before(a, b); }

 private:
  detail::ClockPass<std::uint16_t> short_;  // of the last trial, if it was a short one
  detail::ClockPass<std::uint32_t> long_;
  bool is_long_ = false;
  std::vector<const ObjectKind*> kinds_;
};

}  // namespace heddle
