// Every class of equivalent executions of a program, as a search finds them.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "heddle/search/graph_search.h"
#include "heddle/search/sequence_search.h"
#include "heddle/search/state_search.h"
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
                    const Scope& scope = {}, const Free& free = {});

// The same by graphs. `refused`: why they cannot express the program; then nothing else is said.
struct GraphSearched {
  std::map<std::uint64_t, std::uint64_t> seen;
  std::uint64_t failures = 0;
  GraphCounts counts;
  std::string refused;
};
GraphSearched graph_search_all(const Program& program, Settings settings = {}, std::uint64_t limit = 2'000'000,
                               const Free& free = {});

// The same by states, which knows how many classes there are, not which.
struct StatesSearched {
  ClassCount counts;
  bool exact = true;  // or there may be fewer
  std::uint64_t states = 0;
  bool finished = false;  // within the limit of runs: where tasks hardly meet, there are many more states than classes
};
// `check`: known states are searched again and again, and come to the same each time.
StatesSearched state_search_all(const Program& program, Settings settings, std::uint64_t limit, bool check = false,
                                Observers observers = Observers::on);

// Both searches find the classes that brute force found, each of them once; the one by graphs, if it can express the
// program.
void expect_found_by_search(const Exploration& all, const Program& program, const Settings& settings);

// Which searches to compare with brute force.
enum class Engines : std::uint8_t { sequences, graphs, both, states };

struct Compared {
  std::uint64_t programs = 0;   // that were compared
  std::uint64_t classes = 0;    // of these
  std::uint64_t by_graphs = 0;  // of these programs, those that graphs can express
  std::uint64_t by_states = 0;  // of these programs, those whose classes states count exactly, within a limit
  // Executions by the sequence search of classes that had been seen: when tasks run in turn, and in other orders.
  std::uint64_t redundant = 0, redundant_elsewhere = 0;
  Compared& operator+=(const Compared& more);
};

// Searches and brute force find the same classes of a program that may fail, and searches each of them once, whatever
// order they run in what they have not planned. Nothing is compared if the program has more executions than brute force
// may take. Redundant executions of the sequence search are counted; whether they are a failure, the caller says.
Compared same_classes(const Program& program, Settings settings, std::uint64_t limit, Engines engines = Engines::both);

}  // namespace heddle::testing
