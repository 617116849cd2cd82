#include "heddle/runner/exploration_here.h"

#include <atomic>
#include <chrono>
#include <optional>

#include "heddle/runner/end_notice.h"
#include "heddle/runner/progress.h"
#include "heddle/runner/races.h"
#include "heddle/runner/search_pool.h"
#include "heddle/runner/stop.h"
#include "heddle/runner/worker.h"

namespace heddle {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kTick = std::chrono::milliseconds(50);

class ExplorationHere final : public Here {
 public:
  ExplorationHere(const Options& options, Report& report)
      : options_(options),
        report_(report),
        memory_(options.isolate ? BoardMemory::Sharing::shared_with_children : BoardMemory::Sharing::private_memory),
        began_(Clock::now()),
        told_(began_) {
    options_.workers = 1;
    if (options_.show_races) races_.emplace(options_.scope.observers);
    if (options_.verify && options_.search == "graph") pool_.emplace();
  }

  void run(const std::function<void()>& test, const ConflictTable& known, Orders& orders, SharedTally& tally,
           ExecutionLog* log) {
    orders_ = &orders;
    const std::atomic<bool> stop{false};
    {
      const EndNotice notice(options_.name);
      work({test, options_, 0, 1, 0, memory_.board(), state_, orders, stop, known, tally, -1, -1,
            pool_ ? &*pool_ : nullptr, true, races_ ? &*races_ : nullptr, log, this});
    }
    sum_up();
    tell_progress();
    if (options_.progress) options_.progress->finish();
  }

  const ConflictTable& table() const { return learned_; }

 private:
  bool over() const override {
    const Clock::time_point now = Clock::now();
    if (now - told_ >= kTick) {
      told_ = now;
      tell_progress();
    }
    if (stop_requested()) return end(Ended::interrupted);
    return options_.time.count() > 0 && now - began_ >= options_.time && end(Ended::time);
  }

  bool end(Ended why) const {
    ended_ = why;
    return true;
  }

  bool failed() override {
    FoundFailure found;
    found.failure = memory_.board().failure.read();
    const bool lost = options_.verify && found.failure.kind == FailureKind::nondeterminism;
    found.count = state_.times();
    found.schedule = memory_.schedule();
    found.trial = memory_.board().trial;
    found.seed = memory_.board().seed;
    found.heat_from = memory_.board().heat_from;
    found.strategy = state_.strategy;
    found.after_trials = state_.trials;
    found.after = Clock::now() - began_;
    if (!report_.count_again(found.failure, found.count) && report_.failures.size() < options_.max_failures)
      report_.failures.push_back(std::move(found));
    if (options_.keep_going && !lost) return true;
    ended_ = Ended::failure;
    return false;
  }

  void learned(const Learned& learned) override {
    if (!learned.on) return;
    add_to(report_.conflicts, learned.counts);
    learned_.merge(learned.table);
  }

  void sum_up() {
    if (state_.exhausted) ended_ = Ended::exhausted;
    report_.ended = ended_;
    report_.elapsed = Clock::now() - began_;
    report_.trials = state_.trials;
    report_.steps = state_.steps;
    report_.failed_trials = std::max<std::uint64_t>(state_.failed, report_.failures.empty() ? 0 : 1);
    report_.redundant = state_.redundant;
    report_.left_out = state_.left_out;
    report_.states = state_.states;
    report_.runs = state_.runs;
    report_.at_most = state_.at_most;
    report_.cut = state_.cut;
    report_.refused = state_.refused;
    report_.distinct_orders = orders_->distinct();
    report_.seen_once = orders_->seen_once();
    report_.distinct_is_bound = orders_->full();
    report_.conflicts.signatures = learned_.size();
    if (!races_) return;
    merge_races(report_.races, races_->races());
    report_.races_left_out = races_->full();
  }

  void tell_progress() const {
    if (!options_.progress) return;
    Snapshot now;
    now.name = options_.name;
    now.strategy = options_.strategy;
    now.trial_limit = options_.trials;
    now.time_limit = options_.time;
    now.elapsed = Clock::now() - began_;
    now.trials = state_.trials;
    if (options_.verify) now.explored = state_.explored;
    now.distinct_orders = orders_->distinct();
    const double seconds = std::chrono::duration<double>(now.elapsed).count();
    now.trials_per_second = seconds > 0 ? static_cast<double>(now.trials) / seconds : 0;
    options_.progress->update(now);
  }

  Options options_;
  Report& report_;
  BoardMemory memory_;
  WorkerState state_;
  std::optional<SearchPool> pool_;  // when graphs are searched
  std::optional<RaceLog> races_;
  Orders* orders_ = nullptr;
  ConflictTable learned_;
  const Clock::time_point began_;
  mutable Clock::time_point told_;
  mutable Ended ended_ = Report().ended;
};

}  // namespace

ConflictTable explore_here(const std::function<void()>& test, const Options& options, const ConflictTable& known,
                           Orders& orders, SharedTally& tally, ExecutionLog* log, Report& report) {
  ExplorationHere exploration(options, report);
  exploration.run(test, known, orders, tally, log);
  return exploration.table();
}

}  // namespace heddle
