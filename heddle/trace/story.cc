#include "heddle/trace/story.h"

#include <fmt/format.h>

#include <algorithm>

#include "heddle/base/print.h"
#include "heddle/engine/trial.h"
#include "heddle/trace/describe_decision.h"
#include "heddle/trace/text.h"

namespace heddle {
namespace {

constexpr std::size_t kStepWidth = 5;
constexpr std::size_t kGap = 2;
constexpr std::size_t kMaxNameWidth = 20;
constexpr std::size_t kMaxPlaceWidth = 26;
constexpr std::size_t kMinTextWidth = 10;

void pad_to(std::string& text, std::size_t width) {
  const std::size_t taken = columns(text);
  if (taken < width) text.append(width - taken, ' ');
}

}  // namespace

void Story::on_begin(const Trial& trial, const Event& event, std::string_view text) { tell_event(trial, event, text); }

// Said again in case somebody's engine did not say it at the beginning; a line that is known already is not repeated.
void Story::on_event(const Trial& trial, const Event& event, std::span<const Touch>, std::string_view text) {
  tell_event(trial, event, text);
}

void Story::on_decision(const Trial& trial, Decision decision) {
  tell('D', escape(decision.type() == DecisionType::pick
                       ? describe_pending(trial, trial.task(static_cast<TaskId>(decision.value())).pending)
                       : describe_choice(trial, decision.type(), trial.self())));
}

void Story::on_log(const Trial& trial, TaskId task, std::string_view text) {
  tell_time(trial);
  for (std::size_t end = 0; end != std::string_view::npos;) {
    end = text.find('\n');
    const bool switched = task != running_;
    running_ = task;
    tell('L', line("", switched ? name_of(trial, task) : "", "log: " + escape(text.substr(0, end)), ""));
    if (end != std::string_view::npos) text.remove_prefix(end + 1);
  }
}

void Story::tell(char tag, std::string_view line) { sink_(fmt::format("{} {}\n", tag, line)); }

void Story::tell_event(const Trial& trial, const Event& event, std::string_view text) {
  const bool known = event.task == event_task_ && event.sequence == event_sequence_;
  if (!known) {
    tell_time(trial);
    event_switched_ = event.task != running_;
    event_task_ = running_ = event.task;
    event_sequence_ = event.sequence;
  }
  std::string what(event.kind ? event.kind->name : "step");
  if (!text.empty()) {
    what += fmt::format(" {}", text);
  } else if (const std::string object = trial.name_of(event.object); !object.empty()) {
    what += fmt::format(" at {}", object);
  }
  const std::string step = event.scheduled ? fmt::format("{}", trial.steps()) : "";
  const std::string place =
      event.where.known() ? fmt::format("{}:{}", event.where.file_base(), event.where.line()) : "";
  std::string told = line(step, event_switched_ ? name_of(trial, event.task) : "", escape(what), escape(place));
  if (known && told == event_line_) return;
  tell(known ? 'R' : 'S', told);
  event_line_ = std::move(told);
}

void Story::tell_time(const Trial& trial) {
  if (trial.now() == now_) return;
  now_ = trial.now();
  running_ = kNoTask;
  tell('L', line("", fmt::format("-- at {} --", describe_time(now_)), "", ""));
}

const std::string& Story::name_of(const Trial& trial, TaskId task) {
  if (index(task) >= names_.size()) names_.resize(index(task) + 1);
  std::string& name = names_[index(task)];
  if (name.empty()) {
    name = escape(trial.name_of(task));
    name_width_ = std::max(name_width_, std::min(columns(name), kMaxNameWidth));
  }
  return name;
}

std::string Story::line(std::string_view step, std::string_view name, std::string_view what, std::string_view place) {
  const bool cut = width_ != 0;
  std::string text = fmt::format("{:>{}}", step, kStepWidth);
  text.append(kGap, ' ');
  if (what.empty()) return text.append(name);
  text += cut ? cut_start(name, kMaxNameWidth) : name;  // the end of a name tells tasks apart: server/worker#12
  pad_to(text, kStepWidth + kGap + name_width_);
  text.append(kGap, ' ');
  const std::string at = cut ? cut_start(place, kMaxPlaceWidth) : std::string(place);
  const std::size_t end = width_ - std::min(width_, at.empty() ? 0 : columns(at) + kGap);  // of the text
  text += cut ? cut_end(what, std::max(columns(text) + kMinTextWidth, end) - columns(text)) : what;
  if (at.empty()) return text;
  pad_to(text, end);
  return text.append(kGap, ' ').append(at);
}

StoryLines read_story(std::string_view bytes) {
  StoryLines story;
  std::size_t event = 0;  // place of the last line about an event, plus one
  for (std::size_t end = 0; (end = bytes.find('\n')) != std::string_view::npos; bytes.remove_prefix(end + 1)) {
    if (end < 2 || bytes[1] != ' ') continue;
    const std::string_view line = bytes.substr(2, end - 2);
    switch (bytes[0]) {
      case 'D':
        if (!unescape(line, story.decisions_text.emplace_back())) story.decisions_text.back() = line;
        break;
      case 'R':
        if (event > 0) story.lines[event - 1] = line;
        break;
      case 'S':
        story.lines.emplace_back(line);
        event = story.lines.size();
        break;
      case 'L':
        story.lines.emplace_back(line);
        break;
      default:
        break;
    }
  }
  return story;
}

}  // namespace heddle
