// The pass over a trial's events that HappensBefore describes (happens_before.h). Clocks are most of what it reads and
// writes, so their components are as small as the number of events allows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heddle/engine/dependence.h"
#include "heddle/engine/history.h"
#include "heddle/engine/object.h"
#include "heddle/engine/strategy.h"

namespace heddle::detail {

// Position: an unsigned type. Numbers of events must be less than half of its range.
template <class Position>
class ClockPass {
 public:
  void analyse(const History& history, std::span<const ObjectKind* const> kinds, Observers observers);

  const std::vector<Race>& races() const { return races_; }
  std::size_t chains() const { return chains_.size(); }
  bool before(std::uint32_t a, std::uint32_t b) const;

 private:
  // One earlier touch of an object.
  struct Entry {
    std::uint32_t event;
    std::uint32_t chain;  // of the event
    Position position;
    Touch touch;
    bool barrier;             // everything older at this object happened before it
    std::uint32_t run_start;  // first of the entries of its group that this one ends
    std::uint64_t group;      // see group_of
  };
  struct Stored {  // a clock, in the arena
    std::size_t offset = 0;
    std::uint32_t width = 0;
  };
  // What is known of an event. One that has joined nothing has the clock of the one before it on its chain.
  struct Row {
    Stored clock;  // its own component may be too low
    std::uint32_t chain;
    Position position;  // on the chain, from 1
  };
  struct Member {                     // a task
    std::uint32_t chain = kNone;      // from its first event on
    std::uint32_t last = kNone;       // its latest event
    std::uint32_t struck_by = kNone;  // the event that killed it
    std::uint32_t events = 0;         // all of its events, those to come as well
  };

  using Clock = std::vector<Position>;

  void enter_chain(Member& member);
  void start_clock(const Event& event);
  void start_task(TaskId task);
  std::uint64_t group_of(const Touch& touch) const;
  static std::size_t lock_of(const std::vector<Entry>& entries, std::size_t i);
  void meet(std::uint32_t j, const Event& event, const Touch& touch, const ObjectKind& kind);
  void take(const Touch& touch);
  void strike(std::uint32_t j, const Touch& touch);
  void report(std::uint32_t j);
  void store_clock(std::uint32_t j);
  bool covered(std::uint32_t event) const { return covers(*current_, event); }
  bool covers(const Clock& clock, std::uint32_t event) const {
    return clock[rows_[event].chain] >= rows_[event].position;
  }
  void join(std::uint32_t event);
  void join_met(std::uint32_t event);
  void join_into(Clock& clock, std::uint32_t event) const;
  void join_up_to(std::uint32_t index);

  const History* history_ = nullptr;
  Observers observers_ = Observers::on;
  std::vector<Race> races_;
  std::vector<Clock> clocks_;                // by chain: of its latest event, or of the event at hand
  Clock* current_ = nullptr;                 // the one of the event at hand
  bool joined_ = false;                      // something was joined to it
  Clock first_clock_;                        // of a task that has no chain yet
  Clock before_touches_;                     // the current one, as far as it does not depend on what the event met
  bool several_ = false;                     // the event touches several objects
  std::vector<std::uint32_t> candidates_;    // earlier events that race with it, unless others come in between
  Clock arena_;                              // clocks of events
  std::vector<Row> rows_;                    // by event
  std::vector<Stored> stored_;               // by chain: the latest
  std::vector<Member> members_;              // by task
  Clock chains_;                             // events on each, so far
  std::vector<std::uint32_t> ended_;         // chains whose task has come to its end, the latest last
  std::vector<std::vector<Entry>> entries_;  // by object
  std::vector<std::uint32_t> task_of_life_;  // by object: the task whose life it is
  std::vector<Clock> snapshots_;             // chains_ before each clock movement
  std::vector<std::uint32_t> snapshot_at_;
};

extern template class ClockPass<std::uint16_t>;
extern template class ClockPass<std::uint32_t>;

}  // namespace heddle::detail
