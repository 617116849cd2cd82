// Limits of one trial. There is one for everything; when it trips, the failure names the option that raises it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "heddle/engine/task.h"

namespace heddle {

enum class TimeMode : std::uint8_t {
  virtual_clock,  // the clock moves only when nothing else can run
  any_time,       // every timer may fire at any point, see also Settings::early_timers
};

enum class DeadlockRule : std::uint8_t {
  test,  // only the test's own function, and machines inside an action, must not be blocked at the end; others may wait
         // for ever (servers)
  any,   // every task must have finished, unless it called daemon()
};

// When a message that one actor sent to another is in the other's mailbox. Each model allows whatever the one before it
// allows.
enum class Delivery : std::uint8_t {
  instant,    // at once: the order in a mailbox is that of the sends
  causal,     // after whatever was sent to the same actor before, by somebody whose messages the sender knew of
  fifo,       // after whatever the same sender sent to the same actor before
  unordered,  // at any time
};

inline constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};

struct Settings {
  std::uint64_t max_steps = 100'000;        // operations
  std::uint32_t max_tasks = 10'000;         // alive or dead
  std::uint32_t max_mailbox = 50'000;       // messages in one mailbox; more than pile up before the fair part
  Duration max_time = std::chrono::hours(24);  // virtual; a deadline past it never fires
  std::uint64_t fair_after = 20'000;        // steps, then unfair strategies hand over to a random walk
  std::size_t stack_bytes = 256 * 1024;     // per task
  int poison_stacks = -1;                   // byte to fill stacks with; negative: off
  TimeMode time = TimeMode::virtual_clock;
  DeadlockRule deadlock = DeadlockRule::test;
  Delivery delivery = Delivery::instant;
  // With TimeMode::any_time: so often a timer may fire while something else can run; after that the clock is virtual.
  std::uint64_t early_timers = kNoLimit;
  bool endless = false;  // the test is meant to run for ever: max_steps ends a trial, and is no failure
  // Liveness (spec/monitor.h): steps that a monitor may be hot in a fair run; 0: half of what there is until max_steps.
  std::uint64_t max_heat = 0;
  bool lasso = true;     // look for a state that comes again while a monitor is hot
  std::uint64_t heat_from = kNoLimit;  // the step that heat counts from; kNoLimit: as soon as the strategy is fair
  bool run_on = false;  // after a failure its task ends and the others go on: a search must see whole executions
};

}  // namespace heddle
