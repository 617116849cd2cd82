// The parent's side of an exploration: starts the workers, watches them, and keeps what they find.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "heddle/runner/checkpoint.h"
#include "heddle/runner/estimator.h"
#include "heddle/runner/options.h"
#include "heddle/runner/orders.h"
#include "heddle/runner/races.h"
#include "heddle/runner/report.h"
#include "heddle/runner/search_pool.h"
#include "heddle/runner/shared_memory.h"
#include "heddle/runner/worker.h"

namespace heddle {

class Exploration {
 public:
  // Adds to `orders` and `tally` what it sees, and tells `log`, if there is one, about executions of a search.
  Exploration(const std::function<void()>& test, const Options& options, const ConflictTable& known, Orders& orders,
              SharedTally& tally, ExecutionLog* log, Report& report);
  ~Exploration();

  // Instead of from the beginning.
  void go_on_from(Checkpoint checkpoint);

  void run();
  const ConflictTable& learned() const { return learned_; }

 private:
  using Clock = std::chrono::steady_clock;

  struct Worker {
    unsigned number = 0;
    pid_t process = -1;
    int from = -1, to = -1;  // pipes
    BoardMemory memory{BoardMemory::Sharing::shared_with_children};
    Shared<WorkerState> state;
    std::unique_ptr<RaceLog> races;
    std::uint64_t seen_trial = 0, seen_steps = 0;  // the watchdog's last look
    Clock::time_point moved;
    bool done = false;  // has said goodbye
    Learned learned;    // as far as it has told
    bool told = false;  // what is left of its search
  };

  void start(Worker& worker, std::uint64_t first_trial);
  void listen(Worker& worker);
  void take_in(Worker& worker);
  void bury(Worker& worker);
  void keep(const Worker& worker, Failure failure);
  void keep_unended(const Worker& worker, Failure failure);
  FoundFailure found_by(const Worker& worker, Failure failure) const;
  void watch(Worker& worker);
  void end_stragglers();
  void tell_progress(bool last);
  void wind_up(Ended why);
  bool anybody_left() const;
  void stop(Ended why);
  void sum_up();
  std::uint64_t executions() const;

  // exploration_estimate.cc
  bool estimate_due() const;
  bool alone() const;
  void start_estimate();
  void watch_estimate();
  void listen_to_estimate();
  void end_estimate();
  Expected expected() const;

  // exploration_checkpoint.cc
  bool can_save() const { return pool_ && !checkpoint_path_.empty(); }
  void feed();
  void gather();
  void gathered(Worker& worker, std::vector<std::string> pieces);
  void go_on_if_gathered();
  void save();
  void settle_checkpoint();

  const std::function<void()>& test_;
  const Options& options_;
  const ConflictTable& known_;
  Report& report_;
  ConflictTable learned_;
  Orders& orders_;
  SharedTally& tally_;
  ExecutionLog* log_;
  Shared<std::atomic<bool>> stop_;
  std::vector<std::unique_ptr<Worker>> workers_;
  Clock::time_point began_;
  Clock::time_point stopped_;
  bool stopping_ = false;

  std::unique_ptr<SearchPool> pool_;  // when graphs are searched
  std::string checkpoint_path_;
  Checkpoint saved_;                  // what the file has, or will have
  Checkpoint base_;                   // what was done before this run
  std::vector<std::string> feed_;     // pieces that nobody has taken yet
  bool feeding_ = false;
  bool gathering_ = false;
  bool wrote_ = false;
  std::optional<Ended> ending_;       // after this is saved
  Clock::time_point gathering_since_, saved_at_;

  std::unique_ptr<Estimator> estimator_;  // when graphs are searched and somebody watches
  Clock::time_point next_estimate_, estimate_began_;
  Clock::duration estimate_time_ = std::chrono::milliseconds(150), stood_still_{0};
};

}  // namespace heddle
