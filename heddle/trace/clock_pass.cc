#include "heddle/trace/clock_pass.h"

#include <algorithm>
#include <functional>

namespace heddle::detail {

template <class Position>
void ClockPass<Position>::begin(std::size_t objects) {
  const History& history = *history_;
  const std::size_t tasks = history.tasks.size();
  races_.clear();
  clocks_.clear();
  if (rows_.size() < history.events.size()) rows_.resize(history.events.size());
  if (entries_.size() < history.touches.size()) entries_.resize(history.touches.size());
  latest_touch_.assign(objects, kNone);
  members_.assign(tasks, {});
  chains_.clear();
  ended_.clear();
  task_of_life_.assign(objects, kNone);
  for (std::size_t t = 0; t < tasks; ++t)
    if (history.tasks[t].life != kNoObject) task_of_life_[index(history.tasks[t].life)] = static_cast<std::uint32_t>(t);
  snapshots_.clear();
  snapshot_at_.clear();
  for (const Event& event : history.events) {
    ++members_[index(event.task)].events;
    if (event.after != 0) snapshot_at_.push_back(event.after);
  }
  std::sort(snapshot_at_.begin(), snapshot_at_.end());
  snapshot_at_.erase(std::unique(snapshot_at_.begin(), snapshot_at_.end()), snapshot_at_.end());
}

// What happened before this event whatever the schedule: its own past, its birth and whom it had to wait for, the
// clock.
template <class Position>
inline void ClockPass<Position>::start_clock(const Event& event, Member& member) {
  owned_ = has_before_ = false;
  clock_ = member.clock;
  chain_ = member.chain;
  if (member.last == kNone || event.after != 0 || member.struck_by != kNone) start_otherwise(event, member);
  position_ = static_cast<Position>(chains_[chain_] + 1);
}

// Reads, adds, writes of one equal value, and sends of messages that nobody took.
template <class Position>
inline typename ClockPass<Position>::Group ClockPass<Position>::group_of(const Touch& touch) const {
  switch (touch.access) {
    case Access::read:
    case Access::visit:
      return Group::reads;
    case Access::add:
      return Group::adds;
    case Access::send:
      return observers_ == Observers::on && history_->messages[touch.detail].taken_by == kNone ? Group::unread : Group::none;
    case Access::write:
      return touch.detail == 0 ? Group::none : Group::equal;
    default:
      return Group::none;
  }
}

// Mostly the latest touch of the object is known to be ordered before this one, and after everything older.
template <class Position>
inline void ClockPass<Position>::meet(std::uint32_t j, std::uint32_t number, const Touch& touch,
                                      std::span<const ObjectKind* const> kinds) {
  const Group group = group_of(touch);
  std::uint32_t& latest = latest_touch_[index(touch.object)];
  const std::uint32_t below = latest;
  bool barrier = true;
  std::uint32_t below_run = below;
  if (below != kNone) {
    const Entry& entry = entries_[below];
    if (!entry.barrier || !covers(clock_, entry.chain, entry.position))
      barrier = meet_all(j, group, touch, *kinds[index(touch.object)]);
    if (commute(group, touch, below)) below_run = entry.below_run;
  }
  latest = number;
  entries_[number] = {j, chain_, below, below_run, position_, group, barrier};
}

template <class Position>
void ClockPass<Position>::analyse(const History& history, std::span<const ObjectKind* const> kinds, Observers observers) {
  history_ = &history;
  observers_ = observers;
  begin(kinds.size());
  for (std::uint32_t j = 0; j < history.events.size(); ++j) {
    if (snapshots_.size() < snapshot_at_.size() && snapshot_at_[snapshots_.size()] == j)
      snapshots_.push_back(clocks_.make(chains_, snapshots_.empty() ? Clock{} : snapshots_.back()));
    const Event& event = history.events[j];
    Member& member = members_[index(event.task)];
    start_clock(event, member);
    several_ = event.touch_count > 1;
    for (std::uint32_t i = event.first_touch; i < event.first_touch + event.touch_count; ++i) {
      const Touch& touch = history.touches[i];
      if (touch.access == Access::take)
        take(touch);
      else
        meet(j, i, touch, kinds);
      if (touch.access == Access::strike) strike(j, touch);
    }
    if (!candidates_.empty()) report(j);
    rows_[j] = {clock_, chain_, position_};
    chains_[chain_] = position_;
    member.clock = clock_;
    member.last = j;
    if (event.sequence == member.events) ended_.push_back(chain_);
  }
}

// At one object, candidates were found newest first, and none is ordered before another. Those of several objects may
// be.
template <class Position>
void ClockPass<Position>::report(std::uint32_t j) {
  if (!several_ || candidates_.size() < 2) {
    for (std::uint32_t first : candidates_) races_.push_back({first, j});
    candidates_.clear();
    return;
  }
  std::sort(candidates_.begin(), candidates_.end(), std::greater<>());
  const Clock passed = clocks_.copy(before_, chains_.size());
  for (std::uint32_t first : candidates_) {
    if (covers(passed, first)) continue;
    races_.push_back({first, j});
    join_into(passed, first);
  }
  candidates_.clear();
}

template <class Position>
void ClockPass<Position>::start_otherwise(const Event& event, Member& member) {
  const bool starts = member.last == kNone;
  if (starts) start_task(event.task);
  if (event.after != 0) join_up_to(event.after);
  if (member.struck_by != kNone) {  // what it does from here on, it does because of that
    join(member.struck_by);
    member.struck_by = kNone;
  }
  if (starts) enter_chain(member);
}

template <class Position>
void ClockPass<Position>::start_task(TaskId task) {
  const std::uint32_t spawned_by = history_->tasks[index(task)].spawned_by;
  if (spawned_by != kNone) join(spawned_by);
  for (const AwaitRecord& record : std::ranges::equal_range(history_->awaits, task, {}, &AwaitRecord::task))
    join(members_[index(record.awaited)].last);
}

// One that ended before, if there is one among the latest to end, or a new one.
template <class Position>
void ClockPass<Position>::enter_chain(Member& member) {
  constexpr std::size_t kLookedAt = 32;
  const std::size_t oldest = ended_.size() > kLookedAt ? ended_.size() - kLookedAt : 0;
  member.chain = static_cast<std::uint32_t>(chains_.size());
  for (std::size_t i = ended_.size(); i-- > oldest;) {
    if (clocks_.at(clock_, ended_[i]) != chains_[ended_[i]]) continue;
    member.chain = ended_[i];
    ended_.erase(ended_.begin() + static_cast<std::ptrdiff_t>(i));
    break;
  }
  if (member.chain == chains_.size()) chains_.push_back(0);
  chain_ = member.chain;
}

// Are all earlier touches of the object ordered before the event now?
template <class Position>
bool ClockPass<Position>::meet_all(std::uint32_t j, Group group, const Touch& touch, const ObjectKind& kind) {
  bool all_covered = true;
  std::uint32_t next;
  for (std::uint32_t i = latest_touch_[index(touch.object)]; i != kNone; i = next) {
    const Entry& entry = entries_[i];
    next = entry.below;
    if (covers(clock_, entry.chain, entry.position)) {
      if (entry.barrier) break;
      continue;
    }
    // A message that nobody took is behind no other, whether that was taken or not.
    const bool unread = touch.access == Access::send && entry.group == Group::unread;
    if (unread || commute(group, touch, i)) {
      all_covered = false;
      next = entry.below_run;
      continue;
    }
    const Event& earlier = history_->events[entry.event];
    if (!dependent(*history_, kind, earlier, history_->touches[i], history_->events[j], touch, observers_)) {
      all_covered = false;
      continue;
    }
    const std::uint32_t racing = entries_[touch.access == Access::lock ? lock_of(i) : i].event;
    if (!covers(clock_, racing)) candidates_.push_back(racing);
    join_met(entry.event);
  }
  return all_covered;
}

// A lock that was given back could not have been taken before that: who takes it next races with who took it last.
template <class Position>
std::uint32_t ClockPass<Position>::lock_of(std::uint32_t earlier) const {
  if (history_->touches[earlier].access != Access::unlock) return earlier;
  while (entries_[earlier].below != kNone && history_->touches[earlier].access != Access::lock)
    earlier = entries_[earlier].below;
  return earlier;
}

// A message's send comes before its receive. If the receive could have given up instead, that is a race as well.
template <class Position>
void ClockPass<Position>::take(const Touch& touch) {
  const MessageRecord& message = history_->messages[touch.detail];
  if (message.event == kNone || covers(clock_, message.event)) return;
  if (history_->receives[message.taken_by].contested) candidates_.push_back(message.event);
  join_met(message.event);
}

// Whatever the struck task did last could have been cut off, too. What it does from here on, its exit, it does because
// of the strike; if it had an operation pending, that could have gone first, and its exit races with the strike for it.
template <class Position>
void ClockPass<Position>::strike(std::uint32_t j, const Touch& touch) {
  const std::uint32_t task = task_of_life_[index(touch.object)];
  if (task == kNone || TaskId(task) == history_->events[j].task) return;
  Member& struck = members_[task];
  if (touch.detail == 0) struck.struck_by = j;
  if (struck.last == kNone || covers(clock_, struck.last)) return;
  candidates_.push_back(struck.last);
  join_met(struck.last);
}

template <class Position>
void ClockPass<Position>::join(std::uint32_t event) {
  if (!owned_) own_clock();
  join_into(clock_, event);
}

template <class Position>
void ClockPass<Position>::join_met(std::uint32_t event) {
  if (several_ && !has_before_) {
    has_before_ = true;
    before_ = clock_;
    own_clock();
  }
  join(event);
}

template <class Position>
void ClockPass<Position>::join_into(Clock clock, std::uint32_t event) {
  const Row& row = rows_[event];
  clocks_.join(clock, row.clock);
  clocks_.raise(clock, row.chain, row.position);
}

template <class Position>
void ClockPass<Position>::join_up_to(std::uint32_t at) {
  if (!owned_) own_clock();
  const auto found = std::lower_bound(snapshot_at_.begin(), snapshot_at_.end(), at);
  clocks_.join(clock_, snapshots_[static_cast<std::size_t>(found - snapshot_at_.begin())]);
}

template <class Position>
bool ClockPass<Position>::before(std::uint32_t a, std::uint32_t b) const {
  const Row& first = rows_[a];
  const Row& second = rows_[b];
  if (first.chain == second.chain) return first.position <= second.position;
  return clocks_.at(second.clock, first.chain) >= first.position;
}

template class ClockPass<std::uint16_t>;
template class ClockPass<std::uint32_t>;

}  // namespace heddle::detail
