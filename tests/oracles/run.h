// Holds searches, and brute force, against the oracles.
#pragma once

#include <map>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "tests/oracles/oracle.h"

namespace heddle::testing {

struct Found {
  std::uint64_t executions = 0;
  std::uint64_t failures = 0;
  std::uint64_t redundant = 0;
  std::map<std::uint64_t, std::uint64_t> seen = {};  // how often each class, by order_hash
  std::string refused = {};                          // why the algorithm cannot do this program; empty: it can
};

struct Algorithm {
  std::string name;
  Found (*search)(const Program& program, const Settings& settings);
  std::set<std::string> refuses = {};  // names of oracles that it is known not to be able to do
};

const std::vector<Algorithm>& algorithms();
const std::vector<Oracle>& oracles();

inline void PrintTo(const Oracle& oracle, std::ostream* out) { *out << oracle.name << ": " << oracle.why; }
inline void PrintTo(const Algorithm& algorithm, std::ostream* out) { *out << algorithm.name; }

// Letters, digits and underscores, as GoogleTest wants them.
std::string test_name(const Oracle& oracle);

// Counts with more executions belong to the soak test.
inline constexpr std::uint64_t kQuick = 20'000;

// The counts that hold: exactly as many executions and failures, each of a class of its own.
void expect_counts(const Oracle& oracle, const Algorithm& algorithm, bool quick);

// A search by states comes to the same, or to more if it says so.
void expect_counts_by_states(const Oracle& oracle);

// Brute force comes to the same classes as each algorithm, and to the outcomes that are known.
void expect_same_by_brute_force(const Oracle& oracle);

// The command line's --verify comes to the same for the smallest size.
void expect_verified(const Oracle& oracle);

}  // namespace heddle::testing
