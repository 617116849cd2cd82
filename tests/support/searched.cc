#include "tests/support/searched.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "heddle/actor/system.h"

namespace heddle::testing {

Searched search_all(const Program& program, Settings settings, std::uint64_t limit, const Scope& scope) {
  settings.run_on = true;
  settings.max_steps = std::min(settings.max_steps, scope.bounds.steps);
  Trial trial(settings);
  BoardMemory board(BoardMemory::Sharing::private_memory, 1 << 20);
  SequenceSearch search(program, settings, &ActorSystem::run_body, scope);
  Searched found;
  bool more = true;
  for (std::uint64_t n = 0; more && n <= limit; ++n) {
    const Outcome outcome = trial.run(program, search, {n, 0}, board.board(), &ActorSystem::run_body);
    more = search.end(end_of_trial(outcome));
    ++found.seen[outcome.order_hash];
    found.failures += outcome.failure.has_value();
    if (!end_of_trial(outcome).cut) found.whole.insert(outcome.order_hash);
  }
  EXPECT_FALSE(more) << "more than " << limit << " executions";
  found.counts = search.counts();
  EXPECT_EQ(found.counts.departed, "");
  return found;
}

GraphSearched graph_search_all(const Program& program, Settings settings, std::uint64_t limit) {
  settings.run_on = true;
  Trial trial(settings);
  BoardMemory board(BoardMemory::Sharing::private_memory, 1 << 20);
  GraphSearch search;
  GraphSearched found;
  bool more = true;
  for (std::uint64_t n = 0; more && n <= limit; ++n) {
    const std::uint64_t before = search.counts().executions;
    const Outcome outcome = trial.run(program, search, {n, 0}, board.board(), &ActorSystem::run_body);
    more = search.end(end_of_trial(outcome));
    if (search.counts().executions == before) continue;  // it asked what an operation does
    ++found.seen[outcome.order_hash];
    found.failures += outcome.failure.has_value();
  }
  EXPECT_FALSE(more) << "more than " << limit << " executions";
  found.counts = search.counts();
  found.refused = search.refused();
  return found;
}

namespace {

void expect_found_by_graphs(const Exploration& all, const Program& program, const Settings& settings) {
  const GraphSearched searched = graph_search_all(program, settings);
  if (!searched.refused.empty()) return;
  std::size_t lost = 0;
  for (const auto& [order, texts] : all.by_order) lost += !searched.seen.contains(order);
  EXPECT_EQ(lost, 0u) << "classes that only brute force found, not graphs";
  EXPECT_EQ(searched.seen.size(), all.classes()) << "classes, by graphs and by brute force";
  EXPECT_EQ(searched.counts.executions, all.classes()) << "executions, by graphs, of so many classes";
}

}  // namespace

void expect_found_by_search(const Exploration& all, const Program& program, const Settings& settings) {
  const Searched searched = search_all(program, settings);
  std::size_t twice = 0, unknown = 0;
  for (const auto& [order, times] : searched.seen) {
    twice += times - 1;
    unknown += !all.by_order.contains(order);
  }
  EXPECT_EQ(searched.seen.size(), all.classes()) << "classes, by search and by brute force";
  EXPECT_EQ(unknown, 0u) << "classes that brute force did not see";
  EXPECT_EQ(twice, 0u) << "executions of classes that had been seen";
  EXPECT_EQ(searched.counts.redundant, twice);
  expect_found_by_graphs(all, program, settings);
}

bool same_classes(const Program& program, Settings settings, std::uint64_t limit, std::uint64_t* redundant) {
  settings.run_on = true;
  const Exploration all = enumerate_some(program, settings, limit);
  if (all.executions >= limit) return false;
  const Searched searched = search_all(program, settings);
  for (const auto& [order, texts] : all.by_order) EXPECT_TRUE(searched.seen.contains(order)) << *texts.begin();
  EXPECT_EQ(searched.seen.size(), all.classes());
  if (redundant)
    *redundant += searched.counts.redundant;
  else
    EXPECT_EQ(searched.counts.redundant, 0u);
  EXPECT_EQ(searched.counts.executions, all.classes());
  expect_found_by_graphs(all, program, settings);
  return true;
}

}  // namespace heddle::testing
