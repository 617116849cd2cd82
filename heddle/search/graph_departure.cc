// An execution was not what its graph says. Either the graph says too little, or the test does not do the same when it is
// given the same answers: the same once more tells which.
#include <fmt/format.h>

#include <algorithm>

#include "heddle/base/hash.h"
#include "heddle/search/graph_search.h"

namespace heddle {
namespace {

std::string words(const OperationText& text) {
  const std::string place = text.place();
  return fmt::format("\"{}\" of {}{}{}", text.kind, text.task, place.empty() ? "" : " at ", place);
}

}  // namespace

// What came about, event by event.
std::vector<GraphSearch::Step> GraphSearch::steps() const {
  std::vector<Step> all;
  for (const Event& event : history_->events) {
    std::uint64_t did = combine(history_->tasks[index(event.task)].stable, event.sequence);
    for (const Touch& touch : history_->touches_of(event))
      did = combine(combine(did, history_->object_stable[index(touch.object)]), static_cast<std::uint64_t>(touch.access));
    all.push_back({did, describe_operation(*trial_, event)});
  }
  return all;
}

std::string GraphSearch::where_departed() const {
  if (departed_by_) return fmt::format("what \"{}\" meets depends on what came before it", departed_by_->name);
  if (departed_at_ == kNone) return "more than what is received and read decides what comes about";
  return fmt::format("more than what is received and read decides what {} meets",
                     words(describe_operation(*trial_, history_->events[departed_at_])));
}

void GraphSearch::judge_departure() {
  std::vector<Step> now = steps();
  repeats_ = !repeats_;
  if (repeats_) {
    departing_ = std::move(now);
    return;
  }
  if (departed_ && std::ranges::equal(now, departing_, {}, &Step::did, &Step::did)) return refuse(where_departed());
  tell_two_ways(now);
}

void GraphSearch::tell_two_ways(const std::vector<Step>& again) {
  const auto [first, second] = std::ranges::mismatch(departing_, again, {}, &Step::did, &Step::did);
  const bool one = first != departing_.end(), other = second != again.end();
  Failure failure;
  failure.kind = FailureKind::nondeterminism;
  const auto step = static_cast<std::size_t>(second - again.begin()) + 1;
  if (one && other && first->text == second->text)
    failure.message = fmt::format("given the same answers twice, it went two ways at step {}: {} met something else",
                                  step, words(first->text));
  else
    failure.message = fmt::format("given the same answers twice, it went two ways at step {}: {}, then {}", step,
                                  one ? words(first->text) : "nothing more", other ? words(second->text) : "nothing more");
  failure.message += "; look for it with --check-determinism";
  if (one || other) {
    const OperationText& text = other && (!one || !second->text.file.empty()) ? second->text : first->text;
    failure.task = text.task;
    failure.file = text.file.substr(text.file.rfind('/') + 1);
    failure.line = text.line;
  }
  nondeterminism_ = std::move(failure);
}

}  // namespace heddle
