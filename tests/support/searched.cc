#include "tests/support/searched.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

#include "heddle/actor/system.h"

namespace heddle::testing {

Searched search_all(const Program& program, Settings settings, std::uint64_t limit, const Scope& scope,
                    const Free& free) {
  settings.run_on = true;
  settings.max_steps = std::min(settings.max_steps, scope.bounds.steps);
  Trial trial(settings);
  BoardMemory board(BoardMemory::Sharing::private_memory, 1 << 20);
  SequenceSearch search(program, settings, &ActorSystem::run_body, scope);
  search.run_free(free);
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

GraphSearched graph_search_all(const Program& program, Settings settings, std::uint64_t limit, const Free& free) {
  settings.run_on = true;
  Trial trial(settings);
  BoardMemory board(BoardMemory::Sharing::private_memory, 1 << 20);
  GraphSearch search;
  search.run_free(free);
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

StatesSearched state_search_all(const Program& program, Settings settings, std::uint64_t limit, bool check,
                                Observers observers) {
  settings.run_on = true;
  Trial trial(settings);
  BoardMemory board(BoardMemory::Sharing::private_memory, 1 << 20);
  StateSearch search(observers);
  if (check) search.check_states();
  bool more = true;
  for (std::uint64_t n = 0; more && n < limit; ++n)
    more = search.end(end_of_trial(trial.run(program, search, {n, 0}, board.board(), &ActorSystem::run_body)));
  EXPECT_EQ(search.departed(), "");
  EXPECT_TRUE(search.consistent()) << "the same state led to something else";
  return {search.counts(), search.exact(), search.states(), !more};
}

namespace {

// Returns whether they are counted exactly.
bool expect_counted_by_states(const Exploration& all, const Program& program, const Settings& settings) {
  const std::uint64_t failing = all.failed.size();
  const StatesSearched searched =
      state_search_all(program, settings, 10 * all.classes() + 1'000, all.classes() < 100);
  if (!searched.finished) return false;
  if (searched.exact) {
    EXPECT_EQ(searched.counts.executions, all.classes()) << "executions, by states, of so many classes";
    EXPECT_EQ(searched.counts.failed, failing) << "of which so many fail";
  } else {
    EXPECT_GE(searched.counts.executions, all.classes()) << "executions at most, by states, of so many classes";
    EXPECT_GE(searched.counts.failed, failing) << "of which so many fail";
    EXPECT_EQ(searched.counts.failed > 0, failing > 0);
  }
  return searched.exact;
}

constexpr std::string_view kDeparted = "more than what is received and read";

// A search that finds more than there is does not end for that.
std::uint64_t more_than_enough(const Exploration& all) { return 2 * all.classes() + 100; }

// False: graphs cannot express the program.
bool expect_found_by_graphs(const Exploration& all, const Program& program, const Settings& settings,
                            const Free& free = {}) {
  const GraphSearched searched = graph_search_all(program, settings, more_than_enough(all), free);
  EXPECT_FALSE(searched.refused.starts_with(kDeparted));
  if (!searched.refused.empty()) return false;
  std::size_t lost = 0;
  for (const auto& [order, texts] : all.by_order) lost += !searched.seen.contains(order);
  EXPECT_EQ(lost, 0u) << "classes that only brute force found, not graphs";
  EXPECT_EQ(searched.seen.size(), all.classes()) << "classes, by graphs and by brute force";
  EXPECT_EQ(searched.counts.executions, all.classes()) << "executions, by graphs, of so many classes";
  return true;
}

// Returns the number of redundant executions.
std::uint64_t expect_found_by_sequences(const Exploration& all, const Program& program, const Settings& settings,
                                        const Free& free = {}) {
  const Searched searched = search_all(program, settings, more_than_enough(all), {}, free);
  std::size_t twice = 0, unknown = 0, lost = 0;
  for (const auto& [order, times] : searched.seen) {
    twice += times - 1;
    unknown += !all.by_order.contains(order);
  }
  for (const auto& [order, texts] : all.by_order) lost += !searched.seen.contains(order);
  EXPECT_EQ(lost, 0u) << "classes that only brute force found, not sequences";
  EXPECT_EQ(searched.seen.size(), all.classes()) << "classes, by search and by brute force";
  EXPECT_EQ(unknown, 0u) << "classes that brute force did not see";
  EXPECT_EQ(searched.counts.redundant, twice) << "redundant executions that the search did not notice, or imagined";
  return twice;
}

}  // namespace

void expect_found_by_search(const Exploration& all, const Program& program, const Settings& settings) {
  EXPECT_EQ(expect_found_by_sequences(all, program, settings), 0u) << "executions of classes that had been seen";
  expect_found_by_graphs(all, program, settings);
}

Compared& Compared::operator+=(const Compared& more) {
  programs += more.programs;
  classes += more.classes;
  by_graphs += more.by_graphs;
  by_states += more.by_states;
  redundant += more.redundant;
  redundant_elsewhere += more.redundant_elsewhere;
  return *this;
}

Compared same_classes(const Program& program, Settings settings, std::uint64_t limit, Engines engines) {
  constexpr Free kOrders[] = {
      {}, {Free::Order::oldest}, {Free::Order::newest}, {Free::Order::random, 1}, {Free::Order::random, 2}};
  settings.run_on = true;
  const Exploration all = enumerate_some(program, settings, limit);
  if (all.executions >= limit) return {};
  Compared sum{.programs = 1, .classes = all.classes()};
  if (engines == Engines::states) {
    sum.by_states = expect_counted_by_states(all, program, settings);
    return sum;
  }
  for (const Free& free : kOrders) {
    SCOPED_TRACE(fmt::format("order {}, seed {}", static_cast<int>(free.order), free.seed));
    const bool usual = free.order == Free::Order::in_turn;
    if (engines != Engines::graphs)
      (usual ? sum.redundant : sum.redundant_elsewhere) += expect_found_by_sequences(all, program, settings, free);
    if (engines == Engines::sequences || (sum.by_graphs == 0 && !usual)) continue;
    sum.by_graphs = expect_found_by_graphs(all, program, settings, free);
  }
  return sum;
}

}  // namespace heddle::testing
