// A test of a study, with what is expected of it: the study's program registers them, tables over several studies
// measure them.
#pragma once

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "heddle/heddle.h"

namespace studies {

struct Case {
  std::string name;            // "vnext.sync_after_expiry"
  bool bug = false;            // there is one to be found
  std::function<void()> test;  // one trial
  // What the test needs (time, fairness, limits) and how many trials it normally gets; the rest is for whoever runs it.
  heddle::Options options = {};
};

inline Case case_named(const std::vector<Case>& cases, const std::string& name) {
  const auto found = std::ranges::find(cases, name, &Case::name);
  if (found == cases.end()) throw std::invalid_argument("no case named " + name);
  return *found;
}

// As tests of this program.
inline void add_tests(const std::vector<Case>& cases, const char* file, int line) {
  for (const Case& one : cases) heddle::add_test(one.name, one.test, one.options, file, line);
}

}  // namespace studies
