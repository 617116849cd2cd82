// Counting named things over all trials, and over all processes that run them: what was covered.
#pragma once

#include <cstdint>
#include <string_view>

namespace heddle {

// Names are texts with tabs between their parts, the first part says what kind of thing it is ("state", "scenario").
class Tally {
 public:
  virtual ~Tally() = default;

  // Adds to the count of a thing. 0: it exists, and nothing more is known of it.
  virtual void add(std::string_view name, std::uint64_t count) = 0;
};

}  // namespace heddle
