#include "heddle/trace/clock_pass.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <type_traits>

namespace heddle::detail {
namespace {

// Each component to the larger of the two. Several at a time, and as signed numbers: that is what every processor
// can compare at one go.
template <class Position>
void raise(Position* clock, const Position* other, std::size_t size) {
  using Several [[gnu::vector_size(16)]] = std::make_signed_t<Position>;
  constexpr std::size_t kSeveral = sizeof(Several) / sizeof(Position);
  std::size_t i = 0;
  for (; i + kSeveral <= size; i += kSeveral) {
    Several mine, theirs;
    std::memcpy(&mine, clock + i, sizeof mine);
    std::memcpy(&theirs, other + i, sizeof theirs);
    mine = mine < theirs ? theirs : mine;
    std::memcpy(clock + i, &mine, sizeof mine);
  }
  for (; i < size; ++i) clock[i] = std::max(clock[i], other[i]);
}

}  // namespace

template <class Position>
void ClockPass<Position>::analyse(const History& history, std::span<const ObjectKind* const> kinds, Observers observers) {
  history_ = &history;
  observers_ = observers;
  const std::size_t tasks = history.tasks.size();
  races_.clear();
  arena_.clear();
  rows_.clear();
  members_.assign(tasks, {});
  for (const Event& event : history.events) ++members_[index(event.task)].events;
  chains_.clear();
  stored_.clear();
  ended_.clear();
  if (entries_.size() < kinds.size()) entries_.resize(kinds.size());
  for (std::size_t i = 0; i < kinds.size(); ++i) entries_[i].clear();
  task_of_life_.assign(kinds.size(), kNone);
  for (std::size_t t = 0; t < tasks; ++t)
    if (history.tasks[t].life != kNoObject) task_of_life_[index(history.tasks[t].life)] = static_cast<std::uint32_t>(t);
  snapshots_.clear();
  snapshot_at_.clear();
  for (const Event& event : history.events)
    if (event.after != 0) snapshot_at_.push_back(event.after);
  std::sort(snapshot_at_.begin(), snapshot_at_.end());
  snapshot_at_.erase(std::unique(snapshot_at_.begin(), snapshot_at_.end()), snapshot_at_.end());

  for (std::uint32_t j = 0; j < history.events.size(); ++j) {
    if (snapshots_.size() < snapshot_at_.size() && snapshot_at_[snapshots_.size()] == j) snapshots_.push_back(chains_);
    const Event& event = history.events[j];
    start_clock(event);
    const std::span<const Touch> touches = history.touches_of(event);
    several_ = touches.size() > 1;
    before_touches_.clear();
    candidates_.clear();
    for (const Touch& touch : touches) {
      if (touch.access == Access::take)
        take(touch);
      else
        meet(j, event, touch, *kinds[index(touch.object)]);
      if (touch.access == Access::strike) strike(j, touch);
    }
    report(j);
    store_clock(j);
  }
}

// At one object, candidates were found newest first, and none is ordered before another. Those of several objects may
// be.
template <class Position>
void ClockPass<Position>::report(std::uint32_t j) {
  if (!several_ || candidates_.size() < 2) {
    for (std::uint32_t first : candidates_) races_.push_back({first, j});
    return;
  }
  std::sort(candidates_.begin(), candidates_.end(), std::greater<>());
  for (std::uint32_t first : candidates_) {
    if (covers(before_touches_, first)) continue;
    races_.push_back({first, j});
    join_into(before_touches_, first);
  }
}

// What happened before this event whatever the schedule: its own past, its birth and whom it had to wait for, the
// clock.
template <class Position>
void ClockPass<Position>::start_clock(const Event& event) {
  Member& member = members_[index(event.task)];
  const bool starts = member.last == kNone;
  current_ = starts ? &first_clock_ : &clocks_[member.chain];
  if (starts) current_->clear();
  current_->resize(chains_.size(), 0);
  joined_ = starts;
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
    if (first_clock_[ended_[i]] != chains_[ended_[i]]) continue;
    member.chain = ended_[i];
    ended_.erase(ended_.begin() + static_cast<std::ptrdiff_t>(i));
    break;
  }
  if (member.chain == chains_.size()) {
    chains_.push_back(0);
    stored_.push_back({});
    if (clocks_.size() < chains_.size()) clocks_.emplace_back();
    first_clock_.push_back(0);
  }
  current_ = &clocks_[member.chain];
  current_->assign(first_clock_.begin(), first_clock_.end());
}

// Touches with the same number, other than 0, commute with one another: reads, adds, writes of one equal value, and
// sends of messages that nobody took. A run of them is passed over at one go.
template <class Position>
std::uint64_t ClockPass<Position>::group_of(const Touch& touch) const {
  constexpr std::uint64_t kReads = 1, kAdds = 2, kUnread = 3, kEqual = 4;
  switch (touch.access) {
    case Access::read:
    case Access::visit:
      return kReads;
    case Access::add:
      return kAdds;
    case Access::send:
      return observers_ == Observers::on && history_->messages[touch.detail].taken_by == kNone ? kUnread : 0;
    case Access::write:
      return touch.detail == 0 ? 0 : kEqual + touch.detail;
    default:
      return 0;
  }
}

