#include "benchmarks/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "heddle/report/words.h"

namespace heddle::bench {
namespace {

// 304,410 or 3.517
std::string number(double value) {
  if (value >= 1000) return with_thousands(static_cast<std::uint64_t>(value + 0.5));
  return fmt::format("{:.4g}", value);
}

}  // namespace

Table::Table(std::string title, int argc, char** argv) : title_(std::move(title)) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    constexpr std::string_view kJson = "--json=";
    if (argument.substr(0, kJson.size()) != kJson) {
      fmt::print(stderr, "{}: '{}' is not an option; there is only --json=PATH\n", argv[0], argument);
      std::exit(2);
    }
    json_ = argument.substr(kJson.size());
  }
}

int Table::finish() const {
  std::size_t width = 20;
  for (const Row& row : rows_) width = std::max(width, row.name.size());
  fmt::print("{}\n", title_);
  nlohmann::json json = nlohmann::json::array();
  bool all_ok = true;
  for (const Row& row : rows_) {
    std::string bar;
    if (row.bar)
      bar = fmt::format("  {} {:<9} {}", row.better == Better::lower ? "<=" : ">=", number(*row.bar), row.ok() ? "ok" : "MISSED");
    fmt::print("  {:<{}}  {:>11} {:<14}{}\n", row.name, width, number(row.value), row.unit, bar);
    all_ok = all_ok && row.ok();
    json.push_back({{"name", row.name},
                    {"value", row.value},
                    {"unit", row.unit},
                    {"bar", row.bar ? nlohmann::json(*row.bar) : nlohmann::json()},
                    {"better", row.better == Better::lower ? "lower" : "higher"},
                    {"ok", row.bar ? nlohmann::json(row.ok()) : nlohmann::json()}});
  }
  if (!json_.empty()) {
    std::ofstream out(json_);
    out << json.dump(2) << "\n";
    if (!out.flush()) {
      fmt::print(stderr, "cannot write {}\n", json_);
      return 3;
    }
  }
  return all_ok ? 0 : 1;
}

double seconds(const std::function<void()>& work) {
  const auto began = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

std::vector<double> medians(int rounds, const std::vector<std::function<double()>>& measures) {
  std::vector<std::vector<double>> samples(measures.size());
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < measures.size(); ++i) samples[i].push_back(measures[i]());
  std::vector<double> result;
  for (std::vector<double>& one : samples) {
    std::nth_element(one.begin(), one.begin() + static_cast<long>(one.size() / 2), one.end());
    result.push_back(one[one.size() / 2]);
  }
  return result;
}

}  // namespace heddle::bench
