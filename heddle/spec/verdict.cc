#include "heddle/spec/verdict.h"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::detail {
namespace {

// "1", "1 or 2", "1, 2 or 3"
std::string either(const std::vector<std::string>& texts) {
  std::string all;
  for (std::size_t i = 0; i < texts.size(); ++i)
    all += (i == 0 ? "" : i + 1 == texts.size() ? " or " : ", ") + texts[i];
  return all;
}

}  // namespace

std::string not_possible(const std::string& call, const std::string& client, const std::string& got,
                         std::vector<std::string> possible) {
  constexpr std::size_t kShown = 6;
  const std::string start = fmt::format("{} by {} returned {}, but ", call, client, got);
  if (possible.empty()) return start + "no order of the calls explains that";
  if (possible.size() > kShown + 1) {
    const std::size_t others = possible.size() - kShown;
    possible.resize(kShown);
    possible.push_back(fmt::format("{} others", others));
  }
  return start + fmt::format("only {} {} possible", either(possible), possible.size() == 1 ? "is" : "are");
}

std::string no_order_of_clients() {
  return "no order of the calls explains their results, even if only each client's own order counts";
}

std::string states_before(std::vector<std::string> states) {
  constexpr std::size_t kShown = 5;
  std::sort(states.begin(), states.end());
  states.erase(std::unique(states.begin(), states.end()), states.end());
  if (states.size() > kShown) return fmt::format("before that, one of {} states:\n", states.size());
  return fmt::format("before that: {}\n", either(states));
}

std::string calls_left_out(std::size_t count) {
  if (count == 0) return "";
  if (count == 1) return "(left out: 1 call that does not explain it, whenever it took effect)\n";
  return fmt::format("(left out: {} calls that do not explain it, whenever they took effect)\n", count);
}

Verdict gave_up(std::uint64_t limit) {
  return {Verdict::Answer::gave_up,
          fmt::format("the check gave up after {} configurations: too many calls overlap for too long; record fewer, "
                      "or raise CheckLimit",
                      limit),
          {}};
}

}  // namespace heddle::detail
