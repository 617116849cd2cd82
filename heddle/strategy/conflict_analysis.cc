#include "heddle/strategy/conflict_analysis.h"

#include <fmt/format.h>

#include <algorithm>

#include "heddle/base/hash.h"

namespace heddle {
namespace {

// Above every priority that a sampler draws, save one in 2^63.
constexpr std::uint64_t kAtOnce = ~std::uint64_t{0};

constexpr SignatureScheme kSchemes[] = {
    {"location", [](std::uint64_t, const OperationKind& kind, Location where,
                    std::uint64_t) { return combine(kind.hash, where.hash()); }},
    {"task+location", [](std::uint64_t task, const OperationKind& kind, Location where,
                         std::uint64_t) { return combine(task, combine(kind.hash, where.hash())); }},
    {"task+location+object",
     [](std::uint64_t task, const OperationKind& kind, Location where, std::uint64_t object) {
       return combine(object, combine(task, combine(kind.hash, where.hash())));
     }},
    {"location+object", [](std::uint64_t, const OperationKind& kind, Location where,
                           std::uint64_t object) { return combine(object, combine(kind.hash, where.hash())); }},
};

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

ConflictAnalysis::ConflictAnalysis(std::unique_ptr<Strategy> inner) : inner_(std::move(inner)), scheme_(&kSchemes[1]) {}

std::unique_ptr<Strategy> with_conflict_analysis(std::unique_ptr<Strategy> inner) {
  return std::make_unique<ConflictAnalysis>(std::move(inner));
}

Wants ConflictAnalysis::wants() const {
  Wants wants = inner_->wants();
  wants.history = wants.races = true;
  return wants;
}

const Pending& ConflictAnalysis::pick(Ready& ready) {
  if (ready.top().priority != kAtOnce) {
    for (std::size_t i = ready.fresh_count(); i-- > 0;) {
      const Pending& pending = ready.fresh(i);
      const Operation& op = pending.operation;
      if (!table_.may_race(scheme_->of(pending.task_stable, *op.kind, op.where, ready.stable_of(op.object))))
        ready.set_priority(pending, kAtOnce);
    }
  }
  return ready.top().priority == kAtOnce ? ready.top() : inner_->pick(ready);
}

void ConflictAnalysis::executed(const Operation& done, TaskId task, std::span<const Touch> touches, Ready& ready) {
  inner_->executed(done, task, touches, ready);
}

bool ConflictAnalysis::end(const TrialEnd& end) {
  const History& history = *end.history;
  racing_.assign(history.events.size(), false);
  for (const Race& race : end.races) racing_[race.first] = racing_[race.second] = true;
  ++counts_.trials;
  learned_.clear();
  std::uint64_t left_to_inner = 0;                           // operations that did not run at once
  for (std::size_t i = 0; i < history.events.size(); ++i) {  // judged by what was known before this trial
    const Event& event = history.events[i];
    if (!event.scheduled) continue;
    const std::uint64_t object = event.object == kNoObject ? 0 : history.object_stable[index(event.object)];
    const std::uint64_t signature =
        scheme_->of(history.tasks[index(event.task)].stable, *event.kind, event.where, object);
    const ConflictTable::Marks known = table_.marks(signature);
    const bool expected = known == ConflictTable::kRaced;
    left_to_inner += known != ConflictTable::kSeen;
    if (known == ConflictTable::kUnknown || (racing_[i] && !expected)) learned_.push_back({signature, racing_[i]});
    ++counts_.operations;
    counts_.conflicting += racing_[i];
    counts_.false_negatives += racing_[i] && !expected;
    counts_.false_positives += !racing_[i] && expected;
  }
  for (const auto& [signature, raced] : learned_) table_.add(signature, raced);
  TrialEnd inner_end = end;
  inner_end.contested = std::min(end.contested, left_to_inner);
  return inner_->end(inner_end);
}

}  // namespace heddle
