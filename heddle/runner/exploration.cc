#include "heddle/runner/exploration.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "heddle/engine/forked.h"
#include "heddle/runner/autopsy.h"
#include "heddle/runner/child.h"
#include "heddle/runner/progress.h"
#include "heddle/runner/stop.h"
#include "heddle/runner/trial_loop.h"

namespace heddle {
namespace {

constexpr int kTickMs = 50;
constexpr auto kWorthAnEstimate = std::chrono::milliseconds(500);  // a search that is over by then needs none
constexpr auto kGrace = std::chrono::seconds(2);  // for the trials under way when all is over

bool read_byte(int fd, char& byte) {
  ssize_t n;
  do n = read(fd, &byte, 1);
  while (n < 0 && errno == EINTR);
  return n == 1;
}

}  // namespace

Exploration::Exploration(const std::function<void()>& test, const Options& options, const ConflictTable& known,
                         Orders& orders, SharedTally& tally, ExecutionLog* log, Report& report)
    : test_(test),
      options_(options),
      known_(known),
      report_(report),
      orders_(orders),
      tally_(tally),
      log_(log),
      began_(Clock::now()) {
  if (!options.verify || options.search != "graph") return;
  pool_ = std::make_unique<SearchPool>();
  if (options.progress) estimator_ = std::make_unique<Estimator>(test, options);
  next_estimate_ = began_ + kWorthAnEstimate;
  saved_at_ = began_;
  if (!options.resume.empty())
    checkpoint_path_ = options.resume;
  else if (!options.save_to.empty())
    checkpoint_path_ =
        (std::filesystem::path(options.save_to) / default_checkpoint_name(options.name)).lexically_normal().string();
}

Exploration::~Exploration() {
  for (const auto& worker : workers_) {
    if (worker->process > 0) {
      kill(worker->process, SIGKILL);
      waitpid(worker->process, nullptr, 0);
    }
    if (worker->from >= 0) close(worker->from);
    if (worker->to >= 0) close(worker->to);
  }
}

void Exploration::run() {
  for (unsigned i = 0; i < options_.workers; ++i) {
    workers_.push_back(std::make_unique<Worker>());
    workers_.back()->number = i;
    if (options_.show_races) workers_.back()->races = std::make_unique<RaceLog>(options_.scope.observers);
    start(*workers_.back(), i);
  }
  while (anybody_left()) {
    feed();
    std::vector<pollfd> waiting;
    std::vector<Worker*> who;
    for (const auto& worker : workers_) {
      if (worker->process < 0) continue;
      waiting.push_back({worker->from, POLLIN, 0});
      who.push_back(worker.get());
    }
    const bool estimating = estimator_ && estimator_->busy();
    if (estimating) waiting.push_back({estimator_->pipe(), POLLIN, 0});
    const int ready = poll(waiting.data(), waiting.size(), kTickMs);
    for (std::size_t i = 0; ready > 0 && i < who.size(); ++i)
      if (waiting[i].revents) listen(*who[i]);
    if (ready > 0 && estimating && waiting.back().revents) listen_to_estimate();
    if (stop_requested()) wind_up(Ended::interrupted);
    if (can_save() && options_.trials > 0 && pool_->begun() >= options_.trials) wind_up(Ended::trials);
    if (options_.time.count() > 0 && Clock::now() - began_ >= options_.time) wind_up(Ended::time);
    if (can_save() && !stopping_ && !gathering_ && Clock::now() - saved_at_ >= options_.save_every) gather();
    if (estimate_due() && !gathering_) gather();
    if (ending_ && gathering_ && Clock::now() - gathering_since_ > kGrace) stop(*ending_);
    for (Worker* worker : who)
      if (worker->process > 0) watch(*worker);
    if (stopping_ && Clock::now() - stopped_ > kGrace) end_stragglers();
    watch_estimate();
    tell_progress(false);
  }
  sum_up();
  tell_progress(true);
}

void Exploration::start(Worker& worker, std::uint64_t first_trial) {
  int up[2], down[2];
  if (pipe2(up, O_CLOEXEC) != 0 || pipe2(down, O_CLOEXEC) != 0)
    throw std::runtime_error(std::string("cannot make a pipe for a worker: ") + std::strerror(errno));
  const pid_t process = run_in_child(options_, &worker.memory.board().failure, [&] {
    close(up[0]);
    close(down[1]);
    close_in_forks(up[1]);
    close_in_forks(down[0]);
    ConflictTable known = known_;
    known.merge(learned_);  // one that died may have learned something
    work({test_, options_, worker.number, options_.workers, first_trial, worker.memory.board(), *worker.state, orders_,
          *stop_, known, tally_, up[1], down[0], pool_.get(), worker.number == 0 && !feeding_,
          worker.races.get(), log_});
  });
  if (process < 0) throw std::runtime_error(std::string("cannot fork a worker: ") + std::strerror(errno));
  close(up[1]);
  close(down[0]);
  worker.process = process;
  worker.from = up[0];
  worker.to = down[1];
  worker.done = false;
  worker.moved = Clock::now();
}

void Exploration::listen(Worker& worker) {
  char byte = 0;
  if (!read_byte(worker.from, byte)) return bury(worker);
  if (byte == kTellPieces) {
    std::vector<std::string> pieces;
    if (read_pieces(worker.from, pieces)) gathered(worker, std::move(pieces));
    return;
  }
  if (byte == kTellLearned || byte == kTellDone) {
    Learned learned;
    const bool complete = read_learned(worker.from, learned);
    if (complete) worker.learned = std::move(learned);  // all that it said before is in it
    if (byte == kTellLearned) return;
    worker.done = complete;
    take_in(worker);
    if (worker.state->exhausted.load()) stop(Ended::exhausted);
    if (worker.state->refused[0] != 0 && report_.refused.empty() && report_.error.empty()) {
      report_.refused = worker.state->refused;
      stop(Ended::interrupted);
    }
    go_on_if_gathered();
    return;
  }
  const Failure failure = worker.memory.board().failure.read();
  const bool lost = options_.verify && failure.kind == FailureKind::nondeterminism;  // no search can go on after that
  keep(worker, failure);
  if (!options_.keep_going || lost) {
    stop(Ended::failure);
    close(worker.to);  // its sign to end
    worker.to = -1;
  } else {
    const char go_on = 'G';
    if (write(worker.to, &go_on, 1) != 1) return;
  }
  worker.moved = Clock::now();
}

// What a process of this worker has learned; the next one, if any, begins anew.
void Exploration::take_in(Worker& worker) {
  const Learned learned = std::exchange(worker.learned, Learned());
  if (!learned.on) return;
  add_to(report_.conflicts, learned.counts);
  learned_.merge(learned.table);
}

// The worker's process is gone: as it should, or by what its test did.
void Exploration::bury(Worker& worker) {
  int status = 0;
  while (waitpid(worker.process, &status, 0) < 0 && errno == EINTR) {
  }
  worker.process = -1;
  close(worker.from);
  if (worker.to >= 0) close(worker.to);
  worker.from = worker.to = -1;
  if (worker.done) return;
  take_in(worker);
  const bool stuck = worker.state->ended_as_stuck.exchange(false);
  const bool asked = WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL);
  const bool ended_by_us = stopping_ && !stuck && asked;
  const Failure failure = autopsy(worker.memory.board(), status, stuck || ended_by_us);
  if (ended_by_us && !worker.memory.board().failure.present.load()) return keep_unended(worker, failure);
  worker.state->trials.fetch_add(1);
  worker.state->failed.fetch_add(1);
  worker.state->steps.fetch_add(worker.memory.board().steps.load());
  keep(worker, failure);
  const std::uint64_t next = worker.state->next.load() + options_.workers;
  const bool broken = failure.kind == FailureKind::internal;
  if (!options_.keep_going || options_.verify || broken)  // what was left of its search is lost
    stop(Ended::failure);
  else if (!stopping_ && (options_.trials == 0 || next < options_.trials))
    start(worker, next);
}

