// Reports as a person reads them on a console.
#pragma once

#include <functional>
#include <string>

#include "heddle/report/report.h"

namespace heddle {

struct ConsoleStyle {
  bool color = false;
  unsigned width = 0;    // columns; 0: no terminal, nothing is wrapped
  bool verbose = false;  // all steps of the story, and figures that few ask for
  // The command that replays a failure whose schedule was saved; empty: none is shown.
  std::function<std::string(const FoundFailure&)> replay_command = {};
};

// Everything of one exploration: its failures, or that there was none and how much that means; or of one replay. Ends in a
// line end.
std::string report_text(const Report& report, const ConsoleStyle& style);

// How much was tried and what it means, in sentences.
std::string closing_words(const Report& report);

}  // namespace heddle
