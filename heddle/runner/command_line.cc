#include "heddle/runner/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <set>

#include "heddle/base/similar.h"

namespace heddle {

namespace {

bool takes_value(const OptionRow& row) { return !row.value.empty(); }

// A value that may be missing: --help and --help=strategy.
bool value_is_optional(const OptionRow& row) { return row.value.starts_with('['); }

struct Bound {
  const OptionRow* row;
  CLI::Option* option;
};

std::vector<Bound> add_options(CLI::App& app) {
  std::vector<Bound> bound;
  app.set_help_flag();  // ours takes a topic
  app.allow_extras();   // told below, with what was probably meant
  for (const OptionRow& row : option_rows()) {
    std::string names(row.name);
    if (!row.brief.empty()) names = fmt::format("{},{}", row.brief, row.name);
    CLI::Option* option = takes_value(row) ? app.add_option(names) : app.add_flag(names)->disable_flag_override();
    if (takes_value(row)) option->expected(value_is_optional(row) ? 0 : 1, 1);
    option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    bound.push_back({&row, option});
  }
  return bound;
}

UsageError unknown(const std::string& argument) {
  if (!argument.starts_with('-'))
    return UsageError(fmt::format("'{0}' is not an option; tests are chosen with --filter={0}", argument));
  std::vector<std::string> names;
  for (const OptionRow& row : option_rows()) names.emplace_back(row.name);
  const std::string name = argument.substr(0, argument.find('='));
  const std::string near = most_similar(name, names);
  return UsageError(fmt::format("no option {}{}; --help lists them", name,
                                near.empty() ? "" : fmt::format(" (did you mean {}?)", near)));
}

UsageError needs_value(const OptionRow& row) {
  const std::string_view value = value_is_optional(row) ? row.value.substr(1, row.value.size() - 2) : row.value;
  return UsageError(fmt::format("{0} needs a value: {0}={1}", row.name, value));
}

// CLI11 says what is wrong in terms of types and counts, after the option's name; people know the option.
UsageError misused(std::string_view reason) {
  const std::string_view told = reason.substr(reason.starts_with("--") ? 2 : 0);
  for (const OptionRow& row : option_rows()) {
    const std::string_view name = row.name.substr(2);
    if (!told.starts_with(name) || told.substr(name.size()).find_first_of(": ") != 0) continue;
    if (takes_value(row)) return needs_value(row);
    return UsageError(fmt::format("{} takes no value", row.name));
  }
  return UsageError(std::string(reason));
}

// An option without its value: CLI11 would take the option that comes next for it.
void check_values_are_there(const std::vector<std::string>& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    for (const OptionRow& row : option_rows()) {
      if (!takes_value(row)) continue;
      const bool none = arguments[i] == fmt::format("{}=", row.name);
      const bool next_is_option = arguments[i] == row.name && !value_is_optional(row) && i + 1 < arguments.size() &&
                                  arguments[i + 1].starts_with("--");
      if (none || next_is_option) throw needs_value(row);
    }
  }
}

void check_combinations(const CommandLine& line) {
  if (!line.replay.empty() && !line.regressions.empty())
    throw UsageError("--replay and --regressions cannot be used together");
  if (line.quiet && line.verbose) throw UsageError("--quiet and --verbose cannot be used together");
}

void check_replaying(const std::set<std::string_view>& given) {
  for (const std::string_view replaying : {"--replay", "--regressions"}) {
    if (!given.contains(replaying)) continue;
    if (given.contains("--filter"))
      throw UsageError(fmt::format("{} and --filter cannot be combined: a schedule names its test", replaying));
    if (given.contains("--trials"))
      throw UsageError(fmt::format("{} and --trials cannot be combined: a schedule is one trial", replaying));
  }
}

void check_verification(const std::set<std::string_view>& given) {
  constexpr std::pair<std::string_view, std::string_view> kReasons[] = {
      {"--strategy", "a search makes its decisions by itself"},
      {"--isolate", "a search remembers what it has seen, and does so in one process"},
      {"--check-determinism", "a search runs every beginning many times, and notices by itself"},
      {"--history", "a search has no use for conflict analysis"},
      {"--replay", "a replay follows one schedule"},
      {"--regressions", "a replay follows one schedule"},
  };
  for (const auto& [option, reason] : kReasons)
    if (given.contains(option)) throw UsageError(fmt::format("--verify and {} cannot be combined: {}", option, reason));
}

void check_sampling(const std::set<std::string_view>& given) {
  constexpr std::pair<std::string_view, std::string_view> kOfSearches[] = {
      {"--bound", "limits a search"},
      {"--bound-preemptions", "limits a search"},
      {"--bound-delays", "limits a search"},
      {"--bound-steps", "limits a search"},
      {"--bound-faults", "limits a search"},
      {"--deepen", "repeats a search with larger bounds"},
      {"--reduction", "says how a search spares equivalent executions"},
      {"--search", "says how to search"},
      {"--resume", "goes on with a search"},
      {"--graph", "draws a search"},
      {"--show-races", "lists what a search finds"},
      {"--coverage-of", "compares samplers with a search"},
      {"--coverage-trials", "compares samplers with a search"},
      {"--observers", "says what a search takes for equivalent"},
  };
  for (const auto& [option, use] : kOfSearches)
    if (given.contains(option)) throw UsageError(fmt::format("{} {}: it needs --verify", option, use));
}

void check_search(const Options& options) {
  const bool plain = is_plain(options.scope) && !options.deepen;
  if (options.search == "graph" && !plain)
    throw UsageError("--search=graph knows no bounds and no other reductions: --search=sequence does");
  const bool whole = is_whole(options.scope) && !options.deepen;
  if (options.search == "states" && (!whole || !options.graph.empty() || !options.resume.empty() || options.show_races ||
                                     !options.coverage_of.empty()))
    throw UsageError("--search=states tells how many executions there are and how many fail, not which: it knows no bounds "
                     "and other reductions, and goes with none of --graph, --resume, --show-races and --coverage-of");
  const bool draws = !options.graph.empty();
  if (draws && (options.search == "graph" || !options.resume.empty()))
    throw UsageError("--graph draws which race led to which execution, and a search by graphs does not go that way");
  if (draws && std::min(options.scope.reduction, strongest(options.scope.bounds)) != Reduction::optimal)
    throw UsageError("--graph draws which race led to which execution: only --reduction=optimal goes by races alone, "
                     "without --bound-preemptions, --bound-delays and --bound-steps");
  if (!options.resume.empty() && options.show_races)
    throw UsageError("--show-races and --resume cannot be combined: the races of the first part are not kept");
  if (!options.resume.empty() && !options.coverage_of.empty())
    throw UsageError("--coverage-of and --resume cannot be combined: the classes of the first part are not kept");
  if (options.scope.bounds.steps != kUnbounded && !options.coverage_of.empty())
    throw UsageError("--coverage-of and --bound-steps cannot be combined: an execution that was cut is of no class");
  if (!options.resume.empty() && (!plain || options.search == "sequence"))
    throw UsageError("--resume goes on with a search by graphs, which knows no bounds and no other reductions");
}

}  // namespace

