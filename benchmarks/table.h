// What every benchmark prints: rows with a value, a unit and, where there is one, a bar.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::bench {

enum class Better { lower, higher };

struct Row {
  std::string name;
  double value = 0;
  std::string unit;
  std::optional<double> bar;  // none: only informative
  Better better = Better::lower;
  bool ok() const { return !bar || (better == Better::lower ? value <= *bar : value >= *bar); }
};

class Table {
 public:
  // Reads --json=PATH from the command line; anything else ends the program with a sentence.
  Table(std::string title, int argc, char** argv);

  void add(Row row) { rows_.push_back(std::move(row)); }

  // Prints, writes the JSON if asked for, and returns the exit code: 1 when a bar is missed.
  int finish() const;

 private:
  std::string title_;
  std::string json_;
  std::vector<Row> rows_;
};

// Seconds of one call, by the wall clock.
double seconds(const std::function<void()>& work);

// Several things measured in turns, so that a noisy machine is noisy for all of them: medians, in the order given.
std::vector<double> medians(int rounds, const std::vector<std::function<double()>>& measures);

}  // namespace heddle::bench
