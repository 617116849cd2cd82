#include "heddle/runner/exploration_graph.h"

#include <fmt/format.h>

#include <algorithm>

#include "heddle/report/dot.h"
#include "heddle/report/words.h"
#include "heddle/runner/fields.h"
#include "heddle/trace/text.h"

namespace heddle {
namespace {

using How = DrawnExecution::How;

Origin read_origin(std::string_view line) {
  Origin origin;
  origin.execution = std::stoull(next_field(line));
  origin.sooner = next_operation(line);
  origin.later = next_operation(line);
  origin.object = next_field(line);
  origin.answer = next_field(line);
  return origin;
}

std::string words(const OperationText& operation, std::string_view what) {
  const std::string place = operation.place();
  return fmt::format("{} {}{}", operation.task, what, place.empty() ? "" : fmt::format(" ({})", place));
}

std::string words(const Origin& origin) {
  if (!origin.answer.empty()) return words(origin.sooner, "chooses " + origin.answer);
  std::string text =
      fmt::format("{}\nbefore {}", words(origin.sooner, origin.sooner.kind), words(origin.later, origin.later.kind));
  if (!origin.object.empty()) text += "\nat " + origin.object;
  return text;
}

std::string node(const DrawnExecution& execution) {
  std::string label = fmt::format("{}", execution.number + 1);
  std::string_view color = "#e3f1e3";
  switch (execution.how) {
    case How::passed:
      break;
    case How::failed:
      label += "\n" + execution.failure;
      color = "#f4b5ad";
      break;
    case How::alike:
      label += "\nlike another";
      color = "#eeeeee";
      break;
    case How::unfinished:
      label += "\nnot finished";
      color = "#ffffff";
      break;
  }
  return fmt::format("  e{} [label={}, fillcolor=\"{}\"];\n", execution.number + 1, dot_quoted(label), color);
}

}  // namespace

void ExecutionLog::append(const std::string& line) {
  if (!lines_.append(line.data(), line.size())) full_->store(true);
}

// One line for the beginning, one for the end.
void ExecutionLog::begin(std::uint64_t number, const Origin* origin) {
  if (number >= kMost) full_->store(true);
  if (full()) return;
  std::string line = fmt::format("B{}", number);
  if (origin)
    line += fmt::format("{0}{1}{0}{2}{0}{3}{0}{4}{0}{5}", kBetween, origin->execution, fields(origin->sooner),
                        fields(origin->later), escape(origin->object), escape(origin->answer));
  append(line + "\n");
}

void ExecutionLog::end(How how, std::string_view failure) {
  if (!full()) append(fmt::format("{}{}\n", static_cast<char>(how), escape(failure)));
}

std::vector<DrawnExecution> ExecutionLog::read(const Report& report) const {
  std::vector<DrawnExecution> executions;
  std::string_view lines = lines_.view();
  for (std::size_t end = 0; (end = lines.find('\n')) != std::string_view::npos; lines.remove_prefix(end + 1)) {
    const char what = lines[0];
    std::string_view line = lines.substr(1, end - 1);
    if (what == 'B') {
      DrawnExecution& fresh = executions.emplace_back();
      fresh.number = std::stoull(next_field(line));
      if (!line.empty()) fresh.origin = read_origin(line);
    } else {
      executions.back().how = static_cast<How>(what);
      executions.back().failure = next_field(line);
    }
  }
  for (DrawnExecution& execution : executions)
    for (const FoundFailure& found : report.failures)
      if (execution.how == How::unfinished && found.trial == execution.number) {
        execution.how = How::failed;
        execution.failure = failure_words(found.failure);
      }
  return executions;
}

std::string failure_words(const Failure& failure) {
  std::string text(to_string(failure.kind));
  if (!failure.file.empty()) text += fmt::format("\n{}:{}", base_name(failure.file), failure.line);
  return text;
}

std::string dot_text(std::string_view name, const std::vector<DrawnExecution>& executions) {
  const auto failed = static_cast<std::uint64_t>(std::count_if(
      executions.begin(), executions.end(), [](const DrawnExecution& each) { return each.how == How::failed; }));
  const std::string title =
      fmt::format("{}: {}, {} failed", name, count_of(executions.size(), "execution"), with_thousands(failed));
  std::string text = fmt::format(
      "// an arrow leads from the execution that showed a race to the one in which it goes the other way\n"
      "digraph exploration {{\n"
      "  graph [rankdir=LR, fontname=\"Helvetica\", labelloc=t, nodesep=0.15, label={}];\n"
      "  node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\", fontsize=11];\n"
      "  edge [fontname=\"Helvetica\", fontsize=9, color=\"#555555\"];\n",
      dot_quoted(title));
  for (const DrawnExecution& execution : executions) text += node(execution);
  for (const DrawnExecution& execution : executions)
    if (execution.origin)
      text += fmt::format("  e{} -> e{} [label={}];\n", execution.origin->execution + 1, execution.number + 1,
                          dot_quoted(words(*execution.origin)));
  return text + "}\n";
}

}  // namespace heddle
