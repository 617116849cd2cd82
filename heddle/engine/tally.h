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

  // Does somebody want to know what machines and monitors do (machine/activity.h)? If not, nobody should spend time on
  // names for that. Scenarios are few, and always counted.
  bool activity() const { return activity_; }

 protected:
  explicit Tally(bool activity) : activity_(activity) {}

 private:
  bool activity_;
};

}  // namespace heddle
