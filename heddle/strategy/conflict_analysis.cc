#include "heddle/strategy/conflict_analysis.h"

#include <fmt/format.h>

#include <algorithm>

namespace heddle {
namespace {

constexpr std::uint64_t kByTask = 0xbf58476d1ce4e5b9ull, kByObject = 0x94d049bb133111ebull;
constexpr SignatureScheme kSchemes[] = {{"location"},
                                        {"task+location", kByTask},
                                        {"task+location+object", kByTask, kByObject},
                                        {"location+object", 0, kByObject}};

}  // namespace

const SignatureScheme* SignatureScheme::named(std::string_view name, std::string& error) {
  std::string known;
  for (const SignatureScheme& scheme : kSchemes) {
    if (scheme.name == name) return &scheme;
    known += (known.empty() ? "" : ", ") + std::string(scheme.name);
  }
  error = fmt::format("no signature scheme named '{}'. Known: {}", name, known);
  return nullptr;
}

ConflictAnalysis::ConflictAnalysis(std::unique_ptr<Strategy> inner, std::uint32_t doubts)
    : inner_(std::move(inner)), doubts_(doubts), scheme_(&kSchemes[1]) {}

Wants ConflictAnalysis::wants() const {
  Wants wants = inner_->wants();
  if (due()) wants.history = wants.races = true;
  return wants;
}

const Pending& ConflictAnalysis::pick(Ready& ready) {
  while (const Pending* pending = ready.unseen()) {
    if (!doubted(pending->task_stable) && !table_.may_race(signature(*pending, ready))) return *pending;
    ready.look_at(*pending);  // it waits for the inner strategy, which waits for those that run at once
  }
  return inner_->pick(ready);
}

void ConflictAnalysis::executed(const Operation& done, TaskId task, std::span<const Touch> touches, Ready& ready) {
  inner_->executed(done, task, touches, ready);
}

bool ConflictAnalysis::end(const TrialEnd& end) {
  if (due() && end.history) learn(end);  // of a process that died there is none
  ++trials_;
  TrialEnd inner_end = end;
  inner_end.contested = std::min(end.contested, left_to_inner_);
  return inner_->end(inner_end);
}

// What needs no decision (a receive that finds its message) comes about with the operation before it: to have it at
// another time, one must hold up that.
std::uint32_t ConflictAnalysis::decided_by(const History& history, std::uint32_t event) {
  while (event > 0 && !history.events[event].scheduled) --event;
  return event;
}

void ConflictAnalysis::learn(const TrialEnd& end) {
  const History& history = *end.history;
  racing_.assign(history.events.size(), 0);
  for (const Race& race : end.races)
    racing_[decided_by(history, race.first)] = racing_[decided_by(history, race.second)] = 1;
  ++counts_.trials;
  learned_.clear();
  left_to_inner_ = 0;
  for (const LostRecord& lost : history.lost) {  // had it been picked before what ended its task, it would have come about
    racing_[decided_by(history, lost.event)] = 1;
    const Operation& operation = lost.operation;
    const std::uint64_t its = signature(history, lost.task, *operation.kind, operation.where, operation.object);
    if (table_.marks(its) != ConflictTable::kRaced) learned_.push_back({its, true});
  }
  ConflictCounts counts = counts_;
  for (std::size_t i = 0; i < history.events.size(); ++i) {  // judged by what was known before this trial
    const Event& event = history.events[i];
    if (!event.scheduled) continue;
    const std::uint64_t its = signature(history, event.task, *event.kind, event.where, event.object);
    const ConflictTable::Marks known = table_.marks(its);
    const bool raced = racing_[i] != 0, expected = known == ConflictTable::kRaced;
    left_to_inner_ += known != ConflictTable::kSeen;
    if (known == ConflictTable::kUnknown || (raced && !expected)) learned_.push_back({its, raced});
    ++counts.operations;
    counts.conflicting += raced;
    counts.false_negatives += raced && !expected;
    counts.false_positives += !raced && expected;
  }
  counts_ = counts;
  quiet_ = learned_.empty() ? quiet_ + 1 : 0;
  for (const auto& [its, raced] : learned_) table_.add(its, raced);
}

}  // namespace heddle
