#include "heddle/trace/replay.h"

#include <fmt/format.h>

#include <algorithm>

#include "heddle/engine/trial.h"
#include "heddle/trace/describe_decision.h"

namespace heddle {
namespace {

// "a pick among 3: reader send at mailbox of server, ...", by task number, so that it is the same in every process.
std::string describe_ready(const Trial& trial, const Ready& ready) {
  constexpr std::size_t kShown = 8;
  std::vector<TaskId> tasks;
  for (std::size_t i = 0; i < ready.size(); ++i) tasks.push_back(ready[i].task);
  std::sort(tasks.begin(), tasks.end());
  std::string text = fmt::format("a pick among {}: ", tasks.size());
  for (std::size_t i = 0; i < std::min(tasks.size(), kShown); ++i)
    text += (i ? ", " : "") + describe_pending(trial, trial.task(tasks[i]).pending);
  if (tasks.size() > kShown) text += fmt::format(" and {} more", tasks.size() - kShown);
  return text;
}

const Pending& first_of(const Ready& ready) {
  std::size_t first = 0;
  for (std::size_t i = 1; i < ready.size(); ++i)
    if (ready[i].task < ready[first].task) first = i;
  return ready[first];
}

bool possible(const Choice& choice, std::uint32_t value) {
  return value < choice.count && (choice.weights.empty() || choice.weights[value] > 0);
}

std::uint32_t first_of(const Choice& choice) {
  std::uint32_t value = 0;
  while (value + 1 < choice.count && !possible(choice, value)) ++value;
  return value;
}

}  // namespace

std::string Departure::text() const {
  return fmt::format("decision {}: expected {}, but found {}", decision, expected, found);
}

Replay::Replay(std::span<const Decision> schedule, std::vector<std::string> expected, Strategy* fallback)
    : schedule_(schedule), expected_(std::move(expected)), fallback_(fallback) {}

void Replay::visit(const std::function<void(Strategy&)>& show) {
  show(*this);
  if (fallback_) fallback_->visit(show);
}

void Replay::begin(const TrialStart& start) {
  next_ = 0;
  departure_.reset();
  if (fallback_) fallback_->begin(start);
}

const Pending& Replay::pick(Ready& ready) {
  const Trial& trial = Trial::current();
  if (following()) {
    const Decision decision = schedule_[next_];
    const Pending* pending = nullptr;
    if (decision.type() == DecisionType::pick && decision.value() < trial.task_count()) {
      const Pending& of_task = trial.task(static_cast<TaskId>(decision.value())).pending;
      if (ready.contains(of_task)) pending = &of_task;
    }
    if (pending && (expected_text(next_).empty() || expected_text(next_) == describe_pending(trial, *pending))) {
      ++next_;
      return *pending;
    }
  }
  if (!departure_) depart(describe_ready(trial, ready));
  return fallback_ ? fallback_->pick(ready) : first_of(ready);
}

std::uint32_t Replay::choose(const Choice& choice) {
  const Trial& trial = Trial::current();
  if (following()) {
    const Decision decision = schedule_[next_];
    const std::string& text = expected_text(next_);
    if (decision.type() == choice.type && possible(choice, decision.value()) &&
        (text.empty() || text == describe_choice(trial, choice.type, choice.task))) {
      ++next_;
      return decision.value();
    }
  }
  if (!departure_)
    depart(fmt::format("{} of {} possible", describe_choice(trial, choice.type, choice.task), choice.count));
  return fallback_ ? fallback_->choose(choice) : first_of(choice);
}

void Replay::executed(const Operation& done, TaskId task, std::span<const Touch> touches, Ready& ready) {
  if (fallback_) fallback_->executed(done, task, touches, ready);
}

bool Replay::end(const TrialEnd& end) {
  if (fallback_) fallback_->end(end);
  return false;
}

const std::string& Replay::expected_text(std::size_t decision) const {
  static const std::string nothing;
  return decision < expected_.size() ? expected_[decision] : nothing;
}

// From the text if there is one; else from the decision, with the task's name if it exists by now.
std::string Replay::describe_expected(std::size_t decision) const {
  if (decision >= schedule_.size()) return "nothing more, since the schedule ends here";
  const Decision wanted = schedule_[decision];
  const std::string& text = expected_text(decision);
  if (wanted.type() != DecisionType::pick)
    return fmt::format("the {} {}{}{}", to_string(wanted.type()), wanted.value(), text.empty() ? "" : ", when ", text);
  if (!text.empty()) return text;
  const Trial* trial = Trial::current_or_null();
  if (!trial || wanted.value() >= trial->task_count()) return fmt::format("task number {} to be ready", wanted.value());
  return fmt::format("{} to be ready", trial->name_of(static_cast<TaskId>(wanted.value())));
}

void Replay::depart(std::string found) {
  departure_ = Departure{next_ + 1, describe_expected(next_), std::move(found),
                         next_ < schedule_.size() ? Departure::Why::changed : Departure::Why::ran_out};
  if (tell_) tell_(*departure_);
}

std::optional<Departure> Replay::departed() const {
  if (departure_ || next_ == schedule_.size()) return departure_;
  return Departure{next_ + 1, describe_expected(next_),
                   fmt::format("the end of the trial, with {} of {} decisions left over", schedule_.size() - next_,
                               schedule_.size()),
                   Departure::Why::left_over};
}

}  // namespace heddle
