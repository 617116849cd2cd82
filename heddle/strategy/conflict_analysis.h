// Conflict analysis (Morpheus, ASPLOS'20, section 2.3): operations that were seen in earlier trials and never raced run
// at once, so that random draws are spent only where an order can matter. Works around every sampler.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "heddle/engine/strategy.h"
#include "heddle/strategy/conflict_table.h"

namespace heddle {

// What counts as "the same operation" in another trial. The paper's schemes are location and task+location.
class SignatureScheme {
 public:
  // Null, with a sentence, for unknown names.
  static const SignatureScheme* named(std::string_view name, std::string& error);

  std::string_view name;
  std::uint64_t (*of)(std::uint64_t task, const OperationKind& kind, Location where, std::uint64_t object);
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
  explicit ConflictAnalysis(std::unique_ptr<Strategy> inner);  // scheme: task+location

  Wants wants() const override;
  bool fair() const override { return inner_->fair(); }
  bool alone() const override { return inner_->alone(); }
  void begin(const TrialStart& start) override { inner_->begin(start); }
  const Pending& pick(Ready& ready) override;
  std::uint32_t choose(const Choice& choice) override { return inner_->choose(choice); }
  void executed(const Operation& done, TaskId task, std::span<const Touch> touches, Ready& ready) override;
  bool end(const TrialEnd& end) override;

  ConflictTable& table() { return table_; }
  const ConflictCounts& counts() const { return counts_; }
  const SignatureScheme& scheme() const { return *scheme_; }
  void use_scheme(const SignatureScheme& scheme) { scheme_ = &scheme; }  // before the first trial
  void visit(const std::function<void(Strategy&)>& show) override {
    show(*this);
    inner_->visit(show);
  }

 private:
  // To analyse a trial takes nearly as long as to run it, and in long runs there is seldom anything new in one. After
  // many without anything new, one of four will do, until there is. Giving up sooner (after 16, one of eight) was
  // measured to miss rare races for so long that a bug that needs one was hit three times less often.
  static constexpr std::uint64_t kQuiet = 128, kEvery = 4;
  bool due() const { return quiet_ < kQuiet || trials_ % kEvery == 0; }
  void learn(const TrialEnd& end);

  std::unique_ptr<Strategy> inner_;
  const SignatureScheme* scheme_;
  ConflictTable table_;
  ConflictCounts counts_;
  std::uint64_t trials_ = 0;
  std::uint64_t quiet_ = 0;                          // analysed trials in a row that had nothing new
  std::uint64_t left_to_inner_ = ~std::uint64_t{0};  // operations of the last analysed trial that did not run at once
  // In learn():
  std::vector<bool> racing_;                             // by event
  std::vector<std::pair<std::uint64_t, bool>> learned_;  // signatures that are new, or race for the first time
};

std::unique_ptr<Strategy> with_conflict_analysis(std::unique_ptr<Strategy> inner);

}  // namespace heddle
