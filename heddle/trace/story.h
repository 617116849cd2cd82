// The story of one trial, for people: who did what, step by step.
//
//         1  test          spawn server                               ping_pong_test.cc:12
//                          send Ping{test, 1} to server               ping_pong_test.cc:14
//         2  server        receive Ping{test, 1}                      ping_pong_test.cc:8
//                          log: answering 1
//            -- at 500 ms --
//         3  test          time-out at mailbox of test                ping_pong_test.cc:15
//
// The number counts operations, the steps that the strategy decides about; other events have none. A task's name stands
// where it starts to run and is left out until another one does, so that switches are seen at a glance.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/engine/observer.h"
#include "heddle/engine/task.h"

namespace heddle {

// Watches a trial (Trial::observe_with) and tells it as it goes: if the process dies, what was told is complete up to
// the event under way. A story tells one trial; each trial needs a new one.
//
// It is told in records, one line each, of which the first character says what follows:
//   D  a decision: what it looks like (describe_decision.h)
//   S  a line about an event
//   R  a line in place of the last S: the event has said more about itself
//   L  any other line: log(), the clock
class Story final : public Observer {
 public:
  using Sink = std::function<void(std::string_view record)>;  // including its newline

  static constexpr std::size_t kWidth = 80;

  // Lines have at most `width` columns, long texts are cut; 0: no limit.
  explicit Story(Sink sink, std::size_t width = kWidth) : sink_(std::move(sink)), width_(width) {}

  void on_begin(const Trial& trial, const Event& event, std::string_view text) override;
  void on_event(const Trial& trial, const Event& event, std::span<const Touch> touches, std::string_view text) override;
  void on_decision(const Trial& trial, Decision decision) override;
  void on_log(const Trial& trial, TaskId task, std::string_view text) override;

 private:
  void tell(char tag, std::string_view line);
  void tell_event(const Trial& trial, const Event& event, std::string_view text);
  void tell_time(const Trial& trial);
  const std::string& name_of(const Trial& trial, TaskId task);
  std::string line(std::string_view step, std::string_view name, std::string_view what, std::string_view place);

  Sink sink_;
  std::size_t width_;
  std::size_t name_width_ = 12;     // grows with the names seen
  std::vector<std::string> names_;  // by task, as they are shown
  Time now_{};
  TaskId running_ = kNoTask;  // whose name was shown last

  // The last event told
  TaskId event_task_ = kNoTask;
  std::uint32_t event_sequence_ = 0;
  bool event_switched_ = false;  // its line shows the task's name
  std::string event_line_;
};

// What a sink was given.
struct StoryLines {
  std::vector<std::string> decisions_text;  // by decision
  std::vector<std::string> lines;           // each at most as wide as the story
};

// `bytes` are records one after another, perhaps cut anywhere: a last line without its newline is left out.
StoryLines read_story(std::string_view bytes);

}  // namespace heddle
