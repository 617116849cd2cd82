// A file with what is left of a search, to go on with later.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "heddle/engine/settings.h"
#include "heddle/runner/report.h"

namespace heddle {

struct Checkpoint {
  std::string test;
  std::string build_id;                                 // of the program: graphs of another one mean nothing
  std::string settings;                                 // as settings_to_text has them
  std::uint64_t executions = 0, steps = 0, failed = 0;  // so far
  std::chrono::nanoseconds elapsed{0};
  double expected = 0;  // executions of the whole search; 0: not known
  std::vector<FoundFailure> failures;  // as they were found: not replayed yet
  std::vector<std::string> pieces;  // see GraphSearch::save
};

// The settings that a search must have to go on.
std::string checkpoint_settings(const Settings& settings);

std::string default_checkpoint_name(const std::string& test);

// The path itself, or NAME.2.checkpoint, NAME.3.checkpoint, ...: the first that is not there yet.
std::string free_checkpoint_path(const std::string& path);

// The file is replaced in one step. False: `error` is a sentence.
bool save_checkpoint(const std::string& path, const Checkpoint& checkpoint, std::string& error);

// Changes nothing. False: `error` is a sentence: it cannot be read, is damaged, or is of another test or program.
bool load_checkpoint(const std::string& path, const std::string& test, const Settings& settings, Checkpoint& checkpoint,
                     std::string& error);

}  // namespace heddle
