// The command line: what the user asked for. docs/reference explains the options, --help shows them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/runner/options.h"
#include "heddle/runner/terminal.h"
#include "heddle/runner/values.h"

namespace heddle {

struct CommandLine {
  std::optional<std::string> help;  // the topic; empty: all options
  bool version = false;
  bool list = false;
  std::string filter;
  std::string replay;       // file; empty: none
  std::string regressions;  // folder; empty: none
  std::string json;         // file; empty: none
  std::string junit;        // file; empty: none
  std::string activity;     // file; empty: none
  bool verbose = false;
  bool quiet = false;
  ColorChoice color = ColorChoice::automatic;

  // What was given, in order: an option that was not given leaves the test's own value alone.
  std::vector<std::function<void(Options&)>> changes;

  Options apply_to(Options options) const;
};

// The arguments, without the program's name. Throws UsageError.
CommandLine parse_command_line(std::vector<std::string> arguments);

// One option: the only place that knows its name, its meaning and its default.
struct OptionRow {
  std::string_view group;
  std::string_view name;   // "--trials"
  std::string_view brief;  // "-v"; empty: none
  std::string_view value;  // what stands after '=' in the help; empty: takes none
  std::string text;        // for the help
  std::function<void(const std::string& value, CommandLine&)> take;
};

const std::vector<OptionRow>& option_rows();

// At most 80 columns wide. Throws UsageError for an unknown topic.
std::string help_text(std::string_view program, std::string_view topic);

}  // namespace heddle
