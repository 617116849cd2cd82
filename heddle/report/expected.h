// How many executions a search has, as far as that can be foretold, and how that is told.
#pragma once

#include <string>

namespace heddle {

struct Expected {
  double executions = 0;  // 0: not known
  double low = 0;         // most likely between these two
  double high = 0;        // 0: nobody can tell

  bool known() const { return executions > 0; }
  bool wide() const;  // too far apart to give one number for all
};

// "about 1.4 million executions (+-20 %)", "0.8 to 40 billion executions"
std::string to_text(const Expected& expected);

// The time until then for a search that has done so many, at so many per second: "0:30 left", "5 h to 18 days left".
// Empty: nobody can tell, or lives to see it.
std::string time_left_text(const Expected& expected, double done, double per_second);

}  // namespace heddle
