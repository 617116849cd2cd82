// What Morpheus found, and how often: X. Yuan, J. Yang: Effective Concurrency Testing for Distributed Systems, ASPLOS
// 2020, tables 2 to 4 and section 5.4. Hit ratios are of 10,000 trials each, in ten tasks that learn apart.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace morpheus {

// The paper's strategies as they are called here, in the order of its table 3.
inline constexpr std::array<std::string_view, 8> kStrategies = {"rw",  "rw+",  "pct:5", "pct:5+",
                                                                "pos", "pos+", "pos*",  "pos*+"};

struct Bug {
  std::string_view name;  // as the paper calls it
  std::string_view of;    // the case here, without its size
  std::array<double, kStrategies.size()> hit_ratio;
};

std::span<const Bug> bugs();

// None for strategies that the paper has not.
std::optional<double> published(const Bug& bug, std::string_view strategy);

// Table 4: what conflict analysis takes for the same operation.
struct Scheme {
  std::string_view bug;
  std::string_view scheme;  // as it is called here; "": of the bug itself, without conflict analysis
  double operations, conflicts, false_negatives, false_positives, hit_ratio;
};

std::span<const Scheme> schemes();

}  // namespace morpheus
