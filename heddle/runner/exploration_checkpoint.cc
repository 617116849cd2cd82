// Saving what is left of a search, every now and then and at an early end; and going on with it.
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "heddle/runner/exploration.h"
#include "heddle/trace/build_id.h"

namespace heddle {

void Exploration::go_on_from(Checkpoint checkpoint) {
  feed_ = std::move(checkpoint.pieces);
  feeding_ = true;
  base_ = std::move(checkpoint);
  base_.pieces.clear();
  report_.failures = base_.failures;
}

// Whoever waits for work gets it here first. The parent holds on to the search as long as it has a piece.
void Exploration::feed() {
  if (!feeding_ || gathering_) return;
  while (!feed_.empty() && pool_->put(feed_.back())) feed_.pop_back();
  if (!feed_.empty()) return;
  feeding_ = false;
  pool_->finish();
}

void Exploration::gather() {
  gathering_ = true;
  gathering_since_ = Clock::now();
  saved_.pieces.clear();
  for (const auto& worker : workers_) worker->told = false;
  pool_->ask_all();
}

void Exploration::gathered(Worker& worker, std::vector<std::string> pieces) {
  worker.told = true;
  worker.moved = Clock::now();
  for (std::string& piece : pieces) saved_.pieces.push_back(std::move(piece));
  go_on_if_gathered();
}

// All is known only if everybody has told what he has.
void Exploration::go_on_if_gathered() {
  if (!gathering_ || stopping_) return;
  for (const auto& worker : workers_)
    if (worker->process > 0 && !worker->done && !worker->told) return;
  gathering_ = false;
  pool_->for_each([&](std::string_view piece) { saved_.pieces.emplace_back(piece); });
  saved_.pieces.insert(saved_.pieces.end(), feed_.begin(), feed_.end());
  saved_.executions = executions();
  if (can_save() && (ending_ || Clock::now() - saved_at_ >= options_.save_every)) save();
  if (estimate_due()) start_estimate();
  if (ending_ && saved_.pieces.empty())
    ending_.reset();  // that was all: the workers are about to say so
  else if (ending_)
    stop(*ending_);
  if (!alone() || !estimator_ || !estimator_->busy()) pool_->let_go_on();
}

void Exploration::save() {
  saved_.test = options_.name;
  saved_.build_id = this_build_id();
  saved_.settings = checkpoint_settings(options_.settings);
  saved_.steps = base_.steps;
  saved_.failed = base_.failed;
  saved_.failures = report_.failures;
  saved_.expected = expected().executions;
  saved_.elapsed = base_.elapsed + (Clock::now() - began_);
  for (const auto& worker : workers_) {
    saved_.steps += worker->state->steps.load();
    saved_.failed += worker->state->failed.load();
  }
  saved_at_ = Clock::now();
  if (!wrote_ && options_.resume.empty()) {
    const std::string taken = std::exchange(checkpoint_path_, free_checkpoint_path(checkpoint_path_));
    if (checkpoint_path_ != taken) report_.checkpoint_beside = taken;
  }
  std::string error;
  if (!saved_.pieces.empty() && save_checkpoint(checkpoint_path_, saved_, error)) {
    wrote_ = true;
    report_.checkpoint_error.clear();
  } else {
    report_.checkpoint_error = error;
  }
}

// At the end. Where nothing is left to go on with, the file goes; else it stays, also after a failure.
void Exploration::settle_checkpoint() {
  const bool resumed = !options_.resume.empty();
  const bool over = report_.ended == Ended::exhausted || !report_.refused.empty();
  report_.checkpoint = !over && (wrote_ || resumed) ? checkpoint_path_ : "";
  if (over && (wrote_ || (resumed && report_.ended == Ended::exhausted))) unlink(checkpoint_path_.c_str());
}

}  // namespace heddle
