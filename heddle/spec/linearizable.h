// Checks of recorded calls (calls.h) against a sequential model (model.h), outside a trial or inside.
//
//   Calls<models::Register<int>> calls = read_log(...);
//   const Verdict verdict = check_linearizable(calls);
//   if (!verdict.ok()) fmt::print("{}\n{}", verdict.reason, verdict.drawing);
//
// Linearizable (Herlihy, Wing: Linearizability, TOPLAS 1990): every call takes effect at one instant between its
// invocation and its return, and results are those of the model in that order. A call that never returned may take
// effect at any time after its invocation, or never. Objects of different keys are checked one by one, which by the
// same paper is as good.
//
// Sequentially consistent (Lamport 1979): the same, but a call need only take effect after those that its own client
// had seen return; real time between clients does not count. Keys do not help here: all are checked together. But what is
// linearizable is sequentially consistent, too, and that is asked first, key by key: most histories are.
//
// Both are NP-hard in general; the search (order_search.h) is quick while few calls overlap, and gives up at a limit.
//
// What a failed check shows, and guarantees:
//   - Not linearizable: only calls of one key; only events up to the first return that cannot be explained, which is
//     marked (before it, all was well). Of these, the fewest calls that cannot be explained even if each of the others
//     took effect at whatever instant after its invocation, or never. A long history starts at a later instant, with
//     all states that the calls before can have led to. So what is drawn is itself not linearizable, from these states,
//     and no call that is not drawn could make up for it. The sentence beside it says which
//     results would have been possible by what is drawn.
//   - Not sequentially consistent: the fewest calls by the same rule.
// The fewest are looked for within a limit. Beyond it, calls are left out one by one as far as short searches can tell that
// the rest shows it: of dozens of calls that overlap, many may stay.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "heddle/spec/calls.h"
#include "heddle/spec/explain.h"

namespace heddle {

struct CheckLimit {
  std::uint64_t configurations = 5'000'000;  // remembered at a time, some 100 bytes each
};

template <SequentialModel M>
Verdict check_linearizable(const Calls<M>& calls, CheckLimit limit = {}) {
  for (const detail::Part<M>& part : detail::parts_by_key(calls)) {
    const Verdict verdict = detail::linearizable(part, limit.configurations);
    if (!verdict.ok()) return verdict;
  }
  return {};
}

template <SequentialModel M>
Verdict check_sequentially_consistent(const Calls<M>& calls, CheckLimit limit = {}) {
  const auto in_real_time = [&](const detail::Part<M>& part) {
    return detail::Offence<M>(part, limit.configurations).linearizable() == detail::Found::yes;
  };
  if (std::ranges::all_of(detail::parts_by_key(calls), in_real_time)) return {};
  return detail::sequentially_consistent(detail::one_part(calls), limit.configurations);
}

}  // namespace heddle
