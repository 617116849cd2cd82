// Every option of the command line: its name, its meaning, its default.
#include <fmt/format.h>

#include <initializer_list>
#include <limits>
#include <tuple>

#include "heddle/base/similar.h"
#include "heddle/report/words.h"
#include "heddle/runner/command_line.h"
#include "heddle/runner/coverage.h"

namespace heddle {

namespace {

using Take = std::function<void(const std::string&, CommandLine&)>;
using Rows = std::vector<OptionRow>;

// An option that changes Options: reads the value at once, so that nonsense is noticed, and applies it later.
template <class Read, class Set>
Take changes(Read read, Set set) {
  return [read, set](const std::string& text, CommandLine& line) {
    line.changes.push_back([set, value = read(text)](Options& options) { set(options, value); });
  };
}

Take switches(bool Options::*flag) {
  return [flag](const std::string&, CommandLine& line) {
    line.changes.push_back([flag](Options& options) { options.*flag = true; });
  };
}

Take turns_on(bool CommandLine::*flag) {
  return [flag](const std::string&, CommandLine& line) { line.*flag = true; };
}

Take names_file(std::string CommandLine::*field) {
  return [field](const std::string& text, CommandLine& line) { line.*field = text; };
}

std::string as_is(const std::string& text) { return text; }

template <class T>
auto count_between(T least, T most = std::numeric_limits<T>::max()) {
  return [least, most](const std::string& text) {
    if (most < std::numeric_limits<T>::max() && text.find_first_not_of("0123456789.ekmgEKMG+") != text.npos)
      throw UsageError(fmt::format("must be a whole number from {} to {}", with_thousands(least), with_thousands(most)));
    const std::uint64_t value = parse_count(text);
    if (value < least) throw UsageError(fmt::format("must be at least {}", with_thousands(least)));
    if (value > most) throw UsageError(fmt::format("must be at most {}", with_thousands(most)));
    return static_cast<T>(value);
  };
}

template <class D>
auto duration_of_at_least(D least, bool or_zero) {
  return [least, or_zero](const std::string& text) {
    const auto value = parse_duration(text);
    if (value < least && !(or_zero && value.count() == 0)) {
      throw UsageError(least == std::chrono::nanoseconds(1) ? "must be more than 0"
                                     : fmt::format("must be at least {}{}", duration_text(least), or_zero ? ", or 0" : ""));
    }
    return std::chrono::ceil<D>(value);
  };
}

std::size_t bytes_between(const std::string& text, std::size_t least, std::size_t most) {
  const std::size_t value = parse_bytes(text);
  if (value < least || value > most)
    throw UsageError(fmt::format("must be from {}k to {}M", least >> 10, most >> 20));
  return value;
}

template <class T>
auto one_of(std::initializer_list<std::pair<std::string, T>> values) {
  return [known = std::vector(values)](const std::string& text) {
    std::vector<std::string> names;
    std::string list;
    for (const auto& [name, value] : known) {
      if (name == text) return value;
      names.push_back(name);
      list += (list.empty() ? "" : ", ") + name;
    }
    const std::string near = most_similar(text, names);
    throw UsageError(fmt::format("is not known{}; it can be {}",
                                 near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near), list));
  };
}

std::string megabytes_text(std::uint64_t megabytes) {
  return megabytes % 1024 == 0 ? fmt::format("{}G", megabytes / 1024) : fmt::format("{}M", megabytes);
}

void add_choice_of_tests(Rows& rows) {
  constexpr std::string_view kGroup = "Which tests";
  rows.push_back({kGroup, "--list", "", "", "print the names of the tests and stop", turns_on(&CommandLine::list)});
  rows.push_back({kGroup, "--filter", "", "PATTERNS",
                  "only tests whose name contains one of these texts, separated by commas; * and ? are wildcards, "
                  "-TEXT excludes; see --help=filter",
                  [](const std::string& text, CommandLine& line) { line.filter = text; }});
}

constexpr std::string_view kHowToExplore = "How to explore";

void add_bound(Rows& rows, std::string_view name, std::string_view text, std::uint64_t Bounds::* bound) {
  rows.push_back(
      {kHowToExplore, name, "", "N", fmt::format("with --verify: {}", text),
       changes(count_between<std::uint64_t>(0), [bound](Options& o, std::uint64_t v) { o.scope.bounds.*bound = v; })});
}

void add_exploration(Rows& rows) {
  constexpr std::string_view kGroup = kHowToExplore;
  const Options defaults;
  rows.push_back({kGroup, "--strategy", "", "NAME",
                  fmt::format("what makes the decisions; see --help=strategy [{}]", defaults.strategy),
                  changes(as_is, [](Options& o, const std::string& v) { o.strategy = v; })});
  rows.push_back({kGroup, "--verify", "", "",
                  "instead of sampling, explore every interleaving once, up to equivalence; see --help=verify",
                  switches(&Options::verify)});
  add_bound(rows, "--bound", "only executions that depart this little from the first, see --help=verify",
            &Bounds::tree);
  add_bound(rows, "--bound-preemptions", "at most N switches away from a task that could have gone on",
            &Bounds::preemptions);
  add_bound(rows, "--bound-delays", "at most N times that a task was passed over when it was its turn",
            &Bounds::delays);
  add_bound(rows, "--bound-steps", "an execution is cut after N operations, which is no failure", &Bounds::steps);
  add_bound(rows, "--bound-faults", "at most N faults in an execution", &Bounds::faults);
  rows.push_back({kGroup, "--deepen", "", "",
                  "with --verify and one bound: in rounds with bound 0, 1, 2 and so on, up to the one that is given",
                  switches(&Options::deepen)});
  rows.push_back(
      {kGroup, "--reduction", "", "NAME",
       "with --verify: what spares it equivalent executions: none, sleep, source or optimal, for comparison, "
       "see --help=verify [optimal]",
       changes(one_of<Reduction>({{"none", Reduction::none},
                                  {"sleep", Reduction::sleep},
                                  {"source", Reduction::source},
                                  {"optimal", Reduction::optimal}}),
               [](Options& o, Reduction v) { o.scope.reduction = v; })});
  rows.push_back({kGroup, "--observers", "", "on|off",
                  "with --verify: whether messages that no receive tells apart count as in any order [on]",
                  changes(one_of<Observers>({{"on", Observers::on}, {"off", Observers::off}}),
                          [](Options& o, Observers v) { o.scope.observers = v; })});
  rows.push_back({kGroup, "--search", "", "KIND",
                  "with --verify: graph (fast, on all cores), sequence (any test, bounds), states (each state once, for "
                  "tasks that share nothing but messages, see --help=verify), or auto: graph unless the test does not "
                  "allow it [auto]",
                  changes(one_of<std::string>(
                              {{"auto", "auto"}, {"graph", "graph"}, {"sequence", "sequence"}, {"states", "states"}}),
                          [](Options& o, const std::string& v) { o.search = v; })});
  rows.push_back({kGroup, "--resume", "", "FILE", "with --verify: go on with an interrupted search",
                  changes(as_is, [](Options& o, const std::string& v) { o.resume = v; })});
  rows.push_back({kGroup, "--trials", "", "N",
                  fmt::format("trials of each test, such as 20000, 100k or 1e6; 0: no limit [{}; no limit with --time]",
                              defaults.trials),
                  changes(count_between<std::uint64_t>(0),
                          [](Options& o, std::uint64_t v) {
                            o.trials = v;
                            o.trials_given = true;
                          })});
  rows.push_back({kGroup, "--time", "", "DURATION", "time for each test, such as 500ms, 30s or 5m; 0: no limit [0]",
                  changes(duration_of_at_least(std::chrono::milliseconds(1), true),
                          [](Options& o, std::chrono::milliseconds v) { o.time = v; })});
  rows.push_back({kGroup, "--seed", "", "N",
                  "64 bits, such as 1234 or 0x1f3a; the same seed gives the same trials; 0: a fresh one [0]",
                  changes(parse_seed, [](Options& o, std::uint64_t v) { o.seed = v; })});
  rows.push_back({kGroup, "--workers", "", "N", "processes that share the work; 0: one per core [0]",
                  changes(count_between<unsigned>(0, 1024), [](Options& o, unsigned v) { o.workers = v; })});
  rows.push_back({kGroup, "--keep-going", "", "", "do not stop a test at its first failure",
                  switches(&Options::keep_going)});
  rows.push_back({kGroup, "--isolate", "", "", "one process per trial, for code that changes global variables",
                  switches(&Options::isolate)});
  rows.push_back({kGroup, "--check-determinism", "", "",
                  "run each schedule again, and fail where the same decisions do not give the same trial",
                  switches(&Options::check_determinism)});
  rows.push_back({kGroup, "--history", "", "FILE",
                  "what conflict analysis (strategies with a '+') has learned: read if it exists, written at the end",
                  changes(as_is, [](Options& o, const std::string& v) { o.history = v; })});
  rows.push_back({kGroup, "--signature", "", "SCHEME",
                  fmt::format("what conflict analysis takes for the same operation: location, task+location, "
                              "task+location+object, location+object [{}]",
                              defaults.signature),
                  changes(as_is, [](Options& o, const std::string& v) { o.signature = v; })});
}

// What to tell of a search besides its result.
void add_insight(Rows& rows) {
  constexpr std::string_view kGroup = kHowToExplore;
  const Options defaults;
  rows.push_back({kGroup, "--graph", "", "FILE",
                  "with --verify: draw the search, in the language of graphviz, or as an image if FILE ends in .svg",
                  changes(as_is, [](Options& o, const std::string& v) { o.graph = v; })});
  rows.push_back({kGroup, "--show-races", "", "",
                  "with --verify: list the pairs of operations that could go either way, and how often",
                  switches(&Options::show_races)});
  rows.push_back({kGroup, "--coverage-of", "", "NAMES",
                  "with --verify: then sample with these strategies, separated by commas, and say how much of it they hit",
                  changes(as_is, [](Options& o, const std::string& v) { o.coverage_of = v; })});
  rows.push_back({kGroup, "--coverage-trials", "", "N",
                  fmt::format("of each strategy of --coverage-of [{}]", defaults.coverage_trials),
                  changes(count_between<std::uint64_t>(1, kMostCoverageTrials),
                          [](Options& o, std::uint64_t v) { o.coverage_trials = v; })});
}

void add_replaying(Rows& rows) {
  constexpr std::string_view kGroup = "Replaying";
  rows.push_back({kGroup, "--replay", "", "FILE",
                  "run the test that a schedule file names along that schedule, once; --strategy goes on where the "
                  "test has left it",
                  names_file(&CommandLine::replay)});
  rows.push_back({kGroup, "--regressions", "", "FOLDER", "replay each *.heddle file in the folder, as one test each",
                  names_file(&CommandLine::regressions)});
  rows.push_back({kGroup, "--in-process", "", "",
                  "in this process, for debuggers and profilers: a crash of the test ends the program (a replay under "
                  "a debugger does so by itself)",
                  switches(&Options::in_process)});
}

void add_limits(Rows& rows) {
  constexpr std::string_view kGroup = "Limits of one trial";
  const Options defaults;
  const Settings& limits = defaults.settings;
  rows.push_back({kGroup, "--max-steps", "", "N", fmt::format("operations [{}]", limits.max_steps),
                  changes(count_between<std::uint64_t>(1), [](Options& o, auto v) { o.settings.max_steps = v; })});
  rows.push_back({kGroup, "--max-time", "", "DURATION",
                  fmt::format("virtual time; what is due later never happens [{}h]",
                              std::chrono::duration_cast<std::chrono::hours>(limits.max_time).count()),
                  changes(duration_of_at_least(Duration(1), false),
                          [](Options& o, Duration v) { o.settings.max_time = v; })});
  rows.push_back({kGroup, "--max-tasks", "", "N", fmt::format("tasks, living or dead [{}]", limits.max_tasks),
                  changes(count_between<std::uint32_t>(1), [](Options& o, auto v) { o.settings.max_tasks = v; })});
  rows.push_back({kGroup, "--max-mailbox", "", "N", fmt::format("messages in one mailbox [{}]", limits.max_mailbox),
                  changes(count_between<std::uint32_t>(1), [](Options& o, auto v) { o.settings.max_mailbox = v; })});
  rows.push_back({kGroup, "--max-memory", "", "SIZE",
                  fmt::format("of a worker; then its allocations fail; 0: no limit [{}]",
                              megabytes_text(defaults.max_memory_mb)),
                  changes(
                      [](const std::string& text) {
                        const std::size_t bytes = parse_bytes(text);
                        if (bytes != 0 && bytes < 64u << 20) throw UsageError("must be at least 64M, or 0");
                        return static_cast<std::uint64_t>(bytes >> 20);
                      },
                      [](Options& o, std::uint64_t v) { o.max_memory_mb = v; })});
  rows.push_back({kGroup, "--fair-after", "", "N",
                  fmt::format("operations, then an unfair strategy gives way to a random walk [{}]", limits.fair_after),
                  changes(count_between<std::uint64_t>(0), [](Options& o, auto v) { o.settings.fair_after = v; })});
  rows.push_back({kGroup, "--stack-size", "", "SIZE",
                  fmt::format("of each task [{}k]", limits.stack_bytes >> 10),
                  changes([](const std::string& text) { return bytes_between(text, 16u << 10, 1u << 30); },
                          [](Options& o, std::size_t v) { o.settings.stack_bytes = v; })});
  rows.push_back({kGroup, "--stuck", "", "DURATION",
                  fmt::format("real time without an operation that counts as an endless loop [{}s]",
                              std::chrono::duration_cast<std::chrono::seconds>(defaults.stuck).count()),
                  changes(duration_of_at_least(std::chrono::milliseconds(10), false),
                          [](Options& o, std::chrono::milliseconds v) { o.stuck = v; })});
  rows.push_back({kGroup, "--timers", "", "virtual|any|any:N",
                  "virtual: a timer fires when nothing else can run; any: it may fire at any point; any:N: so often at "
                  "most, then as virtual [virtual]",
                  changes(
                      [](const std::string& text) {
                        if (text.starts_with("any:"))
                          return std::pair(TimeMode::any_time, parse_count(text.substr(4)));
                        return std::pair(one_of<TimeMode>({{"virtual", TimeMode::virtual_clock},
                                                           {"any", TimeMode::any_time},
                                                           {"any:N", TimeMode::any_time}})(text),
                                         kNoLimit);
                      },
                      [](Options& o, const auto& v) { std::tie(o.settings.time, o.settings.early_timers) = v; })});
  rows.push_back({kGroup, "--delivery", "", "MODEL",
                  "when a message is in the mailbox: instant, causal, fifo (per pair of actors), unordered [instant]",
                  changes(one_of<Delivery>({{"instant", Delivery::instant},
                                            {"causal", Delivery::causal},
                                            {"fifo", Delivery::fifo},
                                            {"unordered", Delivery::unordered}}),
                          [](Options& o, Delivery v) { o.settings.delivery = v; })});
  rows.push_back({kGroup, "--deadlock", "", "test|any",
                  "test: the test's own function must come to its end, and machines' actions; any: every task [test]",
                  changes(one_of<DeadlockRule>({{"test", DeadlockRule::test}, {"any", DeadlockRule::any}}),
                          [](Options& o, DeadlockRule v) { o.settings.deadlock = v; })});
}

void add_liveness(Rows& rows) {
  constexpr std::string_view kGroup = "Runs without an end";
  rows.push_back({kGroup, "--endless", "", "", "the test is meant to run for ever: --max-steps ends a trial, and is no failure",
                  [](const std::string&, CommandLine& line) {
                    line.changes.push_back([](Options& o) { o.settings.endless = true; });
                  }});
  rows.push_back({kGroup, "--max-heat", "", "N",
                  "operations that a monitor may be hot in a fair run; 0: half of those from --fair-after to --max-steps [0]",
                  changes(count_between<std::uint64_t>(0), [](Options& o, auto v) { o.settings.max_heat = v; })});
  rows.push_back({kGroup, "--lasso", "", "on|off",
                  "look for a state that comes again while a monitor is hot [on]",
                  changes(one_of<bool>({{"on", true}, {"off", false}}), [](Options& o, bool v) { o.settings.lasso = v; })});
}

void add_output(Rows& rows) {
  constexpr std::string_view kGroup = "Output";
  rows.push_back({kGroup, "--save-to", "", "FOLDER",
                  "where schedules of failures go; made if missing; none: nowhere [.]",
                  changes(as_is, [](Options& o, const std::string& v) { o.save_to = v == "none" ? "" : v; })});
  rows.push_back({kGroup, "--json", "", "FILE", "write the reports as JSON", names_file(&CommandLine::json)});
  rows.push_back({kGroup, "--junit", "", "FILE", "write the reports as JUnit XML", names_file(&CommandLine::junit)});
  rows.push_back({kGroup, "--activity", "", "FILE",
                  "write which states, rules and transitions of machines and monitors were reached, how often, and which "
                  "never: FILE ends in .txt, .json, .dot (for graphviz) or .svg",
                  [](const std::string& text, CommandLine& line) {
                    line.activity = text;
                    line.changes.push_back([](Options& o) { o.activity = true; });
                  }});
  rows.push_back({kGroup, "--verbose", "-v", "", "all steps of a failure, and more figures",
                  turns_on(&CommandLine::verbose)});
  rows.push_back({kGroup, "--quiet", "-q", "", "print failures only", turns_on(&CommandLine::quiet)});
  rows.push_back({kGroup, "--color", "", "auto|always|never", "[auto]",
                  [read = one_of<ColorChoice>({{"auto", ColorChoice::automatic},
                                               {"always", ColorChoice::always},
                                               {"never", ColorChoice::never}})](
                      const std::string& text, CommandLine& line) { line.color = read(text); }});
  rows.push_back({kGroup, "--help", "-h", "[TOPIC]", "this, or more about: strategy, filter, verify",
                  [](const std::string& text, CommandLine& line) { line.help = text; }});
  rows.push_back({kGroup, "--version", "", "", "print Heddle's version and stop", turns_on(&CommandLine::version)});
}

}  // namespace

const std::vector<OptionRow>& option_rows() {
  static const Rows rows = [] {
    Rows all;
    add_choice_of_tests(all);
    add_exploration(all);
    add_insight(all);
    add_replaying(all);
    add_limits(all);
    add_liveness(all);
    add_output(all);
    return all;
  }();
  return rows;
}

}  // namespace heddle