template <class Position>
void ClockPass<Position>::meet(std::uint32_t j, const Event& event, const Touch& touch, const ObjectKind& kind) {
  std::vector<Entry>& entries = entries_[index(touch.object)];
  const std::uint64_t group = group_of(touch);
  const Clock& clock = *current_;
  bool all_covered = true;
  for (std::size_t i = entries.size(); i-- > 0;) {
    const Entry& entry = entries[i];
    if (entry.event == j) continue;
    if (clock[entry.chain] >= entry.position) {
      if (entry.barrier) break;
      continue;
    }
    // A message that nobody took is behind no other, whether that was taken or not.
    const bool unread = touch.access == Access::send && entry.touch.access == Access::send && entry.group != 0;
    if (unread || (group != 0 && entry.group == group)) {
      all_covered = false;
      i = entry.run_start;  // the loop goes on below it
      continue;
    }
    const Event& earlier = history_->events[entry.event];
    if (!dependent(*history_, kind, earlier, entry.touch, event, touch, observers_)) {
      all_covered = false;
      continue;
    }
    const std::size_t racing = touch.access == Access::lock ? lock_of(entries, i) : i;
    if (!covered(entries[racing].event)) candidates_.push_back(entries[racing].event);
    join_met(entry.event);
  }
  const auto here = static_cast<std::uint32_t>(entries.size());
  const bool same_run = group != 0 && here > 0 && entries.back().group == group;
  const std::uint32_t chain = members_[index(event.task)].chain;
  const auto position = static_cast<Position>(chains_[chain] + 1);
  entries.push_back({j, chain, position, touch, all_covered, same_run ? entries.back().run_start : here, group});
}

// A lock that was given back could not have been taken before that: who takes it next races with who took it last.
template <class Position>
std::size_t ClockPass<Position>::lock_of(const std::vector<Entry>& entries, std::size_t i) {
  if (entries[i].touch.access != Access::unlock) return i;
  while (i > 0 && entries[i].touch.access != Access::lock) --i;
  return i;
}

// A message's send comes before its receive. If the receive could have given up instead, that is a race as well.
template <class Position>
void ClockPass<Position>::take(const Touch& touch) {
  const MessageRecord& message = history_->messages[touch.detail];
  if (message.event == kNone || covered(message.event)) return;
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
  if (struck.last == kNone || covered(struck.last)) return;
  candidates_.push_back(struck.last);
  join_met(struck.last);
}

template <class Position>
void ClockPass<Position>::store_clock(std::uint32_t j) {
  const Event& event = history_->events[j];
  Member& member = members_[index(event.task)];
  Stored& stored = stored_[member.chain];
  if (joined_) {
    stored = {arena_.size(), static_cast<std::uint32_t>(current_->size())};
    arena_.insert(arena_.end(), current_->begin(), current_->end());
  }
  const Position position = ++chains_[member.chain];
  (*current_)[member.chain] = position;
  rows_.push_back({{stored.offset, stored.width}, member.chain, position});
  member.last = j;
  if (event.sequence == member.events) ended_.push_back(member.chain);
}

template <class Position>
void ClockPass<Position>::join(std::uint32_t event) {
  joined_ = true;
  join_into(*current_, event);
}

template <class Position>
void ClockPass<Position>::join_met(std::uint32_t event) {
  if (several_ && before_touches_.empty()) before_touches_ = *current_;
  join(event);
}

template <class Position>
void ClockPass<Position>::join_into(Clock& clock, std::uint32_t event) const {
  const Row& row = rows_[event];
  raise(clock.data(), arena_.data() + row.clock.offset, row.clock.width);
  clock[row.chain] = std::max(clock[row.chain], row.position);
}

template <class Position>
void ClockPass<Position>::join_up_to(std::uint32_t at) {
  joined_ = true;
  const auto found = std::lower_bound(snapshot_at_.begin(), snapshot_at_.end(), at);
  const Clock& counts = snapshots_[static_cast<std::size_t>(found - snapshot_at_.begin())];
  raise(current_->data(), counts.data(), counts.size());
}

template <class Position>
bool ClockPass<Position>::before(std::uint32_t a, std::uint32_t b) const {
  const Row& first = rows_[a];
  const Row& second = rows_[b];
  if (first.chain == second.chain) return first.position <= second.position;
  return first.chain < second.clock.width && arena_[second.clock.offset + first.chain] >= first.position;
}

template class ClockPass<std::uint16_t>;
template class ClockPass<std::uint32_t>;

}  // namespace heddle::detail
