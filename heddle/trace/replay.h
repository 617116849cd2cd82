// Replay: a strategy that follows a schedule, and says where the trial went another way.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "heddle/engine/strategy.h"

namespace heddle {

// The first place where a trial and a schedule disagree.
struct Departure {
  enum class Why : std::uint8_t {
    changed,    // another question, or another answer was possible than the schedule has: the test is not the same
    ran_out,    // the trial went on where the schedule ends: what ended it then did not end it now
    left_over,  // the trial ended before the schedule did
  };

  std::uint64_t decision = 0;  // its number, from 1
  std::string expected;        // "writer#2 send at mailbox of server"
  std::string found;           // "a pick among 2: reader send at ..., server exit"
  Why why = Why::changed;

  // One sentence: "decision 17: expected ..., but found ..."
  std::string text() const;
};

// Given the same program, the trial is the same as the one in which the schedule was recorded. After a departure, or
// after the end of the schedule, `fallback` decides: the picks so far have been shown to it by executed(), if it wants
// that, and its end() is called too. Without a fallback, the ready task with the smallest number is picked and the
// first possible value chosen.
class Replay final : public Strategy {
 public:
  // `schedule` and `fallback` must outlive this. `expected` has the text of each decision (describe_decision.h): a
  // decision that looks different is a departure. Texts that are empty or missing are not compared.
  explicit Replay(std::span<const Decision> schedule, std::vector<std::string> expected = {},
                  Strategy* fallback = nullptr);

  // Called at the first departure, at once: for processes that may not live to be asked.
  void on_departure(std::function<void(const Departure&)> tell) { tell_ = std::move(tell); }

  // After the trial: did it follow the schedule from the first to the last decision? Nothing: it did.
  std::optional<Departure> departed() const;

  std::size_t followed() const { return next_; }  // decisions that were taken from the schedule

  Wants wants() const override { return fallback_ ? fallback_->wants() : Wants{}; }
  bool fair() const override { return true; }  // the decisions of a fair tail are in the schedule
  bool alone() const override { return true; }
  void visit(const std::function<void(Strategy&)>& show) override;
  void begin(const TrialStart& start) override;
  const Pending& pick(Ready& ready) override;
  std::uint32_t choose(const Choice& choice) override;
  void executed(const Operation& done, TaskId task, std::span<const Touch> touches, Ready& ready) override;
  bool end(const TrialEnd& end) override;  // false: one trial is all there is

 private:
  bool following() const { return !departure_ && next_ < schedule_.size(); }
  const std::string& expected_text(std::size_t decision) const;
  std::string describe_expected(std::size_t decision) const;
  void depart(std::string found);

  std::span<const Decision> schedule_;
  std::vector<std::string> expected_;
  Strategy* fallback_;
  std::function<void(const Departure&)> tell_;
  std::size_t next_ = 0;
  std::optional<Departure> departure_;
};

}  // namespace heddle
