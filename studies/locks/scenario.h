// The study's tests.
#pragma once

#include <vector>

#include "studies/locks/agent.h"
#include "studies/locks/lock_table.h"
#include "studies/support/background.h"
#include "studies/support/case.h"

namespace locks {

// Three clients lock three objects, each in an order of its own, at the same time. Nobody may wait for ever, and nobody
// may have all three together with another.
struct ThreeClients {
  Versions versions = Versions::of_the_table;
  Telling telling = Telling::victim;
  int state_work = 0;  // state_work.h
  studies::Background background{.services = 0};
};
void run(const ThreeClients& scenario);

// Two workers, each on a node of its own, lock two objects on three nodes, while the server of the third node is
// stopped and started again. Each comes to an end: it gets its locks, or aborts because of a deadlock.
struct ServerRestart {
  Recheck recheck = Recheck::after_each_try;
  int state_work = 0;  // state_work.h
  studies::Background background{.services = 0};
};
void run(const ServerRestart& scenario);

std::vector<studies::Case> cases();

}  // namespace locks
