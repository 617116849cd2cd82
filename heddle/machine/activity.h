// What machines and monitors did, counted: states entered, rules followed, transitions made. Internal.
//
//   state <tab> Server <tab> Idle                         entered
//   rule <tab> Server <tab> Idle <tab> Request <tab> on   followed (on, go, push, defer, ignore)
//   move <tab> Server <tab> Idle <tab> Request <tab> Busy
#pragma once

#include <string_view>

#include "heddle/engine/tally.h"
#include "heddle/machine/chart.h"

namespace heddle {

// Everything that is declared, with a count of nothing: what is never reached has to be known, too.
void count_declared(Tally& tally, std::string_view type, const Chart& chart);
void count_entry(Tally& tally, std::string_view type, const Chart& chart, std::uint32_t from, std::uint32_t to,
                 const Message& event);
void count_rule(Tally& tally, std::string_view type, const Chart& chart, const Rule& rule);

}  // namespace heddle
