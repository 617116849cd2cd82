// The rows that ./bench keeps of a study's table: build/bench/NAME.json.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>

namespace studies {

class Rows {
 public:
  enum class Better { lower, higher };

  // No value: it could not be measured. No bar: only informative.
  void add(const std::string& name, std::optional<double> value, const std::string& unit, Better better,
           std::optional<double> bar = {}) {
    const bool met = bar && value && (better == Better::lower ? *value <= *bar : *value >= *bar);
    missed_ = missed_ || (bar && !met);
    rows_.push_back({{"name", name},
                     {"value", value ? nlohmann::ordered_json(*value) : nullptr},
                     {"unit", unit},
                     {"bar", bar ? nlohmann::ordered_json(*bar) : nullptr},
                     {"better", better == Better::lower ? "lower" : "higher"},
                     {"ok", bar ? nlohmann::ordered_json(met) : nullptr}});
  }

  bool ok() const { return !missed_; }

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
  bool missed_ = false;
};

}  // namespace studies
