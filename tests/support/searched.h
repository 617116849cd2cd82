// Every class of equivalent executions of a program, as a search finds them.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "heddle/search/graph_search.h"
#include "heddle/search/sequence_search.h"
#include "tests/support/enumerate.h"

namespace heddle::testing {

struct Searched {
  std::map<std::uint64_t, std::uint64_t> seen;  // how often each class, by order_hash
  std::set<std::uint64_t> whole;                // of these, the ones that were not cut
  std::uint64_t failures = 0;
  SearchCounts counts;
};

// Fails the test if there are more than `limit` executions.
Searched search_all(const Program& program, Settings settings = {}, std::uint64_t limit = 2'000'000,
                    const Scope& scope = {});

// The same by graphs. `refused`: why they cannot express the program; then nothing else is said.
struct GraphSearched {
  std::map<std::uint64_t, std::uint64_t> seen;
  std::uint64_t failures = 0;
  GraphCounts counts;
  std::string refused;
};
GraphSearched graph_search_all(const Program& program, Settings settings = {}, std::uint64_t limit = 2'000'000);

// Both searches find the classes that brute force found, each of them once; the one by graphs, if it can express the
// program.
void expect_found_by_search(const Exploration& all, const Program& program, const Settings& settings);

// Searches and brute force find the same classes of a program that may fail, and searches each of them once. False: it
// has more executions than brute force may take.
// With `redundant`, executions by the sequence search of classes that had been seen are no failure but counted there.
bool same_classes(const Program& program, Settings settings, std::uint64_t limit, std::uint64_t* redundant = nullptr);

}  // namespace heddle::testing
