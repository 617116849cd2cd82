#include <string>

#include "studies/vnext/harness.h"

namespace vnext {
namespace {

// Up to then a timer may fire at any moment, so that nodes that are alive expire; from then on clocks are right, and
// heartbeats in time. Without such a moment nobody could promise that anything is ever repaired.
constexpr std::uint64_t kEarlyTimers = 200;

studies::Case make(const std::string& name, bool bug, const Scenario& scenario) {
  studies::Case one{.name = "vnext." + name, .bug = bug, .test = [scenario] { run(scenario); }};
  one.options.trials = 100'000;
  one.options.settings = {.max_steps = 20'000,
                          .fair_after = 500,  // then nobody starves, and what does not happen is the manager's fault
                          .time = heddle::TimeMode::any_time,
                          .endless = true};
  if (scenario.expiry == Expiry::leases) one.options.settings.early_timers = kEarlyTimers;
  return one;
}

studies::Case by_heat(studies::Case one) {
  one.name += ".by_heat";
  one.options.settings.lasso = false;
  return one;
}

}  // namespace

std::vector<studies::Case> cases() {
  const auto clean = [](const std::string& name, const Scenario& scenario) { return make(name, false, scenario); };
  const auto bug = [](const std::string& name, const Scenario& scenario) { return make(name, true, scenario); };
  const Scenario bounded{.nodes = 2, .holders = 2, .fails_at = 2, .ticks = 1, .manager = {.target = 2}};
  Scenario bounded_bug = bounded;
  bounded_bug.mistakes.believes_the_expired = true;

  std::vector<studies::Case> all{
      clean("fixed.replicate", {.fails_at = 0}),
      clean("fixed", {}),
      clean("fixed.leases", {.expiry = Expiry::leases}),
      clean("fixed.early", {.fails_at = 2}),
      clean("fixed.lossy", {.losses = 2}),
      clean("fixed.lossy.leases", {.expiry = Expiry::leases, .fails_at = 2, .losses = 2}),
      bug("sync_after_expiry", {.mistakes = {.believes_the_expired = true}}),
      bug("sync_after_expiry.leases", {.expiry = Expiry::leases, .mistakes = {.believes_the_expired = true}}),
      bug("repairs_holders", {.mistakes = {.repairs_holders = true}}),
      bug("keeps_dead_sources", {.fails_at = 2, .mistakes = {.keeps_dead_sources = true}}),
      bug("never_repeats", {.losses = 2, .mistakes = {.never_repeats = true}}),
      bug("bans_the_expired", {.expiry = Expiry::leases, .mistakes = {.bans_the_expired = true}}),
      bug("silent_node", {.silent_node = true}),
      clean("bounded", bounded),
      bug("bounded.sync_after_expiry", bounded_bug),
  };
  all.push_back(by_heat(all[6]));
  all.push_back(by_heat(all[7]));
  return all;
}

}  // namespace vnext
