// Conflict analysis (Morpheus, ASPLOS'20, section 2.3): operations that were seen in earlier trials and never raced run
// at once, so that random draws are spent only where an order can matter. Works around every sampler.
//
// It may have doubts, which the paper's has not. An operation that does not race itself holds up those of its task that
// do: if none of them is ever made to wait, a task that does nothing else for a while (a node that stops, say) is
// always through with it before anything can meet it. With doubts, in each trial some tasks are not believed, and wait
// at every operation as if it could race.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "heddle/base/hash.h"
#include "heddle/engine/strategy.h"
#include "heddle/strategy/conflict_table.h"

namespace heddle {

// What counts as "the same operation" in another trial. The paper's schemes are location and task+location.
class SignatureScheme {
 public:
  // Null, with a sentence, for unknown names.
  static const SignatureScheme* named(std::string_view name, std::string& error);

  std::uint64_t of(std::uint64_t task, const OperationKind& kind, Location where, std::uint64_t object) const {
    return mix(kind.hash * 0x9e3779b97f4a7c15ull + where.hash() + task * by_task + object * by_object);
  }

  std::string_view name;
  std::uint64_t by_task = 0, by_object = 0;  // odd numbers, or 0 if it makes no difference
};

// Per trial, summed (paper table 4).
struct ConflictCounts {
  std::uint64_t trials = 0;  // that were analysed
  std::uint64_t operations = 0;
  std::uint64_t conflicting = 0;
  std::uint64_t false_negatives = 0;
  std::uint64_t false_positives = 0;
};

class ConflictAnalysis final : public Strategy {
 public:
  // Scheme: task+location. In each trial, one task in `doubts` is not believed; 0: all are, as in the paper.
  explicit ConflictAnalysis(std::unique_ptr<Strategy> inner, std::uint32_t doubts = 0);

  Wants wants() const override;
  bool fair() const override { return inner_->alone(); }  // what is harmless goes at once, and may do so for ever
  bool alone() const override { return inner_->alone(); }
  void begin(const TrialStart& start) override {
    seed_ = start.seed;
    inner_->begin(start);
  }
  const Pending& pick(Ready& ready) override;
  std::uint32_t choose(const Choice& choice) override { return inner_->choose(choice); }
  void executed(const Operation& done, TaskId task, std::span<const Touch> touches, Ready& ready) override;
  bool end(const TrialEnd& end) override;

  ConflictTable& table() { return table_; }
  const ConflictCounts& counts() const { return counts_; }
  std::uint32_t doubts() const { return doubts_; }
  const SignatureScheme& scheme() const { return *scheme_; }
  void use_scheme(const SignatureScheme& scheme) { scheme_ = &scheme; }  // before the first trial
  void visit(const std::function<void(Strategy&)>& show) override {
    show(*this);
    inner_->visit(show);
  }

 private:
  // To analyse a trial takes nearly as long as to run it, and trials with anything new in them become rare soon: there
  // are about as many in each doubling of the number of trials. So after the first of them every other one will do, and
  // after some without anything new, one of a few, until there is something. Who has doubts may learn late; without them,
  // what is not known to race yet cannot be met at all, and giving up as soon was measured to cost most hits at a bug that
  // needs a rare race.
  bool due() const {
    if (doubts_ != 0) return quiet_ < 16 || trials_ % 8 == 0;
    return trials_ < 64 || trials_ % (quiet_ < 64 ? 2 : 4) == 0;
  }
  void learn(const TrialEnd& end);
  static std::uint32_t decided_by(const History& history, std::uint32_t event);
  std::uint64_t signature(const Pending& pending, const Ready& ready) const {
    const Operation& op = pending.operation;
    return scheme_->of(pending.task_stable, *op.kind, op.where, scheme_->by_object == 0 ? 0 : ready.stable_of(op.object));
  }
  std::uint64_t signature(const History& history, TaskId task, const OperationKind& kind, Location where,
                          ObjectId object) const {
    return scheme_->of(history.tasks[index(task)].stable, kind, where,
                       scheme_->by_object == 0 || object == kNoObject ? 0 : history.object_stable[index(object)]);
  }

  // Identities and seeds are as good as random.
  bool doubted(std::uint64_t task) const {
    return doubts_ != 0 && ((task ^ seed_) * 0x9e3779b97f4a7c15ull >> 32) * doubts_ >> 32 == 0;
  }

  std::unique_ptr<Strategy> inner_;
  std::uint32_t doubts_;
  const SignatureScheme* scheme_;
  ConflictTable table_;
  ConflictCounts counts_;
  std::uint64_t seed_ = 0;  // of this trial
  std::uint64_t trials_ = 0;
  std::uint64_t quiet_ = 0;                          // analysed trials in a row that had nothing new
  std::uint64_t left_to_inner_ = ~std::uint64_t{0};  // operations of the last analysed trial that may race
  // In learn():
  std::vector<std::uint8_t> racing_;                     // by event: 0 or 1
  std::vector<std::pair<std::uint64_t, bool>> learned_;  // signatures that are new, or race for the first time
};

}  // namespace heddle
