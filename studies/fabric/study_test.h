// Running a case of the study in its tests.
#pragma once

#include <string>

#include "studies/fabric/harness.h"
#include "studies/support/expect.h"

namespace fabric {

using studies::expect_failure;

inline studies::Case case_named(const std::string& name) { return studies::case_named(cases(), name); }

inline heddle::Report explored(const std::string& name, std::uint64_t trials,
                               const std::string& strategy = "portfolio") {
  return studies::explored(case_named(name), trials, strategy);
}

inline void expect_clean(const std::string& name, std::uint64_t trials, const std::string& strategy = "portfolio") {
  studies::expect_clean(explored(name, trials, strategy), trials);
}

}  // namespace fabric
