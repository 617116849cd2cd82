// Delivery models on random programs: searches and brute force agree under each of them, and a weaker model has all
// that a stronger one has.
#include "tests/support/random_program.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "tests/support/effort.h"
#include "tests/support/hub_program.h"
#include "tests/support/message_program.h"
#include "tests/support/searched.h"

namespace heddle::testing {
namespace {

constexpr Delivery kModels[] = {Delivery::instant, Delivery::causal, Delivery::fifo, Delivery::unordered};

struct Agreed {
  std::array<std::uint64_t, 4> programs{};  // by model
  std::array<std::uint64_t, 4> grown{};     // those that have more classes than with the model before
};

// Under each model from the strongest on, as far as brute force can go.
void check(const Program& program, Settings settings, std::uint64_t limit, Agreed& agreed) {
  settings.run_on = true;
  Exploration stronger;
  for (Delivery delivery : kModels) {
    const auto model = static_cast<std::size_t>(delivery);
    SCOPED_TRACE(fmt::format("model {}", model));
    settings.delivery = delivery;
    Exploration all = enumerate_some(program, settings, limit);
    if (all.executions >= limit) return;
    ++agreed.programs[model];
    expect_found_by_search(all, program, settings);
    EXPECT_TRUE(std::ranges::includes(all.outcomes, stronger.outcomes));
    EXPECT_GE(all.classes(), stronger.classes());
    agreed.grown[model] += all.classes() > stronger.classes();
    stronger = std::move(all);
  }
}

TEST(DeliveryOfRandomPrograms, Messages) {
  Agreed agreed;
  for (std::uint64_t seed = 0; seed < many(200) && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("messages {}", seed));
    check(message_program(seed), seed % 2 == 0 ? any_time() : Settings{}, 10'000, agreed);
  }
  EXPECT_GE(agreed.programs.back(), enough(80));
  for (std::uint64_t grown : agreed.grown) EXPECT_GE(grown, enough(1));
}

// Messages and shared memory.
TEST(DeliveryOfRandomPrograms, Hub) {
  Agreed agreed;
  for (std::uint64_t seed = 0; seed < many(150) && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("hub {}", seed));
    check(hub_program(seed), seed % 2 == 0 ? any_time() : Settings{}, 3'000, agreed);
  }
  EXPECT_GE(agreed.programs.back(), enough(40));
}

// Every primitive there is: links, monitors, names, timers, tables, nodes.
TEST(DeliveryOfRandomPrograms, Everything) {
  Agreed agreed;
  for (std::uint64_t seed = 0; seed < many(200) && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("program {}", seed));
    const Program program = random_program(seed, {.tasks = 2,
                                                  .operations = 2 + static_cast<std::uint32_t>(seed % 2),
                                                  .choices = seed % 3 == 0,
                                                  .nodes = seed % 2 == 0});
    check(program, seed % 4 == 0 ? any_time() : Settings{}, 3'000, agreed);
  }
  EXPECT_GE(agreed.programs.back(), enough(100));
}

}  // namespace
}  // namespace heddle::testing
