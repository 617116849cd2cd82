// Prints the oracles: what is known, and what each search comes to.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "tests/oracles/run.h"

namespace heddle::testing {
namespace {

constexpr const char* kHelp = R"(usage: oracles_table [--all] [WORD...]

Prints programs whose number of inequivalent executions is known, and how many each search runs; failures in brackets.
With words, only the programs whose names have one of them.

  --all   also counts of more than 20,000 executions, which takes some minutes
  --help  this

Exit code 1 when a search comes to another number, or runs a class twice.
)";

std::string text(std::uint64_t executions, std::uint64_t failures) {
  return failures == 0 ? fmt::format("{}", executions) : fmt::format("{} ({})", executions, failures);
}

// False: it is not what is known.
bool print_count(const Oracle& oracle, const Count& count) {
  const std::string known = text(count.executions, count.failures);
  fmt::print("{:<41}{:>3}{:>12}", oracle.name, count.n == 0 ? std::string("-") : fmt::format("{}", count.n), known);
  std::fflush(stdout);
  bool good = true;
  for (const Algorithm& algorithm : algorithms()) {
    const Found found = algorithm.search(oracle.program(count.n), oracle.settings);
    const bool same = text(found.executions, found.failures) == known && found.redundant == 0 &&
                      found.seen.size() == found.executions;
    good &= same || !found.refused.empty();
    fmt::print("{:>12}", !found.refused.empty() ? std::string("refused") : text(found.executions, found.failures));
    if (!same && found.refused.empty()) fmt::print(" WRONG");
    std::fflush(stdout);
  }
  fmt::print("\n");
  return good;
}

int print_table(bool all, const std::vector<std::string_view>& words) {
  fmt::print("{:<40}{:>4}{:>12}", "program", "size", "known");
  for (const Algorithm& algorithm : algorithms()) fmt::print("{:>12}", algorithm.name);
  fmt::print("\n");
  int counts = 0, wrong = 0;
  for (const Oracle& oracle : oracles()) {
    const auto in_name = [&](std::string_view word) { return oracle.name.find(word) != std::string::npos; };
    if (!words.empty() && std::ranges::none_of(words, in_name)) continue;
    for (const Count& count : oracle.counts) {
      if (!all && count.executions > kQuick) continue;
      ++counts;
      wrong += !print_count(oracle, count);
    }
  }
  if (counts == 0) {
    fmt::print(stderr, "oracles_table: no program has such a name\n");
    return 2;
  }
  fmt::print("{} counts, {} wrong\n", counts, wrong);
  return wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace heddle::testing

int main(int argc, char** argv) {
  bool all = false;
  std::vector<std::string_view> words;
  for (const std::string_view word : std::vector<std::string_view>(argv + 1, argv + argc)) {
    if (word == "--help" || word == "-h") {
      fmt::print("{}", heddle::testing::kHelp);
      return 0;
    }
    if (word == "--all") {
      all = true;
    } else if (word.starts_with("-")) {
      fmt::print(stderr, "oracles_table: there is no option {}; --help shows those there are\n", word);
      return 2;
    } else {
      words.push_back(word);
    }
  }
  return heddle::testing::print_table(all, words);
}
