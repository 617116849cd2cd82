// Schedule files: a failure that can be kept, mailed, pasted into an issue, edited by hand and replayed.
//
//   heddle schedule 1                                     format version
//   test: PingPong.EveryPingIsAnswered
//   strategy: pos
//   seed: 42
//   trial: 17
//   build: 5d41402abc4b2a76b9719d911017c592c4f2b2a1
//   settings: max_steps=5000 time=any_time
//   memory: 64
//   failure: assertion
//   message: got 2
//   place: ping_pong_test.cc:17
//   task: test
//   story:
//   |     1  test          send Ping{1} to server     ping_pong_test.cc:14
//   schedule:
//   pick 3        # writer#2 send at mailbox of server
//   pick 1 x12    # test is alive? at server              twelve times the same
//   value 1 pick 0 2 2 fault 0                            several on a line; a number alone has the type before it
//   end 18                                                number of decisions, so that a cut file is noticed
//
// Whatever follows # on a line of decisions is what those decisions must look like when replayed (describe_decision.h);
// without it they are not checked. Lines that start with # and blank lines mean nothing. Headers with unknown keys are
// skipped, so that older programs read newer files. Control characters, backslashes and bytes that are not UTF-8 are
// escaped (text.h). `end` may stand without its number, for those who edit by hand.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "heddle/engine/decision.h"
#include "heddle/engine/failure.h"

namespace heddle {

struct ScheduleFile {
  std::string test;      // "Suite.Name"
  std::string strategy;  // that made the decisions
  std::uint64_t seed = 0;
  std::uint64_t trial = 0;  // number of the trial, from 0
  std::string build_id;     // of the program that made it (build_id.h); empty: unknown
  std::vector<std::pair<std::string, std::string>> settings;  // name, value: see settings_text.h
  std::optional<std::uint64_t> memory;  // limit of the process in MB, 0: none; nothing: that of the test
  std::optional<Failure> failure;                             // that it led to
  Schedule decisions;                                         // at most BoardMemory::kDefaultCapacity
  std::vector<std::string> expected;  // by decision, what it must look like; empty or missing: anything
  std::vector<std::string> story;     // one line each
};

// parse_schedule(to_text(x)) is x, byte for byte, except that `expected` loses empty texts at its end. Text for
// decisions is written for the first million or so; later ones of very long trials go without.
std::string to_text(const ScheduleFile& file);

// Nothing and a sentence that names the line ("line 12: 'pikc' is not a decision: ...") if the text is no schedule.
std::optional<ScheduleFile> parse_schedule(std::string_view text, std::string& error);

// Writes a temporary file beside `path` and renames it, so that there is never half a schedule. An older schedule of
// that name is replaced; anything else of that name is left alone. False: `error` is a sentence.
bool save_schedule(const std::string& path, const ScheduleFile& file, std::string& error);

// Nothing and a sentence if there is no such file, it cannot be read, or it is no schedule.
std::optional<ScheduleFile> load_schedule(const std::string& path, std::string& error);

// "Suite.Name.heddle": the test's name with everything replaced that is special in a file name, and then with a hash, as in
// "Suite.Name_2-dc018ab5.heddle" for "Suite.Name/2": tests of different names have different files.
std::string default_schedule_name(std::string_view test);

}  // namespace heddle
