#include "heddle/report/console.h"

#include <fmt/format.h>

#include <algorithm>

#include "heddle/report/races.h"
#include "heddle/report/scenarios.h"
#include "heddle/report/words.h"
#include "heddle/trace/text.h"

namespace heddle {

namespace {

constexpr std::size_t kShortStory = 40;    // lines that are all shown
constexpr std::size_t kLastLines = 30;     // of a longer one
constexpr std::size_t kShortDetail = 120;  // lines that are all shown
constexpr std::size_t kFirstLines = 100;   // of a longer one

constexpr std::string_view kRed = "\033[1;31m";
constexpr std::string_view kGreen = "\033[32m";
constexpr std::string_view kYellow = "\033[33m";

std::string paragraph(std::string_view text, const ConsoleStyle& style, std::size_t indent, std::size_t hanging = 2) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  return wrapped(printable(text), style.width, indent, hanging) + "\n";
}

// A paragraph whose first word has a colour.
std::string headline(std::string_view color, std::string_view text, const ConsoleStyle& style) {
  const std::string whole = paragraph(text, style, 0);
  if (!style.color) return whole;
  const auto end = std::min(whole.find(' '), whole.size());
  return fmt::format("{}{}\033[0m{}", color, whole.substr(0, end), whole.substr(end));
}

// Two texts on one line if it has room for them, else on two.
std::string beside(const std::string& left, const std::string& right, const ConsoleStyle& style, std::size_t indent,
                   std::size_t gap) {
  const auto width = indent + columns(left) + gap + columns(right);
  const bool fits = style.width == 0 || width <= style.width;
  if (!right.empty() && fits && left.find('\n') == std::string::npos)
    return paragraph(left + std::string(gap, ' ') + right, style, indent);
  return paragraph(left, style, indent) + (right.empty() ? "" : paragraph(right, style, indent + 2));
}

// Takes away the spaces that all lines start with.
std::string without_indent(std::string_view text) {
  std::vector<std::string_view> lines;
  std::size_t common = text.size();
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    if (const auto start = lines.back().find_first_not_of(' '); start != std::string_view::npos)
      common = std::min(common, start);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  std::string out;
  for (const std::string_view line : lines) out += fmt::format("{}\n", line.substr(std::min(common, line.size())));
  return out;
}

// Of a thousand tasks that wait for one another, the first ones.
std::string beginning_of(const std::string& detail, const ConsoleStyle& style) {
  const auto lines = static_cast<std::size_t>(std::count(detail.begin(), detail.end(), '\n'));
  if (style.verbose || lines <= kShortDetail) return detail;
  std::size_t end = 0;
  for (std::size_t i = 0; i < kFirstLines; ++i) end = detail.find('\n', end) + 1;
  return fmt::format("{}and {} more lines (--verbose shows all)\n", detail.substr(0, end),
                     with_thousands(lines - kFirstLines));
}

std::string place_of(const Failure& failure) {
  std::string text;
  if (!failure.file.empty()) text = fmt::format("{}:{}", failure.file, failure.line);
  if (!failure.task.empty()) text += fmt::format("{}in task {}", text.empty() ? "" : "  ", failure.task);
  return text;
}

std::string replay_words(const FoundFailure& found, bool went_on) {
  std::vector<std::string> parts;
  if (found.attempts > 0) parts.push_back(fmt::format("replayed {} of {}", found.replays, found.attempts));
  // Where the first failure ended it, that several workers had the same one at that moment tells nothing.
  const bool several = went_on && found.count > 1;
  if (several) parts.push_back("found " + count_of(found.count, "time"));
  if (!found.strategy.empty()) {
    parts.push_back(fmt::format("{} by {} in trial {}", several ? "first" : "found", found.strategy,
                                with_thousands(found.trial + 1)));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string departure(const FoundFailure& found, const ConsoleStyle& style) {
  std::string text;
  if (!found.departed.empty()) text = paragraph("a replay went another way: " + found.departed, style, 2);
  if (found.replays < found.attempts) {
    text += paragraph(
        "the test depends on something that Heddle does not control: a wall clock, an address, a thread, or a variable "
        "that outlives a trial (--isolate helps with those); --check-determinism shows the first difference",
        style, 2);
  }
  return text;
}

// The story's lines are laid out for themselves: not wrapped, not moved.
std::string story(const FoundFailure& found, const ConsoleStyle& style) {
  const auto& lines = found.story;
  if (lines.empty()) return "";
  const bool all = style.verbose || lines.size() <= kShortStory;
  std::string text = all ? "  what happened:\n"
                         : fmt::format("  what happened, the last {} of {} lines (--verbose shows all):\n", kLastLines,
                                       with_thousands(lines.size()));
  for (std::size_t i = all ? 0 : lines.size() - kLastLines; i < lines.size(); ++i) text += printable(lines[i]) + "\n";
  return text;
}

std::string conflict_words(const ConflictStatistics& conflicts) {
  const double trials = static_cast<double>(std::max<std::uint64_t>(conflicts.trials, 1));
  const auto mean = [&](std::uint64_t sum) { return fmt::format("{:.4g}", static_cast<double>(sum) / trials); };
  return fmt::format(
      "conflict analysis, per trial: {} operations, {} conflicting, {} false negatives, {} false positives; "
      "{} in the history",
      mean(conflicts.operations), mean(conflicts.conflicting), mean(conflicts.false_negatives),
      mean(conflicts.false_positives), count_of(conflicts.signatures, "signature"));
}

std::string speed(const Report& report) {
  const double seconds = static_cast<double>(report.elapsed.count()) * 1e-9;
  if (report.steps == 0 || seconds <= 0) return duration_text(report.elapsed);
  return fmt::format("{}, {} operations/s", duration_text(report.elapsed),
                     short_number(static_cast<double>(report.steps) / seconds));
}

std::string coverage_words(const Report& report) {
  if (report.distinct_is_bound) {
    return fmt::format("at least {}, more than were counted",
                       count_of(report.distinct_orders, "distinct partial order"));
  }
  std::string text = count_of(report.distinct_orders, "distinct partial order") + "; ";
  const double chance = report.chance_of_new_order();
  if (chance == 0) {
    constexpr double kHardlyAny = 0.01;
    const double bound = report.most_new_orders();
    if (bound <= kHardlyAny) return text + "hardly any new trial would show a new one";
    return text + fmt::format("up to {} of new trials may still show a new one", percent_up(bound));
  }
  if (chance > 0.995) return text + "nearly every new trial would still show a new one";
  return text + fmt::format("about {} of new trials would still show a new one", percent(chance));
}

std::string how_words(const Report& report) {
  return fmt::format("strategy {}, seed {}, {}", report.strategy, seed_text(report.seed),
                     count_of(report.workers, "worker"));
}

// The lines after the failures or after "passed".
std::string figures(const Report& report, const ConsoleStyle& style) {
  std::string text;
  if (report.conflicts.on) text += paragraph(conflict_words(report.conflicts), style, 2);
  text += paragraph(how_words(report), style, 2);
  return text;
}

// What stands between the first line and the schedule.
std::string failure_body(const FoundFailure& found, bool went_on, const ConsoleStyle& style) {
  const Failure& failure = found.failure;
  std::string text = beside(failure.message, place_of(failure), style, 2, 2);
  if (!failure.detail.empty()) text += paragraph(beginning_of(without_indent(failure.detail), style), style, 4);
  if (const std::string words = replay_words(found, went_on); !words.empty()) text += paragraph(words, style, 2);
  return text + departure(found, style) + story(found, style);
}

std::string schedule_text(const FoundFailure& found, const ConsoleStyle& style) {
  if (found.schedule_file.empty()) return "";
  const std::string replay = style.replay_command ? "replay: " + style.replay_command(found) : "";
  return beside("schedule: " + found.schedule_file, replay, style, 2, 6);
}

std::string failure_text(const Report& report, const FoundFailure& found, const ConsoleStyle& style) {
  const std::string when =
      fmt::format("after {} ({})", count_of(found.after_trials, report.verifying ? "execution" : "trial"),
                  duration_text(found.after));
  const std::string seed = report.verifying ? "" : ", seed " + seed_text(report.seed);
  const bool comes_again = found.replays == found.attempts;
  const FailureKind kind = found.failure.kind;
  const bool expected_again = kind != FailureKind::nondeterminism && kind != FailureKind::internal;
  return headline(
      kRed,
      fmt::format("FAILED {} {}{}: {}{}", report.name, when, seed, to_string(kind),
                  comes_again || !expected_again ? "" : ", not deterministic"),
      style) + failure_body(found, report.ended != Ended::failure, style) + schedule_text(found, style);
}

std::string unended_text(const Report& report, const ConsoleStyle& style) {
  if (!report.unended) return "";
  const std::string place = place_of(report.unended->failure);
  return paragraph(fmt::format("a trial was under way that made no operation for more than 2 s, and was ended{}{}: an endless "
                               "loop, a call that blocks for real, or just slow; beyond --stuck that is a failure",
                               place.empty() ? "" : ", at ", place),
                   style, 2) +
         schedule_text(*report.unended, style);
}

std::string replay_text(const Report& report, const ConsoleStyle& style) {
  const std::string where = report.replayed_file.empty() ? "a schedule" : report.replayed_file;
  const std::string departed =
      report.departed.empty() ? "" : paragraph("the run left the schedule at " + report.departed, style, 2);
  const auto& expected = report.saved_for;
  const std::string saved_for =
      expected ? fmt::format("{}: {}", to_string(expected->kind), expected->message) : std::string();
  if (report.failures.empty()) {
    std::string text = headline(kGreen, fmt::format("passed {}: no failure along {}", report.name, where), style);
    if (expected) text += paragraph("it was saved for this failure: " + saved_for, style, 2);
    return text + departed;
  }
  FoundFailure found = report.failures.front();
  // That it was replayed, once, along this schedule, need not be said again.
  found.attempts = found.replays = 0;
  found.strategy.clear();
  found.departed.clear();
  std::string text =
      headline(kRed, fmt::format("FAILED {} along {}: {}", report.name, where, to_string(found.failure.kind)), style);
  text += departed + failure_body(found, false, style);
  if (expected && !found.failure.same_as(*expected))
    text += paragraph("this is another failure than the one that the file was saved for: " + saved_for, style, 2);
  return text;
}

// How it was done, and how to go on, if that needs words.
std::string search_words(const Report& report, const ConsoleStyle& style) {
  std::string text;
  if (report.search == "states")
    text += paragraph("searched by states, which trusts that tasks share nothing but what operations are about (--help=verify)",
                      style, 2);
  if (!report.refused.empty())
    text += paragraph("searched by sequences, on one core, for graphs cannot express it: " + report.refused, style, 2);
  if (!report.checkpoint.empty())
    text += paragraph(fmt::format("go on with --resume={}{}", report.checkpoint,
                                  report.checkpoint_beside.empty()
                                      ? ""
                                      : fmt::format(" ({} is of an earlier search, and stays as it is)",
                                                    report.checkpoint_beside)),
                      style, 2);
  if (!report.checkpoint_error.empty())
    text += paragraph(fmt::format("what is left could not be saved: {}", report.checkpoint_error), style, 2);
  return text;
}

std::string sampling_text(const Report& report, const ConsoleStyle& style) {
  std::string text;
  for (const SamplerCoverage& each : report.coverage) {
    std::string words =
        fmt::format("{}: {} hit {} of {} ({})", each.strategy, count_of(each.trials, "trial"), with_thousands(each.hit),
                    report.classes == 1 ? "1 class" : with_thousands(report.classes) + " classes",
                    share_of(each.hit, report.classes));
    if (each.beyond > 0) words += fmt::format("; {} more were not among them", with_thousands(each.beyond));
    if (each.failed_trials > 0) words += fmt::format("; {} failed", count_of(each.failed_trials, "trial"));
    text += paragraph(words, style, 2);
  }
  if (!report.coverage_unknown.empty())
    text += paragraph("how much samplers would hit was not measured: " + report.coverage_unknown, style, 2);
  return text;
}

std::string drawing_text(const Report& report, const ConsoleStyle& style) {
  if (!report.drawing_error.empty()) return paragraph("no drawing was made: " + report.drawing_error, style, 2);
  if (report.drawing.empty()) return "";
  return paragraph(fmt::format("drawing: {} (of a search by sequences, on one core)", report.drawing), style, 2);
}

// What was asked for besides the result.
std::string extras_text(const Report& report, const ConsoleStyle& style) {
  return drawing_text(report, style) + sampling_text(report, style) + races_text(report, style);
}

template <class ReportOrRound>
std::string beyond_words(const ReportOrRound& report) {
  std::string text;
  if (report.left_out > 0)
    text = fmt::format("a way to go on was left out {}",
                       report.left_out == 1 ? "once" : with_thousands(report.left_out) + " times");
  if (report.cut > 0)
    text += fmt::format("{}{} {} cut", text.empty() ? "" : ", ", count_of(report.cut, "execution"),
                        report.cut == 1 ? "was" : "were");
  return text;
}

std::string verification_words(const Report& report) {
  const bool failed = report.failed();
  const std::uint64_t alike = std::min(report.redundant, report.trials);
  std::string text;
  if (failed)
    text = fmt::format("{} of {} failed", with_thousands(report.failed_trials), count_of(report.trials, "execution"));
  else
    text = (report.at_most ? "at most " : "") + count_of(report.trials - alike, "execution") + ", no failure";
  text += fmt::format(" ({})", speed(report));
  if (report.search == "states")
    text += fmt::format("; they share {}, and {} went through all of these", count_of(report.states, "state"),
                        count_of(report.runs, "run"));
  if (alike > 0) text += fmt::format("; {} {} like others", with_thousands(alike), failed ? "were" : "more were");
  if (report.ended == Ended::exhausted)
    return report.bound_reached() ? text + fmt::format("; this is all within {}, and more lies beyond: {}",
                                                       report.within, beyond_words(report))
                                  : text;
  return text + "; this is not all: " +
         (report.ended == Ended::interrupted ? "interrupted"
          : report.ended == Ended::time      ? "the time was over"
          : report.ended == Ended::failure   ? "it stopped at the first failure"
                                             : "the number of trials was reached") +
         (report.expected.known() ? fmt::format("; {} were expected", to_text(report.expected)) : "");
}

std::string rounds_text(const Report& report, const ConsoleStyle& style) {
  std::string text;
  for (const Round& round : report.rounds) {
    std::string words = fmt::format("within {}: {}", round.within, count_of(round.trials, "execution"));
    if (round.redundant > 0) words += fmt::format(", {} of them like others", with_thousands(round.redundant));
    if (round.ended != Ended::exhausted)
      words += ", then it ended";
    else if (const std::string beyond = beyond_words(round); !beyond.empty())
      words += "; " + beyond;
    else
      words += "; nothing was left out";
    text += paragraph(words, style, 2);
  }
  return text;
}

}  // namespace

std::string closing_words(const Report& report) {
  if (report.verifying && report.trials > 0) return verification_words(report);
  std::string text = report.ended == Ended::interrupted ? "interrupted: " : "";
  if (report.trials == 0) return text + "no trial was run";
  const std::string trials = count_of(report.trials, "trial");
  if (!report.failures.empty()) {
    const double share = static_cast<double>(report.failed_trials) / static_cast<double>(report.trials);
    return text + fmt::format("{} of {} failed ({}), in {} different way{} ({}); {}",
                              with_thousands(report.failed_trials), trials, percent(share), report.failures.size(),
                              report.failures.size() == 1 ? "" : "s", speed(report), coverage_words(report));
  }
  text += fmt::format("no failure in {} ({}); {}", trials, speed(report), coverage_words(report));
  if (report.ended == Ended::exhausted) return text + "; there is nothing left to explore";
  return text +
         fmt::format("; a trial fails with probability below {} (95 % confidence)", percent_up(report.failure_bound()));
}

std::string report_text(const Report& report, const ConsoleStyle& style) {
  std::string text;
  if (report.is_replay && report.error.empty()) return replay_text(report, style) + scenarios_text(report, style);
  for (const FoundFailure& found : report.failures) text += failure_text(report, found, style);
  if (!report.error.empty())
    return text + headline(kRed, fmt::format("ERROR {}: {}", report.name, report.error), style);
  if (report.failures.empty()) {
    if (report.trials == 0)
      return headline(kYellow, fmt::format("nothing {}: {}", report.name, closing_words(report)), style) +
             unended_text(report, style);
    if (report.verifying) {
      const bool whole = report.verified();
      const std::string_view verdict = report.failed() ? "FAILED" : whole ? "verified" : "not verified";
      return headline(report.failed() ? kRed : whole ? kGreen : kYellow,
                      fmt::format("{} {}: {}", verdict, report.name, closing_words(report)), style) +
             rounds_text(report, style) + scenarios_text(report, style) + search_words(report, style) +
             unended_text(report, style) + extras_text(report, style);
    }
    const bool whole = !report.unended;
    return headline(whole ? kGreen : kYellow,
                    fmt::format("{} {}: {}", whole ? "passed" : "unfinished", report.name, closing_words(report)), style) +
           unended_text(report, style) + scenarios_text(report, style) + figures(report, style);
  }
  text += rounds_text(report, style) + scenarios_text(report, style);
  if (report.ended != Ended::failure || style.verbose)
    text += paragraph(closing_words(report), style, 2) + figures(report, style);
  return text + search_words(report, style) + unended_text(report, style) + extras_text(report, style);
}

}  // namespace heddle
