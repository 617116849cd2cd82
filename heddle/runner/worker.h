// A worker: runs every n-th trial in a process of its own, and tells its parent how it goes.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "heddle/engine/board.h"
#include "heddle/report/report.h"
#include "heddle/runner/options.h"
#include "heddle/runner/orders.h"
#include "heddle/strategy/conflict_analysis.h"

namespace heddle {

class ExecutionLog;
class RaceLog;
class SearchPool;
class SharedTally;

// What has been learned: sent when a worker is through, and now and then before, since it may not live to see the end.
struct Learned {
  ConflictCounts counts;
  ConflictTable table;
  bool on = false;
};

// Instead of a parent, for a worker in the caller's own process.
class Here {
 public:
  virtual ~Here() = default;
  virtual bool over() const = 0;   // asked before each trial
  virtual bool failed() = 0;       // a failure is on the board; true: go on
  virtual void learned(const Learned& learned) = 0;
};

// Shared with the parent.
struct WorkerState {
  std::atomic<std::uint64_t> trials{0};
  std::atomic<std::uint64_t> steps{0};
  std::atomic<std::uint64_t> failed{0};
  std::atomic<bool> aside{false};           // what is told as failed is not counted: it comes again as an execution
  std::atomic<std::uint64_t> next{0};       // number of the trial under way
  std::atomic<int> trial_process{0};        // with isolation
  std::atomic<bool> ended_as_stuck{false};  // by the watchdog
  std::atomic<bool> exhausted{false};       // the strategy has nothing left to explore
  std::atomic<std::uint64_t> redundant{0};  // see Report
  std::atomic<std::uint64_t> left_out{0};   // see Report
  std::atomic<std::uint64_t> cut{0};        // see Report
  std::atomic<std::uint64_t> states{0};     // see Report
  std::atomic<std::uint64_t> runs{0};       // see Report
  std::atomic<bool> at_most{false};         // see Report
  std::atomic<double> explored{0};          // of a search, see SequenceSearch::explored
  char refused[512] = {};                   // why graphs cannot express the test; empty: they can
  char strategy[64] = {};                   // that makes the decisions of the trial under way

  std::uint64_t times() const { return aside.load() ? 0 : 1; }  // how often what is told as failed was seen
};

struct WorkerJob {
  const std::function<void()>& test;
  const Options& options;
  unsigned number;            // of this worker
  unsigned workers;
  std::uint64_t first_trial;
  Board& board;
  WorkerState& state;
  Orders& orders;
  const std::atomic<bool>& stop;
  const ConflictTable& known;  // loaded history
  SharedTally& tally;          // scenarios, and activity if somebody asks
  int to_parent;               // pipe: one byte per failure, then what was learned; -1: see `here`
  int from_parent;             // pipe: one byte: go on
  SearchPool* pool = nullptr;  // graphs are searched, and this is where from; null: something else is done
  bool begins = false;         // with the first graph
  RaceLog* races = nullptr;    // null: nobody asks for them
  ExecutionLog* log = nullptr;  // of sequences that are searched; null: nobody draws them
  Here* here = nullptr;         // null: there is a parent

  bool over() const { return stop.load(std::memory_order_relaxed) || (here && here->over()); }
};

void add_to(ConflictStatistics& sum, const ConflictCounts& counts);

inline constexpr char kTellFailure = 'F', kTellPieces = 'P', kTellLearned = 'L', kTellDone = 'D';

// The worker's whole life. The parent reads the failure and its schedule from the board while the worker waits.
void work(const WorkerJob& job);

// The part of work() that searches graphs.
void search_graphs(const WorkerJob& job);

// To the parent. A failure is on the board; true: go on.
bool tell_failure(const WorkerJob& job);
void tell_pieces(const WorkerJob& job, const std::vector<std::string>& pieces);

// After kTellPieces: reads what follows. False if it is cut short.
bool read_pieces(int pipe, std::vector<std::string>& pieces);

// After kTellLearned and kTellDone: reads what follows on the pipe. False if it is cut short.
bool read_learned(int pipe, Learned& learned);

}  // namespace heddle
