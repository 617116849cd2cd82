// The program that prints a study's table, and keeps its rows for ./bench: what all of them have in common.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "heddle/strategy/catalogue.h"
#include "studies/support/rows.h"

namespace studies {

// Reads the command line, for which `app` has the options of this table and `strategies` those that it compares by
// default; makes the table; says which bars it missed. Returns the exit code: 1 if there is one, 2 if it could not be
// made.
inline int run_table(CLI::App& app, int argc, char** argv, std::vector<std::string>& strategies,
                     const std::function<void(Rows&)>& make) {
  std::string json_path;
  app.add_option("--strategies", strategies, "which to compare, with commas")->delimiter(',')->capture_default_str();
  app.add_option("--json", json_path, "also write the table to this file");
  try {
    app.parse(argc, argv);
    Rows::check_writable(json_path);
    std::string why;
    for (const std::string& strategy : strategies)
      if (!heddle::make_strategy(strategy, why)) throw std::runtime_error(why);
    Rows rows;
    make(rows);
    rows.write(json_path);
    fmt::print("\n{}", rows.verdict());
    return rows.ok() ? 0 : 1;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}: {}\n", app.get_name(), error.what());
    return 2;
  }
}

}  // namespace studies
