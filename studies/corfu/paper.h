// The searches of the paper, and what it says came of them: S. Aronis, S. L. Fritchie, K. Sagonas: Testing and
// Verifying Chain Repair Methods for CORFU Using Stateless Model Checking, iFM 2017.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "heddle/runner/options.h"
#include "studies/corfu/scenario.h"

namespace corfu {

// What is searched until the first failure, or else to its end.
struct Search {
  Scenario scenario;
  heddle::Observers observers = heddle::Observers::on;  // off: without the optimisation of the paper's section 5.1
  std::uint64_t bound = heddle::kUnbounded;             // of the exploration tree: 0, 1, 2, ... up to that
  std::string kind = "auto";                            // see heddle::Options::search

  bool operator==(const Search&) const = default;
};

// Repair at the tail or at the head has a bug to find.
bool has_bug(const Search& search);

// How Heddle is asked for it; nothing is saved.
heddle::Options options_of(const Search& search);

struct Published {
  std::uint64_t executions = 0;
  std::chrono::seconds time{0};
  bool bug = false;
  bool finished = true;  // false: these are lower bounds
};

struct PaperRow {
  std::string name;  // "method 1 without bound"; no two rows of a table have the same
  Search search;
  std::optional<Published> paper;  // nothing: not in the paper
};

struct PaperTable {
  std::string name;  // "table 1"
  std::string title;
  std::vector<PaperRow> rows;
};

// Table 1, table 2, and the proofs of method 3, which the paper has in its text.
std::vector<PaperTable> paper_tables();

// "68 s", "6 min 20 s", "144 h"
std::string time_text(std::chrono::seconds time);

}  // namespace corfu
