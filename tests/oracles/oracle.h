// Programs whose number of inequivalent executions is known, each beside its counts. Every search has to come to
// exactly these (oracles_test.cc); brute force does where it can. Where they come from is in README.md.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tests/support/enumerate.h"

namespace heddle::testing {

struct Count {
  int n;  // size of the program
  std::uint64_t executions;
  std::uint64_t failures = 0;  // of these; a deadlock is one
};

struct Sampled {
  int n;
  std::uint64_t trials;  // random ones, enough to see every class
};

struct Oracle {
  std::string name;
  std::string why;  // the formula, or what the number is made of
  std::function<Program(int n)> program;
  std::vector<Count> counts;
  int enumerate_to = -1;              // size up to which brute force runs all executions
  std::vector<Sampled> sampled = {};  // and where it only samples
  Texts outcomes = {};                // as brute force hears them; empty: not looked at
  bool telling = false;               // every class has an outcome of its own
  Settings settings = {};
};

// A program that has no size.
inline std::function<Program(int)> fixed(Program program) {
  return [program = std::move(program)](int) { return program; };
}
inline std::vector<Count> once(std::uint64_t executions, std::uint64_t failures = 0) {
  return {{0, executions, failures}};
}

inline std::vector<Count> sizes(int from, int to, const std::function<std::uint64_t(int n)>& executions,
                                std::uint64_t failures = 0) {
  std::vector<Count> counts;
  for (int n = from; n <= to; ++n) counts.push_back({n, executions(n), failures});
  return counts;
}

constexpr std::uint64_t power(std::uint64_t base, int n) { return n <= 0 ? 1 : base * power(base, n - 1); }
constexpr std::uint64_t factorial(int n) { return n <= 1 ? 1 : static_cast<std::uint64_t>(n) * factorial(n - 1); }

std::vector<Oracle> memory_oracles();
std::vector<Oracle> litmus_oracles();
std::vector<Oracle> message_oracles();
std::vector<Oracle> server_oracles();
std::vector<Oracle> lock_oracles();
std::vector<Oracle> life_oracles();
std::vector<Oracle> corfu_oracles();

}  // namespace heddle::testing
