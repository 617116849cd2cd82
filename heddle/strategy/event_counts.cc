#include "heddle/strategy/event_counts.h"

namespace heddle {

void EventCounts::learn(const History& history, std::span<const TaskCount> counts) {
  std::map<std::uint64_t, std::uint64_t> sums;  // with descendants, by stable identity
  for (const TaskCount& count : counts) {
    for (TaskId task = count.task; task != kNoTask; task = history.tasks[index(task)].parent) {
      const TaskRecord& record = history.tasks[index(task)];
      auto found = entries_.find(record.stable);
      if (found == entries_.end()) {
        if (entries_.size() >= kMaxTasks) continue;
        found = entries_.emplace(record.stable, Entry{}).first;
        if (record.parent != kNoTask) found->second.parent = history.tasks[index(record.parent)].stable;
      }
      sums[record.stable] += count.events;
    }
  }
  for (auto& [stable, entry] : entries_) {
    const auto sum = sums.find(stable);
    const auto now = static_cast<std::int64_t>(sum == sums.end() ? 0 : 16 * sum->second);
    entry.sixteenths = entry.sixteenths < 0 ? now : entry.sixteenths + (now - entry.sixteenths) / 8;
  }
}

void EventCounts::begin() {
  ++trial_;
  states_.clear();
}

EventCounts::State& EventCounts::of(TaskId task) {
  if (index(task) >= states_.size()) states_.resize(index(task) + 1);
  return states_[index(task)];
}

EventCounts::Arrival EventCounts::arrive(const Pending& pending) {
  State& state = of(pending.task);
  if (state.arrived) return {};
  state.arrived = true;
  const auto found = entries_.find(pending.task_stable);
  if (found == entries_.end()) return {};
  state.entry = &found->second;
  // Ancestors that never had an operation ready have not arrived either: then events are handed down from the nearest
  // that has.
  Arrival arrival;
  const Entry* below = nullptr;
  for (Entry* entry = state.entry;;) {
    const bool here = entry->trial == trial_;
    if (!here) {
      entry->trial = trial_;
      entry->task = kNoTask;
      entry->given = 0;
    }
    if (below) {
      if (entry->task != kNoTask) arrival = {entry->task, below->expected(), left(*entry)};
      entry->given += below->expected();
    }
    const auto parent = entries_.find(entry->parent);
    if (here || parent == entries_.end()) break;
    below = entry;
    entry = &parent->second;
  }
  state.entry->task = pending.task;
  return arrival;
}

std::uint64_t EventCounts::left(const Entry& entry) const {
  const std::uint64_t done = entry.task == kNoTask ? 0 : states_[index(entry.task)].done;
  const std::uint64_t gone = entry.given + done;
  return entry.expected() > gone ? entry.expected() - gone : 0;
}

std::uint64_t EventCounts::left(TaskId task) const {
  const Entry* entry = index(task) < states_.size() ? states_[index(task)].entry : nullptr;
  return entry ? left(*entry) : 0;
}

}  // namespace heddle
