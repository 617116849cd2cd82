// The servers of a node. Each runs in a process of its own, takes its name, tells its supervisor that it is up, and
// serves until it is told to stop.
#pragma once

#include "studies/mnesia/messages.h"

namespace mnesia {

void run_monitor(const Here& here, heddle::Pid supervisor);     // who is connected, and who has gone
void run_locker(const Here& here, heddle::Pid supervisor);      // who may change the schema
void run_recover(const Here& here, heddle::Pid supervisor);     // how transactions ended
void run_tm(const Here& here, heddle::Pid supervisor);          // which transactions there are
void run_controller(const Here& here, heddle::Pid supervisor);  // where tables are, and how they get there

}  // namespace mnesia
