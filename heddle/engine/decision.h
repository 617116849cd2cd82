// Decisions: the typed draws of a trial. Their stream is the schedule, and all that replay needs.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace heddle {

#define HEDDLE_DECISIONS(X)                                      \
  X(pick)  /* which task goes next; value = its number */       \
  X(value) /* what choose() or flip() returned */               \
  X(fault) /* whether and which fault strikes */                \
  X(time)  /* how long something takes */

enum class DecisionType : std::uint8_t {
#define HEDDLE_DECISION_ENUM(name) name,
  HEDDLE_DECISIONS(HEDDLE_DECISION_ENUM)
#undef HEDDLE_DECISION_ENUM
};

constexpr std::string_view to_string(DecisionType type) {
  switch (type) {
#define HEDDLE_DECISION_NAME(name) \
  case DecisionType::name:         \
    return #name;
    HEDDLE_DECISIONS(HEDDLE_DECISION_NAME)
#undef HEDDLE_DECISION_NAME
  }
  return "?";
}

// Four bytes, so that recording costs next to nothing.
class Decision {
 public:
  static constexpr std::uint32_t kMaxValue = (1u << 30) - 1;

  constexpr Decision() = default;
  constexpr Decision(DecisionType type, std::uint32_t value) : bits_(value << 2 | static_cast<std::uint32_t>(type)) {}

  constexpr DecisionType type() const { return static_cast<DecisionType>(bits_ & 3); }
  constexpr std::uint32_t value() const { return bits_ >> 2; }
  friend constexpr bool operator==(Decision, Decision) = default;

 private:
  std::uint32_t bits_ = 0;
};

using Schedule = std::vector<Decision>;

}  // namespace heddle
