#include <string>

#include "studies/vnext/harness.h"

namespace vnext {
namespace {

// So often a timer may fire while something else could happen: then nodes expire that are only slow. After that clocks
// are right and heartbeats in time: without such a moment, nobody could promise that anything is ever repaired.
constexpr std::uint64_t kEarlyTimers = 200;

studies::Case make(bool bug, const std::string& name, const Scenario& scenario) {
  studies::Case one{.name = "vnext." + name, .bug = bug, .test = [scenario] { run(scenario); }};
  one.options.trials = 100'000;
  one.options.settings = {.max_steps = 10'000,
                          .fair_after = 500,  // then nobody starves, and what does not happen is the manager's fault
                          .time = heddle::TimeMode::any_time,
                          .endless = true};
  if (scenario.expiry == Expiry::leases) one.options.settings.early_timers = kEarlyTimers;
  return one;
}

studies::Case clean(const std::string& name, const Scenario& scenario) { return make(false, name, scenario); }
studies::Case wrong(const std::string& name, const Scenario& scenario) { return make(true, name, scenario); }

studies::Case by_heat(studies::Case one) {
  one.name += ".by_heat";
  one.options.settings.lasso = false;
  return one;
}

}  // namespace

std::vector<studies::Case> cases() {
  const auto late = wrong("sync_after_expiry", {.mistakes = {.believes_the_expired = true}});
  const auto late_leases =
      wrong("sync_after_expiry.leases", {.expiry = Expiry::leases, .mistakes = {.believes_the_expired = true}});
  Scenario bounded{.nodes = 2, .holders = 2, .fails_at = 2, .ticks = 1, .manager = {.target = 2}};
  const auto proved = clean("bounded", bounded);
  bounded.mistakes.believes_the_expired = true;
  return {
      clean("replicate", {.fails_at = 0}),
      clean("fixed", {}),
      clean("fixed.leases", {.expiry = Expiry::leases}),
      clean("fixed.early", {.fails_at = 2}),
      clean("fixed.early.leases", {.expiry = Expiry::leases, .fails_at = 2}),
      clean("fixed.lossy", {.losses = 2}),
      clean("fixed.lossy.leases", {.expiry = Expiry::leases, .losses = 2}),
      proved,
      late,
      by_heat(late),
      late_leases,
      by_heat(late_leases),
      wrong("bounded.sync_after_expiry", bounded),
      wrong("repairs_holders", {.fails_at = 0, .mistakes = {.repairs_holders = true}}),
      wrong("keeps_dead_sources", {.fails_at = 2, .mistakes = {.keeps_dead_sources = true}}),
      wrong("never_repeats", {.losses = 2, .mistakes = {.never_repeats = true}}),
      wrong("bans_the_expired", {.expiry = Expiry::leases, .mistakes = {.bans_the_expired = true}}),
      wrong("silent_node", {.silent_node = true}),
  };
}

}  // namespace vnext
