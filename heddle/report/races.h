// The races of a verification, as a table for people.
//
//   races: 2 pairs of operations could go either way, in so many of 36 executions
//        30  adder#1  send  counter.cc:12  mailbox of counter
//            adder#2  send  counter.cc:12
//        18  adder#1  send  counter.cc:12  mailbox of counter
//            test     send  counter.cc:20
#pragma once

#include <string>

#include "heddle/report/console.h"
#include "heddle/report/report.h"

namespace heddle {

// Empty if nobody asked for them. Wide texts lose their beginnings where the terminal has no room for them.
std::string races_text(const Report& report, const ConsoleStyle& style);

}  // namespace heddle
