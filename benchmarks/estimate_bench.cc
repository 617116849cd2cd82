// bench: slow
// How near the truth are estimates of a search? Programs whose number of executions is known, probed for as long as the
// progress line does it the first time, when a part of the search is done; several times each.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "benchmarks/any.h"
#include "benchmarks/table.h"
#include "heddle/actor/system.h"
#include "heddle/heddle.h"
#include "heddle/runner/forecast.h"
#include "heddle/search/graph_estimate.h"
#include "studies/corfu/scenario.h"

namespace heddle::bench {
namespace {

using Program = std::function<void()>;
using Clock = std::chrono::steady_clock;

constexpr double kSeconds = 0.15;
constexpr int kSeeds = 10;

struct Known {
  std::string name;
  Program program;
  std::uint64_t executions;
};

Program corfu_middle12(corfu::LayoutKind layout) {
  corfu::Scenario scenario;
  scenario.method = corfu::Method::middle_12;
  scenario.layout = layout;
  return [scenario] { corfu::run(scenario); };
}

Settings for_searches() {
  Settings settings;
  settings.run_on = true;
  return settings;
}

// What is left after so many executions.
std::string left_after(const Known& known, std::uint64_t executions) {
  Trial trial(for_searches());
  BoardMemory board(BoardMemory::Sharing::private_memory);
  GraphSearch search;
  while (search.counts().executions < executions)
    if (!search.end(end_of_trial(trial.run(known.program, search, {}, board.board(), &ActorSystem::run_body)))) break;
  return search.save();
}

Expected estimate(const Known& known, const std::string& piece, std::uint64_t done, std::uint64_t seed) {
  const auto began = Clock::now();
  const auto left = [&] { return 1 - std::chrono::duration<double>(Clock::now() - began).count() / kSeconds; };
  BoardMemory board(BoardMemory::Sharing::private_memory);
  GraphProbes probes(known.program, for_searches(), &ActorSystem::run_body, board.board(), seed);
  Forecast forecast;
  const auto before = static_cast<double>(done);
  if (probes.begin({piece}))
    probe_widely(probes, left, [&](double found, std::uint64_t runs) { forecast.add(before, found, runs); });
  return forecast.expected(before);
}

int measure(int argc, char** argv) {
  Table table("estimates of a search, after 0.15 s of probes", argc, argv);
  const std::vector<Known> programs = {
      {"9 senders", any(9), 362'880},
      {"corfu.middle12", corfu_middle12(corfu::LayoutKind::cell), 1'359'224},
      {"corfu.middle12.conditional.keys.2w", corfu_middle12(corfu::LayoutKind::keys), 3'864'604},
  };
  double within = 0, all = 0;
  for (const Known& known : programs)
    for (const std::uint64_t percent : {5u, 20u, 50u}) {
      const std::uint64_t done = known.executions * percent / 100;
      const std::string piece = left_after(known, done);
      const auto truth = static_cast<double>(known.executions);
      double farthest = 1;
      for (int seed = 1; seed <= kSeeds; ++seed) {
        const Expected expected = estimate(known, piece, done, static_cast<std::uint64_t>(seed));
        farthest = std::max({farthest, expected.executions / truth, truth / expected.executions});
        within += expected.low <= truth && (expected.high == 0 || truth <= expected.high);
        ++all;
      }
      const std::string name = fmt::format("{} at {} %: farthest off, of {} times", known.name, percent, kSeeds);
      table.add({name, farthest, "times", {}, Better::lower});
    }
  table.add({"the truth is within the spread", 100 * within / all, "%", 75, Better::higher});
  return table.finish();
}

}  // namespace
}  // namespace heddle::bench

int main(int argc, char** argv) { return heddle::bench::measure(argc, argv); }
