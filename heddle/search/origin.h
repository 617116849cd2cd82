// Why an execution of a search was run: which earlier one showed that something could go another way.
#pragma once

#include <cstdint>
#include <string>

#include "heddle/trace/describe_operation.h"

namespace heddle {

struct Origin {
  std::uint64_t execution = 0;  // number of the trial that showed it
  OperationText sooner, later;  // a race: there, it was the other way round
  std::string object;           // at which they meet
  std::string answer;           // no race, but another answer of `sooner`, such as "value 1"; empty: a race
};

}  // namespace heddle