void Exploration::keep(const Worker& worker, Failure failure) {
  if (report_.count_again(failure, worker.state->times())) return;
  const std::uint64_t trial = base_.executions + worker.memory.board().trial.load();
  const std::size_t before = base_.failures.size();  // of the search that goes on here
  if (!options_.keep_going && report_.failures.size() > before) {  // two workers at once: the earlier trial stands
    if (report_.failures[before].trial < trial) return;
    report_.failures.resize(before);
  }
  if (report_.failures.size() >= options_.max_failures) return;
  report_.failures.push_back(found_by(worker, std::move(failure)));
}

// Whether a trial that was ended would have come to its end, nobody knows. If it did nothing in the time that it was given for
// that, people should.
void Exploration::keep_unended(const Worker& worker, Failure failure) {
  const bool busy = worker.memory.board().phase.load() != Phase::idle;
  if (busy && Clock::now() - worker.moved >= kGrace && !report_.unended)
    report_.unended = found_by(worker, std::move(failure));
}

FoundFailure Exploration::found_by(const Worker& worker, Failure failure) const {
  FoundFailure found;
  found.failure = std::move(failure);
  found.count = worker.state->times();
  found.schedule = worker.memory.schedule();
  found.trial = base_.executions + worker.memory.board().trial.load();
  found.seed = worker.memory.board().seed.load();
  found.heat_from = worker.memory.board().heat_from.load();
  found.strategy = worker.state->strategy;
  found.after_trials = executions();
  found.after = base_.elapsed + (Clock::now() - began_);
  return found;
}

