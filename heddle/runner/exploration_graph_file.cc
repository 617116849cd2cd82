// Writing the drawing of an exploration.
#include <fmt/format.h>

#include "heddle/report/words.h"
#include "heddle/runner/exploration_graph.h"
#include "heddle/runner/graphviz.h"
#include "heddle/runner/values.h"

namespace heddle {

void draw(const ExecutionLog& log, const std::string& path, Report& report) {
  report.drawing_error.clear();
  report.drawing.clear();
  if (log.full()) {
    report.drawing_error = fmt::format("there are more than {}", count_of(ExecutionLog::kMost, "execution"));
    return;
  }
  try {
    write_drawing(path, dot_text(report.name, log.read(report)));
    report.drawing = path;
  } catch (const UsageError& error) {
    report.drawing_error = error.what();
  }
}

}  // namespace heddle
