// How many executions a search has in all, as far as that can be foretold: from what it has done, and from probes of
// what was left at several times.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/report/expected.h"

namespace heddle {

class Forecast {
 public:
  // A probe has found that about so many executions were left when so many were done. It took so many runs.
  void add(double done, double left, std::uint64_t runs);

  bool empty() const { return samples_.empty(); }

  // Of a search that has done so much and has not ended; not known before there are two probes. Never less than what is
  // done: if that is more than was thought, `high` is 0.
  Expected expected(double done) const;

 private:
  struct Sample {
    double done, left, runs;
    double all() const { return done + left; }
  };
  std::vector<Sample> samples_;
};

}  // namespace heddle
