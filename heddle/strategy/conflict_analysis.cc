#include "heddle/strategy/conflict_analysis.h"

#include <fmt/format.h>

#include <algorithm>

namespace heddle {
namespace {

// Above every priority that a sampler draws, save one in 2^63.
constexpr std::uint64_t kAtOnce = ~std::uint64_t{0};

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
  if (ready.top().priority != kAtOnce) {
    for (std::size_t i = ready.fresh_count(); i-- > 0;) {
      const Pending& pending = ready.fresh(i);
      const Operation& op = pending.operation;
      if (!doubted(pending.task_stable) &&
          !table_.may_race(scheme_->of(pending.task_stable, *op.kind, op.where, ready.stable_of(op.object))))
        ready.set_priority(pending, kAtOnce);
    }
  }
  return ready.top().priority == kAtOnce ? ready.top() : inner_->pick(ready);
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

void ConflictAnalysis::learn(const TrialEnd& end) {
  const History& history = *end.history;
  racing_.assign(history.events.size(), false);
  for (const Race& race : end.races) racing_[race.first] = racing_[race.second] = true;
  ++counts_.trials;
  learned_.clear();
  left_to_inner_ = 0;
  for (std::size_t i = 0; i < history.events.size(); ++i) {  // judged by what was known before this trial
    const Event& event = history.events[i];
    if (!event.scheduled) continue;
    const std::uint64_t object = event.object == kNoObject ? 0 : history.object_stable[index(event.object)];
    const std::uint64_t signature =
        scheme_->of(history.tasks[index(event.task)].stable, *event.kind, event.where, object);
    const ConflictTable::Marks known = table_.marks(signature);
    const bool expected = known == ConflictTable::kRaced;
    left_to_inner_ += known != ConflictTable::kSeen;
    if (known == ConflictTable::kUnknown || (racing_[i] && !expected)) learned_.push_back({signature, racing_[i]});
    ++counts_.operations;
    counts_.conflicting += racing_[i];
    counts_.false_negatives += racing_[i] && !expected;
    counts_.false_positives += !racing_[i] && expected;
  }
  quiet_ = learned_.empty() ? quiet_ + 1 : 0;
  for (const auto& [signature, raced] : learned_) table_.add(signature, raced);
}

}  // namespace heddle