// If for too long there is neither a step nor a decision, that is an endless loop. The signal lets the process note where
// it is before it dies.
void Exploration::watch(Worker& worker) {
  const Board& board = worker.memory.board();
  const std::uint64_t trial = worker.state->trials.load(), steps = board.steps.load() + board.count.load();
  const bool busy = board.phase.load() != Phase::idle;
  if (!busy || trial != worker.seen_trial || steps != worker.seen_steps) {
    worker.seen_trial = trial;
    worker.seen_steps = steps;
    worker.moved = Clock::now();
    return;
  }
  const auto still = Clock::now() - worker.moved;
  if (still < options_.stuck || worker.done) return;
  const int isolated = worker.state->trial_process.load();
  const pid_t target = options_.isolate && isolated > 0 ? isolated : worker.process;
  const bool asked = worker.state->ended_as_stuck.exchange(true);
  ::kill(target, asked && still > options_.stuck + std::chrono::seconds(1) ? SIGKILL : SIGXCPU);
}

// At first as the watchdog does, so that they note where they are.
void Exploration::end_stragglers() {
  const int signal = Clock::now() - stopped_ > kGrace + std::chrono::seconds(1) ? SIGKILL : SIGXCPU;
  for (const auto& worker : workers_)
    if (worker->process > 0) ::kill(worker->process, signal);
}

bool Exploration::anybody_left() const {
  return std::any_of(workers_.begin(), workers_.end(), [](const auto& worker) { return worker->process > 0; });
}

// As stop(), but what is left of a search is saved first.
void Exploration::wind_up(Ended why) {
  if (stopping_ || ending_) return;
  if (!can_save()) return stop(why);
  ending_ = why;
  if (!gathering_) gather();
}

void Exploration::stop(Ended why) {
  if (stopping_) return;
  stopping_ = true;
  stopped_ = Clock::now();
  report_.ended = why;
  stop_->store(true);
}

void Exploration::sum_up() {
  for (const auto& worker : workers_) {
    report_.steps += worker->state->steps.load();
    report_.failed_trials += worker->state->failed.load();
  }
  report_.trials += executions();
  report_.steps += base_.steps;
  report_.failed_trials += base_.failed;
  if (!report_.failures.empty()) report_.failed_trials = std::max<std::uint64_t>(report_.failed_trials, 1);
  report_.distinct_orders = orders_.distinct();
  for (const auto& worker : workers_) {
    report_.redundant += worker->state->redundant.load();
    report_.states += worker->state->states.load();
    report_.runs += worker->state->runs.load();
    report_.at_most |= worker->state->at_most.load();
    report_.left_out += worker->state->left_out.load();
    report_.cut += worker->state->cut.load();
    if (!worker->races) continue;
    merge_races(report_.races, worker->races->races());
    report_.races_left_out |= worker->races->full();
  }
  report_.seen_once = orders_.seen_once();
  report_.distinct_is_bound = orders_.full();
  report_.conflicts.signatures = learned_.size();
  report_.elapsed = Clock::now() - began_ + base_.elapsed;
  if (report_.ended != Ended::exhausted) report_.expected = expected();
  settle_checkpoint();
}

std::uint64_t Exploration::executions() const {
  std::uint64_t sum = base_.executions;
  for (const auto& worker : workers_) sum += worker->state->trials.load();
  return sum;
}

void Exploration::tell_progress(bool last) {
  if (!options_.progress) return;
  Snapshot now;
  now.name = options_.name;
  now.strategy = options_.strategy;
  now.trial_limit = options_.trials;
  now.time_limit = options_.time;
  now.elapsed = Clock::now() - began_;
  now.trials = executions();
  if (options_.verify) {
    now.explored = workers_.front()->state->explored.load();
    now.expected = expected();
  }
  now.distinct_orders = orders_.distinct();
  const double seconds = std::chrono::duration<double>(now.elapsed).count();
  now.trials_per_second = seconds > 0 ? static_cast<double>(now.trials - base_.executions) / seconds : 0;
  options_.progress->update(now);
  if (last) options_.progress->finish();
}

}  // namespace heddle
