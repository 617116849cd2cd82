// The pass over a trial's events that HappensBefore describes (happens_before.h). Clocks and touches are most of what it
// reads and writes, so both are as small as the number of events allows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heddle/engine/dependence.h"
#include "heddle/engine/history.h"
#include "heddle/engine/object.h"
#include "heddle/engine/strategy.h"
#include "heddle/trace/clock_store.h"

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
  using Clock = typename ClockStore<Position>::Clock;

  // Touches of one of these commute with one another. A run of them is passed over at one go.
  enum class Group : std::uint8_t { none, reads, adds, unread, equal };

  // What is known of a touch; those of one object are a list, the latest first.
  struct Entry {
    std::uint32_t event;
    std::uint32_t chain;      // of the event
    std::uint32_t below;      // the one before it at this object; kNone: it is the first
    std::uint32_t below_run;  // the one before the first of its group that it ends
    Position position;
    Group group;
    bool barrier;  // everything older at this object happened before it
  };
  // What is known of an event. One that has joined nothing has the clock of the one before it on its chain.
  struct Row {
    Clock clock;  // without what it knows of its own chain
    std::uint32_t chain;
    Position position;  // on the chain, from 1
  };
  struct Member {                     // a task
    std::uint32_t chain = kNone;      // from its first event on
    std::uint32_t last = kNone;       // its latest event
    std::uint32_t struck_by = kNone;  // the event that killed it
    std::uint32_t events = 0;         // all of its events, those to come as well
    Clock clock;                      // of its latest event
  };

  void begin(std::size_t objects);
  // Measured: calls that the compiler would leave in the loop over touches are a tenth of its instructions.
  [[gnu::always_inline]] void start_clock(const Event& event, Member& member);
  void start_otherwise(const Event& event, Member& member);
  void start_task(TaskId task);
  void enter_chain(Member& member);
  [[gnu::always_inline]] Group group_of(const Touch& touch) const;
  bool commute(Group group, const Touch& touch, std::uint32_t earlier) const {
    return group != Group::none && group == entries_[earlier].group &&
           (group != Group::equal || touch.detail == history_->touches[earlier].detail);
  }
  std::uint32_t lock_of(std::uint32_t earlier) const;
  [[gnu::always_inline]] void meet(std::uint32_t j, std::uint32_t number, const Touch& touch,
                                   std::span<const ObjectKind* const> kinds);
  bool meet_all(std::uint32_t j, Group group, const Touch& touch, const ObjectKind& kind);
  void take(const Touch& touch);
  void strike(std::uint32_t j, const Touch& touch);
  void report(std::uint32_t j);
  bool covers(Clock clock, std::uint32_t chain, Position position) const {
    return chain == chain_ || clocks_.at(clock, chain) >= position;
  }
  bool covers(Clock clock, std::uint32_t event) const {
    return covers(clock, rows_[event].chain, rows_[event].position);
  }
  void own_clock() {
    clock_ = clocks_.copy(clock_, chains_.size());
    owned_ = true;
  }
  void join(std::uint32_t event);
  void join_met(std::uint32_t event);
  void join_into(Clock clock, std::uint32_t event);
  void join_up_to(std::uint32_t index);

  const History* history_ = nullptr;
  Observers observers_ = Observers::on;
  std::vector<Race> races_;
  ClockStore<Position> clocks_;
  // The event at hand:
  std::uint32_t chain_ = kNone;  // kNone: it starts a task, and is on none yet
  Position position_ = 0;        // on its chain
  Clock clock_;
  bool owned_ = false;        // it has a clock of its own, for it has joined something
  bool several_ = false;      // it touches several objects
  bool has_before_ = false;   // it has joined something that it met
  Clock before_;              // then: its clock, as far as it does not depend on what it met
  std::vector<std::uint32_t> candidates_;  // earlier events that race with it, unless others come in between

  std::vector<Row> rows_;                    // by event
  std::vector<Member> members_;              // by task
  std::vector<Position> chains_;             // events on each, so far
  std::vector<std::uint32_t> ended_;         // chains whose task has come to its end, the latest last
  std::vector<Entry> entries_;               // by number of the touch
  std::vector<std::uint32_t> latest_touch_;  // by object
  std::vector<std::uint32_t> task_of_life_;  // by object: the task whose life it is
  std::vector<Clock> snapshots_;             // chains_ before each clock movement
  std::vector<std::uint32_t> snapshot_at_;
};

extern template class ClockPass<std::uint16_t>;
extern template class ClockPass<std::uint32_t>;

}  // namespace heddle::detail
