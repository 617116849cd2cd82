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

std::vector<studies::Case> cases();

}  // namespace locks
