// Running a case of the study in its tests.
#pragma once

#include <algorithm>
#include <string>

#include "studies/fabric/harness.h"
#include "studies/support/expect.h"

namespace fabric {

using studies::expect_failure;

inline studies::Case case_named(const std::string& name) {
  const std::vector<studies::Case> all = cases();
  return *std::find_if(all.begin(), all.end(), [&](const studies::Case& one) { return one.name == name; });
}

inline heddle::Report explored(const std::string& name, std::uint64_t trials,
                               const std::string& strategy = "portfolio") {
  const studies::Case found = case_named(name);
  heddle::Options options = found.options;
  options.strategy = strategy;
  options.trials = trials;
  options.seed = 1;
  options.workers = 1;  // so that the first failure is always the same
  options.save_to = "";
  return heddle::explore(found.test, options);
}

inline void expect_clean(const std::string& name, std::uint64_t trials, const std::string& strategy = "portfolio") {
  studies::expect_clean(explored(name, trials, strategy), trials);
}

}  // namespace fabric
