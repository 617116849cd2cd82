// What machines and monitors did, counted: states entered, rules followed, transitions made, scenarios reached.
// Internal.
//
//   state <tab> Server <tab> Idle                         entered
//   rule <tab> Server <tab> Idle <tab> Request <tab> on   followed (on, go, push, defer, ignore)
//   move <tab> Server <tab> Idle <tab> Request <tab> Busy
//   scenario <tab> LateVote                               trials that came to it
//
// The event of a rule for any is "*", that of when_idle "(idle)". A transition that such a rule makes has its event;
// one that an action asks for has the event that the action was for. "defer" counts how often an event was looked at
// and left.
#pragma once

#include <string_view>

#include "heddle/engine/tally.h"
#include "heddle/engine/trial.h"
#include "heddle/machine/chart.h"

namespace heddle {

// Where to count what machines and monitors do; null: nobody asks. Scenarios are counted in any case.
inline Tally* activity_of(const Trial& trial) {
  Tally* const tally = trial.tally();
  return tally && tally->activity() ? tally : nullptr;
}

// Everything that is declared, with a count of nothing: what is never reached has to be known, too.
void count_declared(Tally& tally, std::string_view type, const Chart& chart);
void count_entry(Tally& tally, std::string_view type, const Chart& chart, std::uint32_t from, std::uint32_t to,
                 const Message& event);
void count_rule(Tally& tally, std::string_view type, const Chart& chart, const Rule& rule);
void count_scenario(Tally& tally, std::string_view type, std::uint64_t count);

}  // namespace heddle
