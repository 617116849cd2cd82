// The rows that ./bench keeps of a study's table, build/bench/NAME.json, and the bars that they are held to.
#pragma once

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace studies {

class Rows {
 public:
  enum class Better { lower, higher };

  // No value: it could not be measured. No bar: only informative.
  void add(const std::string& name, std::optional<double> value, const std::string& unit, Better better,
           std::optional<double> bar = {}) {
    const bool met = bar && value && (better == Better::lower ? *value <= *bar : *value >= *bar);
    bars_ += bar.has_value();
    if (bar && !met)
      missed_.push_back(fmt::format("{}: {}, not {} or {}", name,
                                    value ? fmt::format("{:.3g} {}", *value, unit) : "nothing", *bar,
                                    better == Better::lower ? "less" : "more"));
    rows_.push_back({{"name", name},
                     {"value", value ? nlohmann::ordered_json(*value) : nullptr},
                     {"unit", unit},
                     {"bar", bar ? nlohmann::ordered_json(*bar) : nullptr},
                     {"better", better == Better::lower ? "lower" : "higher"},
                     {"ok", bar ? nlohmann::ordered_json(met) : nullptr}});
  }

  bool ok() const { return missed_.empty(); }

  // "bars: 12, all met", or which were not.
  std::string verdict() const {
    if (ok()) return bars_ == 0 ? "" : fmt::format("bars: {}, all met\n", bars_);
    return fmt::format("bars: {}, missed {}\n  {}\n", bars_, missed_.size(), fmt::join(missed_, "\n  "));
  }

  // Before the work: can it be written later? What is there stays until then.
  static void check_writable(const std::string& path) {
    if (!path.empty() && !std::ofstream(path, std::ios::app)) throw std::runtime_error("cannot write '" + path + "'");
  }

  void write(const std::string& path) const {
    if (!path.empty() && !(std::ofstream(path) << rows_.dump(2) << std::endl))
      throw std::runtime_error("cannot write '" + path + "'");
  }

 private:
  nlohmann::ordered_json rows_ = nlohmann::ordered_json::array();
  std::size_t bars_ = 0;
  std::vector<std::string> missed_;  // a line each
};

}  // namespace studies
