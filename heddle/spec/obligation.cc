#include "heddle/spec/obligation.h"

#include <utility>
#include <vector>

#include "heddle/base/hash.h"
#include "heddle/engine/trial.h"

namespace heddle {

// All obligations of one trial.
class ObligationBook final : public Component {
 public:
  static ObligationBook& of(Trial& trial) { return trial.component<ObligationBook>(); }

  Obligation add(Trial& trial, std::string text, Pid until_end_of, Location where) {
    const std::uint64_t whose = trial.task(until_end_of ? until_end_of.task : trial.self()).stable;
    const std::uint64_t hash = mix(combine(combine(whose, where.hash()), hash_text(text)));
    owed_ += hash;
    entries_.push_back({std::move(text), until_end_of, trial.self(), where, false, hash});
    return Obligation(static_cast<std::uint32_t>(entries_.size() - 1));
  }

  void done(Trial& trial, std::uint32_t number) {
    if (number >= entries_.size())
      trial.fail(FailureKind::misuse, "this Obligation is not from this trial: do not keep them in globals or statics",
                 Location::none());
    if (!std::exchange(entries_[number].done, true)) owed_ -= entries_[number].hash;
  }

  void fingerprint(const Trial&, Fingerprint& print) const override {
    for (const Entry& entry : entries_)
      if (!entry.done) print.add_number(entry.where.hash()).add(entry.until_end_of);
  }

  std::optional<Failure> at_quiet(Trial& trial) override {
    Failure failure;
    std::size_t unmet = 0;
    for (const Entry& entry : entries_) {
      if (met(trial, entry)) continue;
      if (++unmet == 1) {
        failure = {FailureKind::obligation, text_of(trial, entry), entry.where.file(), entry.where.line(),
                   trial.name_of(entry.by), ""};
      }
      failure.detail += fmt::format("not done: {} (expected by {} at {}:{})\n", text_of(trial, entry),
                                    trial.name_of(entry.by), entry.where.file_base(), entry.where.line());
    }
    if (unmet == 0) return std::nullopt;
    failure.message = "not done: " + failure.message;
    if (unmet > 1) failure.message += fmt::format(" (and {} more)", unmet - 1);
    return failure;
  }

  std::uint64_t untold() const override { return owed_; }

  void reset() override {
    entries_.clear();
    owed_ = 0;
  }

 private:
  struct Entry {
    std::string text;
    Pid until_end_of;
    TaskId by;
    Location where;
    bool done;
    std::uint64_t hash;
  };

  static bool met(const Trial& trial, const Entry& entry) {
    return entry.done || (entry.until_end_of && trial.task(entry.until_end_of.task).state == TaskState::done);
  }

  static std::string text_of(const Trial& trial, const Entry& entry) {
    return entry.until_end_of ? trial.name_of(entry.until_end_of.task) + " has ended" : entry.text;
  }

  std::vector<Entry> entries_;
  std::uint64_t owed_ = 0;  // what is not done, in any order
};

void Obligation::done() const {
  Trial& trial = Trial::current();
  if (!trial.cleaning_up()) ObligationBook::of(trial).done(trial, number_);
}

namespace detail {

Obligation take_on(std::string text, Pid until_end_of, Location where) {
  Trial& trial = Trial::current();
  if (until_end_of && index(until_end_of.task) >= trial.task_count())
    trial.fail(FailureKind::misuse, "expect_done: this Pid is not from this trial", where);
  return ObligationBook::of(trial).add(trial, std::move(text), until_end_of, where);
}

}  // namespace detail
}  // namespace heddle
