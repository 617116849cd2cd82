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
  std::uint64_t trials = 0;
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
  std::unique_ptr<Strategy> inner_;
  const SignatureScheme* scheme_;
  ConflictTable table_;
  ConflictCounts counts_;
  // In end():
  std::vector<bool> racing_;                             // by event
  std::vector<std::pair<std::uint64_t, bool>> learned_;  // signatures that are new, or race for the first time
};

std::unique_ptr<Strategy> with_conflict_analysis(std::unique_ptr<Strategy> inner);

}  // namespace heddle
