#include "heddle/base/print.h"

namespace heddle {

std::string describe_time(std::chrono::nanoseconds time) {
  constexpr std::pair<std::int64_t, const char*> kUnits[] = {{1'000'000'000, "s"}, {1'000'000, "ms"}, {1'000, "us"}};
  if (time.count() < 0) return "-" + describe_time(-time);
  const std::int64_t total = time.count();
  for (const auto& [nanoseconds, unit] : kUnits) {
    if (total < nanoseconds) continue;
    std::string fraction = fmt::format("{}", nanoseconds + total % nanoseconds).substr(1);  // with leading zeros
    fraction.erase(fraction.find_last_not_of('0') + 1);
    return fmt::format("{}{}{} {}", total / nanoseconds, fraction.empty() ? "" : ".", fraction, unit);
  }
  return fmt::format("{} ns", total);
}

}  // namespace heddle
