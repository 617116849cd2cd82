// The files of --activity.
//
// As a table, at most 80 columns wide where names allow it:
//
//   activity: 2 types of machines and monitors, 4 of 5 states, 6 of 8 rules, 3 of 4 transitions
//
//   Server
//     state           entered
//       Idle           12,000
//     ! Broken          never
//     rule           followed
//       Idle: go Request  300
//     ...
//     never: 1 of 3 states, 2 of 5 rules
//
// As JSON; fields are only ever added, "format" counts the times that one changed its meaning:
//
//   {"format": 1, "heddle": "0.1.0", "program": "./vote_test", "complete": true, "types": [TYPE...]}
//
// complete    false: there was more than could be counted
// TYPE        type: its name, states: name, count; rules: state, event, reaction (on, go, push, defer, ignore), count;
//             transitions: from, event, to, count. The event "*" stands for any, "(idle)" for when there is none.
//
// For graphviz: a cluster for each type, a box for each state, an arrow for each pair of states with a transition;
// dashed and red is what never happened.
#pragma once

#include <string>
#include <string_view>

#include "heddle/report/activity.h"

namespace heddle {

std::string activity_table(const Activity& activity);
std::string activity_json(const Activity& activity, std::string_view program, std::string_view version);
std::string activity_dot(const Activity& activity);

}  // namespace heddle
