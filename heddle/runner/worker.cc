#include "heddle/runner/worker.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "heddle/actor/system.h"
#include "heddle/base/bytes.h"
#include "heddle/runner/autopsy.h"
#include "heddle/runner/determinism.h"
#include "heddle/runner/exploration_graph.h"
#include "heddle/runner/isolation.h"
#include "heddle/runner/races.h"
#include "heddle/runner/shared_tally.h"
#include "heddle/runner/trial_loop.h"
#include "heddle/search/sequence_search.h"
#include "heddle/search/state_search.h"
#include "heddle/strategy/catalogue.h"

namespace heddle {
namespace {

void write_all(int fd, const void* data, std::size_t size) {
  const char* at = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t n = write(fd, at, size);
    if (n <= 0) return;  // nobody listens any more
    at += n;
    size -= static_cast<std::size_t>(n);
  }
}

bool read_all(int fd, void* data, std::size_t size) {
  char* at = static_cast<char*>(data);
  while (size > 0) {
    const ssize_t n = read(fd, at, size);
    if (n <= 0) return false;
    at += n;
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

Learned learned_by(Strategy& strategy) {
  Learned all;
  strategy.visit([&](Strategy& part) {
    auto* analysis = dynamic_cast<ConflictAnalysis*>(&part);
    if (!analysis) return;
    all.on = true;
    all.table.merge(analysis->table());
    const ConflictCounts& c = analysis->counts();
    all.counts.trials += c.trials;
    all.counts.operations += c.operations;
    all.counts.conflicting += c.conflicting;
    all.counts.false_negatives += c.false_negatives;
    all.counts.false_positives += c.false_positives;
  });
  return all;
}

void send_learned(const WorkerJob& job, const Learned& learned, char tell = kTellDone) {
  if (job.here) return job.here->learned(learned);
  write_all(job.to_parent, &tell, 1);
  write_all(job.to_parent, &learned.on, sizeof learned.on);
  write_all(job.to_parent, &learned.counts, sizeof learned.counts);
  const std::string bytes = learned.table.serialise();
  const std::uint64_t size = bytes.size();
  write_all(job.to_parent, &size, sizeof size);
  write_all(job.to_parent, bytes.data(), bytes.size());
}

void prepare_analysis(Strategy& strategy, const WorkerJob& job) {
  strategy.visit([&](Strategy& part) {
    auto* analysis = dynamic_cast<ConflictAnalysis*>(&part);
    if (!analysis) return;
    std::string error;
    if (const SignatureScheme* scheme = SignatureScheme::named(job.options.signature, error))
      analysis->use_scheme(*scheme);
    analysis->table().merge(job.known);
  });
}

std::unique_ptr<Strategy> strategy_for(const WorkerJob& job) {
  if (job.options.search == "states") return std::make_unique<StateSearch>(job.options.scope.observers);
  if (job.options.verify)
    return std::make_unique<SequenceSearch>(job.test, job.options.settings, &ActorSystem::run_body, job.options.scope);
  std::string error;
  return make_strategy(job.options.strategy, error);
}

// A search runs the same beginnings again and again, and notices when one is not the same.
void went_another_way(const std::string& departed, Board& board, Outcome& outcome) {
  Failure failure;
  failure.kind = FailureKind::nondeterminism;
  failure.message = departed + "; look for it with --check-determinism";
  board.failure.present.store(0);
  write_note(board.failure, failure);
  outcome.failure = failure;
}

void log_beginning(ExecutionLog& log, std::uint64_t number, SequenceSearch& search) {
  search.keep_origins(number < ExecutionLog::kMost);
  log.begin(number, search.origin());
}

void log_end(ExecutionLog& log, const Outcome& outcome, bool fresh) {
  using How = DrawnExecution::How;
  if (outcome.failure)
    log.end(How::failed, failure_words(*outcome.failure));
  else
    log.end(fresh ? How::passed : How::alike, "");
}

// An execution that ended at the bound of steps has not failed.
void forgive_the_cut(Board& board, Outcome& outcome) {
  if (!outcome.failure || outcome.failure->kind != FailureKind::step_limit) return;
  board.failure.present.store(0);
  outcome.failure.reset();
}

// What was run stands for many executions more.
void tell_states(const WorkerJob& job, const StateSearch& search, Outcome& outcome) {
  job.state.trials.store(search.counts().executions, std::memory_order_relaxed);
  job.state.failed.store(search.counts().failed, std::memory_order_relaxed);
  job.state.states.store(search.states(), std::memory_order_relaxed);
  job.state.at_most.store(!search.exact(), std::memory_order_relaxed);
  job.state.explored.store(search.explored(), std::memory_order_relaxed);
  if (!search.departed().empty()) went_another_way(search.departed(), job.board, outcome);
}

}  // namespace

bool tell_failure(const WorkerJob& job) {
  if (job.here) return job.here->failed();
  write_all(job.to_parent, &kTellFailure, 1);
  char answer = 0;
  if (!read_all(job.from_parent, &answer, 1)) return false;
  job.board.failure.present.store(0);  // whatever comes next is another one
  return true;
}

void tell_pieces(const WorkerJob& job, const std::vector<std::string>& pieces) {
  ByteWriter out;
  out.value(kTellPieces);
  out.value(std::uint64_t{pieces.size()});
  for (const std::string& piece : pieces) out.text(piece);
  const std::string bytes = out.take();
  write_all(job.to_parent, bytes.data(), bytes.size());
}

bool read_pieces(int pipe, std::vector<std::string>& pieces) {
  std::uint64_t count = 0;
  if (!read_all(pipe, &count, sizeof count)) return false;
  for (; count > 0; --count) {
    std::uint64_t size = 0;
    if (!read_all(pipe, &size, sizeof size)) return false;
    pieces.emplace_back(size, '\0');
    if (!read_all(pipe, pieces.back().data(), size)) return false;
  }
  return true;
}

void work(const WorkerJob& job) {
  if (job.pool) {
    search_graphs(job);
    send_learned(job, Learned());
    return;
  }

  const std::unique_ptr<Strategy> strategy = strategy_for(job);
  if (!strategy) return;  // explore() has checked it
  prepare_analysis(*strategy, job);
  auto* const search = dynamic_cast<SequenceSearch*>(strategy.get());
  auto* const states = dynamic_cast<StateSearch*>(strategy.get());
  TrialLoop loop(job.test, *strategy, job.options.settings);
  loop.trial().count_with(&job.tally);
  if (job.races) loop.look_with([&job](const Trial& trial) { job.races->look(trial); });
  std::optional<Isolation> isolation;
  if (job.options.isolate) isolation.emplace(job.options);

  const std::uint64_t limit = job.options.trials;
  std::uint64_t done = 0, tell_at = 4;  // then four times later each time
  for (std::uint64_t n = job.first_trial; limit == 0 || n < limit; n += job.workers) {
    if (job.over()) break;
    job.state.next.store(n, std::memory_order_relaxed);
    const TrialStart start{n, trial_seed(job.options.seed, n)};
    strategy->begin(start);  // only to learn whose turn it is, should the process not survive
    const std::string name = current_name(*strategy);
    name.copy(job.state.strategy, sizeof job.state.strategy - 1);
    job.state.strategy[std::min(name.size(), sizeof job.state.strategy - 1)] = 0;
    if (search && job.log) log_beginning(*job.log, n, *search);
    if (search || states) job.tally.begin_trial();
    Outcome outcome;
    if (isolation)
      outcome = isolation->run(loop, start, job.board, job.state.trial_process, job.state.ended_as_stuck);
    else
      outcome = loop.run(start, job.board);
    job.state.steps.fetch_add(outcome.steps, std::memory_order_relaxed);
    job.orders.add(outcome.order_hash);
    const bool more = strategy->end(isolation ? isolation->end_of(outcome) : loop.end_of(outcome));
    job.state.trials.fetch_add(1, std::memory_order_relaxed);
    job.state.runs.fetch_add(1, std::memory_order_relaxed);
    if (states) tell_states(job, *states, outcome);
    if (search) {
      const bool fresh = search->counts().redundant == job.state.redundant.load(std::memory_order_relaxed);
      if (job.races && fresh) job.races->count();
      if (!fresh) job.tally.take_back();
      job.state.redundant.store(search->counts().redundant, std::memory_order_relaxed);
      job.state.left_out.store(search->counts().beyond, std::memory_order_relaxed);
      job.state.cut.store(search->counts().cut, std::memory_order_relaxed);
      if (job.options.scope.bounds.steps != kUnbounded) forgive_the_cut(job.board, outcome);
      constexpr std::uint64_t kNowAndThen = 64;
      if (n % kNowAndThen == 0) job.state.explored.store(search->explored(), std::memory_order_relaxed);
      if (!search->counts().departed.empty()) went_another_way(search->counts().departed, job.board, outcome);
      if (job.log) log_end(*job.log, outcome, fresh);
    }
    if (job.options.check_determinism && !outcome.failure)
      check_determinism(job.test, job.options, start, job.board, outcome);
    if (outcome.failure) {
      if (!states) job.state.failed.fetch_add(1, std::memory_order_relaxed);
      if (!tell_failure(job)) break;
    }
    if (!more) {
      job.state.exhausted.store(true);
      break;
    }
    if (++done == tell_at && !search && !states && !job.here) {
      send_learned(job, learned_by(*strategy), kTellLearned);
      tell_at *= 4;
    }
  }
  send_learned(job, learned_by(*strategy));
}

void add_to(ConflictStatistics& sum, const ConflictCounts& counts) {
  sum.on = true;
  sum.trials += counts.trials;
  sum.operations += counts.operations;
  sum.conflicting += counts.conflicting;
  sum.false_negatives += counts.false_negatives;
  sum.false_positives += counts.false_positives;
}

bool read_learned(int pipe, Learned& learned) {
  std::uint64_t size = 0;
  if (!read_all(pipe, &learned.on, sizeof learned.on) || !read_all(pipe, &learned.counts, sizeof learned.counts) ||
      !read_all(pipe, &size, sizeof size))
    return false;
  std::string bytes(size, '\0');
  return read_all(pipe, bytes.data(), bytes.size()) && learned.table.deserialise(bytes);
}

}  // namespace heddle
