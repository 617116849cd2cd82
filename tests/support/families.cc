#include "tests/support/families.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/batch_program.h"
#include "tests/support/hub_program.h"
#include "tests/support/lock_program.h"
#include "tests/support/message_program.h"
#include "tests/support/random_program.h"
#include "tests/support/swap_program.h"

namespace heddle::testing {
namespace {

struct Sample {
  Program program;
  Settings settings;
};

Sample sample_of(Family family, std::uint64_t seed) {
  switch (family) {
    case Family::everything:
      return {random_program(seed, {.tasks = seed % 5 == 0 ? 3u : 2u,
                                    .operations = 2 + static_cast<std::uint32_t>(seed % 2),
                                    .choices = seed % 3 == 0,
                                    .nodes = seed % 2 == 0}),
              seed % 4 == 0 ? any_time() : Settings{}};
    case Family::hub:
      return {hub_program(seed), seed % 2 == 0 ? any_time() : Settings{}};
    case Family::locks: {
      Settings settings;
      settings.deadlock = DeadlockRule::any;
      return {lock_program(seed), settings};
    }
    case Family::batches:
      return {batch_program(seed), {}};
    case Family::messages:
      return {message_program(seed), seed % 2 == 0 ? any_time() : Settings{}};
    case Family::swaps:
      return {swap_program(seed), {}};
  }
  return {};
}

}  // namespace

Compared compare(Family family, std::uint64_t first, std::uint64_t end, std::uint64_t limit, Engines engines) {
  Compared sum;
  for (std::uint64_t seed = first; seed < end && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("program {}", seed));
    const Sample sample = sample_of(family, seed);
    const Compared one = same_classes(sample.program, sample.settings, limit, engines);
    if (one.redundant + one.redundant_elsewhere > 0)
      fmt::print("program {}: {} redundant executions, {} in other orders\n", seed, one.redundant,
                 one.redundant_elsewhere);
    sum += one;
  }
  return sum;
}

}  // namespace heddle::testing
