// Optimal partial-order reduction with observers: every class of equivalent executions once.
//
// Abdulla, Aronis, Jonsson, Sagonas: Source sets (JACM'17); Aronis, Jonsson, Lång, Sagonas: Optimal dynamic partial
// order reduction with observers (TACAS'18). After each execution, every race is looked at: could the other order lead
// to an execution that is not equivalent to one already seen or planned? If so, it is planned, and the search returns
// to the latest state for which something is planned. Weaker reductions are there for comparison, see scope.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "heddle/search/execution.h"
#include "heddle/search/free.h"
#include "heddle/search/origin.h"
#include "heddle/search/probe.h"
#include "heddle/search/scope.h"
#include "heddle/search/sequence.h"
#include "heddle/search/sleep.h"
#include "heddle/search/wakeup_tree.h"
#include "heddle/strategy/sampler.h"

namespace heddle {

struct SearchCounts {
  std::uint64_t executions = 0;  // one per class
  std::uint64_t redundant = 0;   // runs of a class that had been seen
  std::uint64_t races = 0;
  std::uint64_t planned = 0;
  std::uint64_t probes = 0;  // questions to the test, see probe.h
  std::uint64_t beyond = 0;  // how often the bounds left out a way to go on
  std::uint64_t cut = 0;     // executions that ended at the bound of steps
  std::string departed;      // not empty: the test answered differently when run again, and where
};

class SequenceSearch final : public Sampler {
 public:
  using Shell = void (*)(Trial&, UniqueFunction&);
  // What lies beyond the scope's bounds is counted, not explored.
  SequenceSearch(const std::function<void()>& test, const Settings& settings, Shell shell, const Scope& scope = {})
      : scope_(scope),
        execution_(pool_, scope.reduction == Reduction::optimal ? scope.observers : Observers::off),
        probe_(test, settings, shell) {}

  std::string name() const override { return "search"; }
  Wants wants() const override { return {.executed = scope_.reduction != Reduction::optimal, .history = true}; }
  bool fair() const override { return true; }
  bool alone() const override { return true; }

  void begin(const TrialStart& start) override;
  const Pending& pick(Ready& ready) override;
  std::uint32_t choose(const Choice& choice) override;
  void executed(const Operation& done, TaskId task, std::span<const Touch> touches, Ready& ready) override;
  void finished(const Trial& trial) override;
  bool end(const TrialEnd& end) override;

  const SearchCounts& counts() const { return counts_; }

  // Whether it remembers why each execution is run: only of optimal, and for short searches, for it costs memory.
  void keep_origins(bool keep) {
    keep_origins_ = keep;
    if (!keep) origins_.clear();
  }
  // Of the execution that comes next. Null: it is the first, or nobody remembers.
  const Origin* origin() const;

  // Whom to let run where nothing is planned; for Reduction::optimal alone.
  void run_free(const Free& free) { free_ = free; }

  // How much of what is planned so far is done, from 0 to 1, if what lies ahead at each state is as large as what was
  // done there. It runs ahead of the truth, for more is planned on the way: CORFU's proof was at 0.92 after 40 %.
  double explored() const;

 private:
  struct State {
    WakeupForest todo;
    std::vector<Done> done;
    SleepSet asleep;                    // of sleep and source; optimal never comes across one
    std::uint64_t budget = kUnbounded;  // what an execution may cost from here on
  };
  struct Reversal;

  static std::uint64_t left_after(const State& state);
  std::uint32_t answer(const Choice& choice);
  std::size_t position() const;
  void advance_to(std::size_t position);
  const Pending& follow(Ready& ready, std::uint32_t task);
  const Pending& next_in_turn(Ready& ready);
  void go_on_with(std::uint32_t task);
  bool sleeps() const { return scope_.reduction == Reduction::sleep || scope_.reduction == Reduction::source; }
  bool goes_every_way() const { return scope_.reduction <= Reduction::sleep; }
  void plan_every_way(Ready& ready, State& state);
  void charge(const Ready& ready, const Pending& picked);
  Planned plan_first(State& state);
  bool must_start_again();
  void start_again_without_plans();
  std::uint64_t class_of(const History& history, std::uint64_t order_hash) const;

  // sequence_departure.cc
  bool verify_prefix();
  bool verify_plan();
  void mistake(std::string_view how);
  void repeat();
  void depart(std::string_view how);
  std::string text_of(KnownId step);
  std::string other_step(std::size_t step, KnownId expected);

  bool redundant();
  void plan();
  void find_causes(std::uint32_t event);
  bool is_last_cause(std::uint32_t event) const;
  bool was_struck(const Event& event, std::uint32_t by) const;
  std::uint32_t previous(TaskId task, std::uint32_t sequence) const;
  void plan_reversal(const Reversal& reversal);
  std::uint32_t next_origin() const;
  void note_origin(const Reversal& reversal);
  std::uint32_t note_origin(const Choice& choice, std::uint32_t answer);
  bool build(const Reversal& reversal);
  bool may_change(const Reversal& reversal) const;
  bool ask(const Reversal& reversal, const Known& step, std::vector<Touch>& touches);
  void extend_to_observers(const Reversal& reversal);
  bool covered(std::size_t step);
  bool backtrack();
  void tidy_up();
  void forget_after(std::uint32_t event);

  static constexpr std::size_t kTidyAt = 20'000;  // known steps
  static constexpr std::size_t kNotBlocked = ~std::size_t{0};

  Scope scope_;
  KnownPool pool_;
  std::size_t tidy_at_ = kTidyAt;
  Execution execution_;
  Sequence reversed_{execution_, pool_};
  Probe probe_;
  std::vector<std::uint32_t> causes_;
  std::vector<KnownId> question_;
  std::vector<KnownTouch> answer_, elsewhere_;
  KnownPool::Mail answer_mail_, mail_;  // what the moved step sends, as far as only the test could tell
  std::vector<State> states_ = std::vector<State>(1);  // before each step of the path, and after the last
  std::vector<KnownId> path_;                          // steps of the last execution
  std::vector<KnownId> planned_;                       // of this one, from kept_ on; kNone: free
  std::size_t kept_ = 0;                               // steps of the path that are taken again
  std::size_t at_ = 0;                                 // steps of this execution for which there is a state
  std::size_t choices_ = 0;                            // asked in this execution
  TaskId last_ = kNoTask;                              // that was picked
  TaskId running_ = kNoTask;                           // that executed an operation last; not kept by optimal
  std::size_t told_ = 0;                               // steps that executed() was told of, and choices before them
  std::vector<bool> chosen_;                           // by step of this execution: is it a choice?
  std::size_t blocked_from_ = kNotBlocked;             // this step was asleep: what follows was seen
  std::vector<const Pending*> turn_;
  Free free_;
  std::uint64_t preemptions_ = 0, delays_ = 0, faults_ = 0;  // of this execution so far, see Bounds
  Numbering classes_;  // that were seen; optimal needs none
  bool departed_ = false;
  enum class Doubt : std::uint8_t { none, repeats, sure } doubt_ = Doubt::none;  // see mistake()
  std::string unreached_;  // a planned step that this execution ended before, if any
  bool keep_origins_ = false;
  std::uint64_t number_ = 0;       // of the trial under way
  const Trial* trial_ = nullptr;  // while it is read
  std::vector<Origin> origins_;   // of what was planned, in that order
  SearchCounts counts_;
};

}  // namespace heddle
