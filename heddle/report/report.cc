#include "heddle/report/report.h"

#include <algorithm>
#include <cmath>
#include <ostream>

#include "heddle/report/console.h"

namespace heddle {

double Report::chance_of_new_order() const {
  // Good and Turing: the probability of everything not seen yet is about the share of trials whose order was seen once.
  return trials == 0 ? 1.0 : static_cast<double>(seen_once) / static_cast<double>(trials);
}

double Report::most_new_orders() const {
  // The variance of that estimate (Esty 1983): of the orders seen twice it is only known that they are not more than all.
  // Where none was seen once, a normal distribution says too little: three may have been to come (the rule of three).
  if (trials == 0) return 1.0;
  const double deviation = std::sqrt(static_cast<double>(seen_once) + 2 * static_cast<double>(distinct_orders));
  return std::min(1.0, chance_of_new_order() + (1.645 * deviation + 3) / static_cast<double>(trials));
}

double Report::failure_bound() const {
  // The p at which n trials without failure would still happen with probability 5 %: (1 - p)^n = 0.05.
  return trials == 0 ? 1.0 : -std::expm1(std::log(0.05) / static_cast<double>(trials));
}

bool Report::count_again(const Failure& failure, std::uint64_t times) {
  for (FoundFailure& known : failures) {
    if (!known.failure.same_as(failure)) continue;
    known.count += times;
    return true;
  }
  return false;
}

Passed Report::ok() const {
  const bool well = !failed() && error.empty();
  return {well, well ? "" : report_text(*this, {})};
}

std::ostream& operator<<(std::ostream& out, const Report& report) { return out << report_text(report, {}); }

}  // namespace heddle
