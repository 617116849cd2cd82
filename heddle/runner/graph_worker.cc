// A worker that searches graphs: goes on with what it has, takes from others when it has nothing, gives when they want.
#include <unistd.h>

#include <deque>

#include "heddle/runner/autopsy.h"
#include "heddle/runner/races.h"
#include "heddle/runner/search_pool.h"
#include "heddle/runner/shared_tally.h"
#include "heddle/runner/trial_loop.h"
#include "heddle/runner/worker.h"
#include "heddle/search/graph_search.h"

namespace heddle {
namespace {

constexpr useconds_t kLookAgain = 200;  // microseconds

class GraphWorker {
 public:
  GraphWorker(const WorkerJob& job, SearchPool& pool)
      : job_(job),
        pool_(pool),
        search_(job.begins ? GraphSearch::Start::at_first : GraphSearch::Start::idle),
        loop_(job.test, search_, job.options.settings),
        answered_(pool.asked()) {
    loop_.trial().count_with(&job.tally);
    if (job.races) loop_.look_with([&job](const Trial& trial) { job.races->look(trial); });
  }

  void run() {
    const std::string name = search_.name();
    name.copy(job_.state.strategy, sizeof job_.state.strategy - 1);
    bool more = !search_.idle();
    while (!job_.over()) {
      answer();
      if (!more && !find_work()) return;
      const std::uint64_t n = pool_.next();
      if (reached(n)) return stand_still();
      if (!execute(n, more)) return;
      if (!more && kept_.empty())
        pool_.finish();
      else if (more && pool_.wanted())
        give();
    }
  }

 private:
  // One execution. False: this is the end.
  bool execute(std::uint64_t n, bool& more) {
    job_.state.next.store(n, std::memory_order_relaxed);
    const std::uint64_t before = search_.counts().executions;
    const bool chases = search_.chases();
    job_.tally.begin_trial();
    const Outcome outcome = loop_.run({n, trial_seed(job_.options.seed, n)}, job_.board);
    more = search_.end(loop_.end_of(outcome));
    job_.state.steps.fetch_add(outcome.steps, std::memory_order_relaxed);
    if (search_.nondeterminism()) return tell_nondeterminism(*search_.nondeterminism());
    if (!search_.refused().empty()) {
      refuse(search_.refused());
      return false;
    }
    const bool failed = outcome.failure && (!chases || outcome.failure->kind == FailureKind::step_limit);
    // A run that only asked what an operation does went as an execution does that is still to come. Its failure is counted
    // then; but it is told now, for the search may be stopped before.
    const bool aside = search_.counts().executions == before && !chases;
    const bool counts_failure = failed && !(aside && job_.options.keep_going);
    if (search_.counts().executions > before || counts_failure) {
      job_.state.trials.fetch_add(1, std::memory_order_relaxed);
      job_.orders.add(outcome.order_hash);
      if (job_.races) job_.races->count();
    } else {
      job_.tally.take_back();
    }
    if (!failed) return true;
    if (counts_failure) job_.state.failed.fetch_add(1, std::memory_order_relaxed);
    job_.state.aside.store(!counts_failure);
    const bool goes_on = tell_failure(job_);
    job_.state.aside.store(false);  // a crash, which nobody tells, counts
    return goes_on;
  }

  bool tell_nondeterminism(const Failure& failure) {
    job_.board.failure.present.store(0);
    write_note(job_.board.failure, failure);
    job_.state.trials.fetch_add(1, std::memory_order_relaxed);
    job_.state.failed.fetch_add(1, std::memory_order_relaxed);
    tell_failure(job_);
    return false;
  }

  void give() {
    std::string piece = search_.give();
    if (!piece.empty() && !pool_.put(piece)) kept_.push_back(std::move(piece));  // there is no room: keep it for later
  }

  bool find_work() {
    std::string piece;
    while (!kept_.empty()) {
      piece = std::move(kept_.front());
      kept_.pop_front();
      if (go_on_with(piece)) return true;
      if (unreadable_) return false;
      if (kept_.empty()) pool_.finish();
    }
    const SearchPool::Waiting waiting(pool_);
    while (!job_.stop.load(std::memory_order_relaxed)) {
      if (pool_.take(piece)) {
        if (go_on_with(piece)) return true;
        if (unreadable_) return false;
        pool_.finish();
        continue;
      }
      if (pool_.all_finished()) {
        job_.state.exhausted.store(true);
        return false;
      }
      if (reached(pool_.begun()) && nobody_asks()) return false;
      answer();
      usleep(kLookAgain);
    }
    return false;
  }

  bool reached(std::uint64_t executions) const { return job_.options.trials != 0 && executions >= job_.options.trials; }

  // Who ends takes along what he has: it is kept until the parent has asked for it.
  bool nobody_asks() const {
    return job_.here || (job_.options.save_to.empty() && job_.options.resume.empty());
  }
  void stand_still() {
    while (!nobody_asks() && !job_.stop.load(std::memory_order_relaxed)) {
      answer();
      usleep(kLookAgain);
    }
  }

  // False: there is nothing in it, or it cannot be read, and then nobody may say that all was explored.
  bool go_on_with(const std::string& piece) {
    unreadable_ = !search_.take_over(piece);
    if (unreadable_) refuse("a part of the search could not be read again");
    return !unreadable_ && !search_.idle();
  }

  void refuse(const std::string& why) { why.copy(job_.state.refused, sizeof job_.state.refused - 1); }

  // The parent wants to know what is left. Until it has seen that, nobody goes on; it may ask again meanwhile.
  void answer() {
    while (pool_.asked() != answered_ && !job_.here) {
      answered_ = pool_.asked();
      std::vector<std::string> pieces(kept_.begin(), kept_.end());
      if (!search_.idle()) pieces.push_back(search_.save());
      tell_pieces(job_, pieces);
      while (pool_.standing() && pool_.asked() == answered_ && !job_.stop.load(std::memory_order_relaxed))
        usleep(kLookAgain);
    }
  }

  const WorkerJob& job_;
  SearchPool& pool_;
  GraphSearch search_;
  TrialLoop loop_;
  std::deque<std::string> kept_;
  bool unreadable_ = false;
  std::uint32_t answered_;
};

}  // namespace

void search_graphs(const WorkerJob& job) { GraphWorker(job, *job.pool).run(); }

}  // namespace heddle
