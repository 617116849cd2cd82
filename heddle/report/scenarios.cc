#include "heddle/report/scenarios.h"

#include <fmt/format.h>

#include "heddle/report/words.h"

namespace heddle {
namespace {

std::string how_often(const Report& report, std::uint64_t trials) {
  if (report.is_replay) return trials == 0 ? "not reached" : "reached";
  if (trials == 0) return "never reached";
  return fmt::format("reached in {} of {}", with_thousands(trials),
                     count_of(report.scenario_trials, report.verifying ? "execution" : "trial"));
}

}  // namespace

std::string scenarios_text(const Report& report, const ConsoleStyle& style) {
  std::string text;
  for (const auto& [name, trials] : report.scenarios)
    text +=
        wrapped(printable(fmt::format("scenario {}: {}", name, how_often(report, trials))), style.width, 2, 2) + "\n";
  if (!report.scenarios.empty() && report.counts_left_out)
    text += wrapped("there may be more scenarios than could be counted", style.width, 2, 2) + "\n";
  if (!report.no_lassos.empty() && (report.failures.empty() || style.verbose))
    text += wrapped(printable(fmt::format("no lassos were looked for: Heddle cannot tell states apart that hold {}",
                                          report.no_lassos)),
                    style.width, 2, 2) +
            "\n";
  return text;
}

}  // namespace heddle