Options CommandLine::apply_to(Options options) const {
  for (const auto& change : changes) change(options);
  return options;
}

CommandLine parse_command_line(std::vector<std::string> arguments) {
  CLI::App app;
  const std::vector<Bound> bound = add_options(app);
  check_values_are_there(arguments);
  try {
    std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
    app.parse(arguments);
  } catch (const CLI::ParseError& error) {
    throw misused(error.what());
  }

  CommandLine line;
  std::set<std::string_view> given;
  for (const auto& [row, option] : bound) {
    if (option->count() == 0) continue;
    const auto& results = option->results();
    const std::string value = takes_value(*row) && !results.empty() ? results.back() : "";
    try {
      row->take(value, line);
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("{}={} {}", row->name, value, error.what()));
    }
    given.insert(row->name);
  }
  // Help is for those who do not know the options yet.
  for (const std::string& argument : app.remaining())
    if (!line.help && argument != "--") throw unknown(argument);
  // Who gives a time wants it used: the usual number of trials must not end it earlier.
  // And a search ends by itself: a number of trials that a test asks for is meant for sampling.
  if ((given.contains("--time") || given.contains("--verify")) && !given.contains("--trials"))
    line.changes.push_back([](Options& options) { options.trials = 0; });
  check_combinations(line);
  check_replaying(given);
  if (given.contains("--verify"))
    check_verification(given);
  else
    check_sampling(given);
  const Scope scope = line.apply_to({}).scope;
  if (given.contains("--deepen") && !scope.bounds.only())
    throw UsageError("--deepen needs exactly one bound: --bound=N or one of --bound-... (see --help=verify)");
  if (given.contains("--reduction") && scope.reduction > strongest(scope.bounds))
    throw UsageError(fmt::format("--reduction={} would miss executions within {}: at most {} does not",
                                 to_string(scope.reduction), words(scope.bounds), to_string(strongest(scope.bounds))));
  if (given.contains("--coverage-trials") && !given.contains("--coverage-of"))
    throw UsageError("--coverage-trials is for the strategies of --coverage-of");
  check_search(line.apply_to({}));
  return line;
}

}  // namespace heddle
