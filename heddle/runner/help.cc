#include <fmt/format.h>

#include "heddle/report/words.h"
#include "heddle/runner/command_line.h"
#include "heddle/strategy/catalogue.h"

namespace heddle {

namespace {

constexpr std::size_t kWidth = 80;
constexpr std::size_t kTextColumn = 26;

std::string row_text(const OptionRow& row) {
  std::string left = "  ";
  if (!row.brief.empty()) left += fmt::format("{}, ", row.brief);
  left += row.name;
  if (row.value.starts_with('['))
    left += fmt::format("[={}", row.value.substr(1));
  else if (!row.value.empty())
    left += fmt::format("={}", row.value);
  const std::string right = wrapped(row.text, kWidth, kTextColumn);
  if (left.size() + 2 > kTextColumn) return left + "\n" + right + "\n";
  return left + right.substr(left.size()) + "\n";
}

std::string all_options(std::string_view program) {
  std::string text = wrapped(fmt::format("usage: {} [options]", program), 0) + "\n\n";
  text += wrapped(
      "Runs the tests of this program along many interleavings. A failure is replayed at once and its schedule is "
      "saved, so that it can be replayed exactly. What stands in brackets is the default; a test may have defaults of "
      "its own, and options given here win.",
      kWidth);
  text += "\n";
  std::string_view group;
  for (const OptionRow& row : option_rows()) {
    if (row.group != group) text += fmt::format("\n{}\n", row.group);
    group = row.group;
    text += row_text(row);
  }
  return text +
         "\nExit code: 0 no failure, 1 a failure was found, 2 wrong use, 3 internal error,\n"
         "130 interrupted before a failure was found (143: terminated).\n";
}

constexpr std::string_view kVerifyHelp =
    R"(--verify runs the test along every interleaving, but of those that nobody can tell
apart only one: executions that differ only in the order of independent operations
are equivalent. It ends in one of these lines:

  verified T: 7,740 executions, no failure      there is no other behaviour than those
  FAILED T ...                                  the first failure, with its schedule
  not verified T: ...                           it was stopped, and how far it had come

The test must do the same when it is given the same answers, and every execution must
come to an end: a loop that can go on for ever ends at --max-steps, with a message that
names it. --time and --trials limit the search; --keep-going counts all failures.

Searches by graphs (--search=graph) run on all cores. They are saved every minute and when
they are stopped, as TEST.checkpoint in the folder of --save-to; --resume=FILE goes on. What
graphs cannot express is searched by sequences (--search=sequence): on one core, with any
test, with bounds and reductions. Unless told otherwise, --verify finds out which.

--search=states goes on once from each state, and counts how many executions come to it.
Where servers forget what is over, and say so with remember_only(), there may be thousands
of times fewer states than executions. What tasks share must go through operations (no
variable that one writes and another reads), or it takes two states for one. It runs on
one core, in memory that grows, and knows no bounds; where tasks hardly meet it is slow.
"at most N executions" means that some may have been counted more than once.

Bounds explore only a part, which grows with N. Many bugs lie within a small one. Whatever
is within is explored, all of it; a search that leaves something out never says verified,
but how often it did.

  --bound=N              taking the k-th way to go on at some point costs k, from 0, and
                         an execution may cost N in all: little work, but what is within
                         depends on the order in which ways were found
  --bound-preemptions=N  a switch away from a task that could have gone on is one
  --bound-delays=N       the task that ran last goes on, or the next in the order of
                         creation; each ready task that is passed over is one
  --bound-steps=N        operations; an execution that has more is cut there
  --bound-faults=N       answers other than 0 to questions of the type fault

Preemptions and delays differ between equivalent executions, so with these bounds every
interleaving within them is run (--reduction=none); and what lies behind a cut is not
known, so with --bound-steps the reduction is sleep. Other bounds go with all reductions.

--deepen, with one of these, searches with bound 0, 1, 2 and so on up to N, until there is
a failure, or nothing was left out: then the test is verified. --time and --trials are
for all rounds together.

--reduction=NAME says how it spares equivalent executions. All find the same failures;
the weaker ones are there for comparison, and tell how many executions were like others:

  optimal   plans whole sequences: each class of executions runs once [the default]
  source    plans one step for each race; some executions turn out to be like others.
            Where a task ends another, it starts again as sleep
  sleep     goes every way, but for steps that were tried and that nothing depends on
  none      every interleaving of the operations

--observers=off counts two messages to one mailbox as ordered, even if no receive could
tell. Only optimal explores less with observers; the others count with them.

--coverage-of=NAMES samples the test after the search with each of these strategies, such
as pos,pct:3, --coverage-trials each, and says how many of the classes of executions they
hit. It needs a search that came to its end; bounds say what the classes are.

--graph=FILE draws the search of a small test: a box for each execution, red where it
failed, and an arrow to it from the execution in which a race was seen that now goes the
other way, with the two operations. FILE is for graphviz (dot -Tsvg FILE); if it ends in
.svg, dot is called. The search goes by sequences, on one core; after 1,000 executions
there is no drawing.

--show-races lists after the search which operations raced: were neither ordered by
anything but themselves nor in an order that nobody could tell. Each pair stands with its
tasks, its places in the code, the object, and how many executions had that race.
)";

constexpr std::string_view kFilterHelp =
    R"(--filter=PATTERNS chooses tests by name. Patterns are separated by commas; a
test runs if one of them matches and none that starts with '-' does. If all
patterns start with '-', the tests that they do not match run.

  tail             names that contain "tail"
  Corfu.*          with * (any characters) or ? (one): the whole name
  ^Corfu.Tail$     ^ is the name's start, $ its end: exactly this test
  Corfu,-Slow      names that contain "Corfu" and not "Slow"
  a\,b             a backslash takes away a character's special meaning
)";

}  // namespace

std::string help_text(std::string_view program, std::string_view topic) {
  if (topic.empty()) return all_options(program);
  if (topic == "strategy" || topic == "strategies") return wrapped(strategy_help(), kWidth, 0, 13);
  if (topic == "filter") return std::string(kFilterHelp);
  if (topic == "verify") return std::string(kVerifyHelp);
  throw UsageError(
      fmt::format("no help about '{}'; there is --help, --help=strategy, --help=filter and --help=verify", topic));
}

}  // namespace heddle
