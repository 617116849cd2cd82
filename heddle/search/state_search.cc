#include "heddle/search/state_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "heddle/base/hash.h"
#include "heddle/search/turn.h"

namespace heddle {

void StateSearch::begin(const TrialStart& start) {
  Sampler::begin(start);
  digest_.begin();
  at_ = looked_ = 0;
  beyond_ = path_.empty();
  again_ = left_ = false;
  forked_ = kNone;
  last_ = kNoTask;
  tail_ = {};
  asleep_.clear();
  quiet_ = nullptr;
}

const Pending* StateSearch::find(Ready& ready, std::uint32_t task) {
  for (std::size_t i = 0; i < ready.size(); ++i)
    if (pool_.task(ready[i].task_stable) == task) return &ready[i];
  return nullptr;
}

// Of those that are ready, the oldest task's.
const Pending* StateSearch::quiet_send(Ready& ready) {
  const Trial& trial = Trial::current();
  const Pending* found = nullptr;
  for (std::size_t i = 0; i < ready.size(); ++i) {
    const Operation& operation = ready[i].operation;
    if (operation.access != Access::send || operation.object == kNoObject || operation.kind->varies) continue;
    if (found && found->task < ready[i].task) continue;
    if (races_.quiet(pool_.object(trial.object(operation.object).stable), pool_.task(ready[i].task_stable)))
      found = &ready[i];
  }
  return found;
}

// Nothing that follows counts. Somebody goes on for the sake of form.
void StateSearch::leave(const ClassCount& count) {
  tail_ = count;
  left_ = true;
  Trial::current().cut();
}

// New events. False: they change what is known about races.
bool StateSearch::look(const Trial& trial) {
  const std::size_t first = looked_;
  digest_.read(trial);
  looked_ = digest_.events();
  for (const TaskRecord& task : trial.history().tasks)
    pool_.set_life(pool_.object(trial.object(task.life).stable), pool_.task(task.stable));
  again_ |= races_.look(trial, digest_, first);
  return !again_;
}

StateKey StateSearch::key(const Trial& trial) const {
  KnownPool& pool = const_cast<KnownPool&>(pool_);
  Print all = digest_.state(trial, [&](ObjectId mailbox) {
    return races_.anybody_races(pool.object(trial.object(mailbox).stable));
  });
  std::uint64_t sleeping = 0;
  for (const KnownId step : asleep_) sleeping += mix(pool_[step].task + 1);
  all = StateDigest::mixed(StateDigest::mixed(all, sleeping), trial.untold());
  all.high |= 1;  // never nothing
  return all;
}

void StateSearch::go_on_from(const Fork& fork) {
  beyond_ = true;
  asleep_ = fork.asleep;
  asleep_.insert(asleep_.end(), fork.done.begin(), fork.done.end());
}

// The same way as the last time, up to the last fork, and another way from there.
const Pending& StateSearch::retrace(Ready& ready) {
  const Fork& fork = path_[at_];
  const Pending* const found = fork.is_choice ? nullptr : find(ready, fork.ways[fork.now]);
  if (!found) {
    depart("another operation was to go on, and is not there this time");
    return ready[0];
  }
  if (++at_ < path_.size()) return *found;
  const Trial& trial = Trial::current();
  digest_.read(trial);
  looked_ = digest_.events();
  asleep_ = fork.asleep;
  if (key(trial) != fork.key) depart("it came to another state");
  go_on_from(fork);
  forked_ = at_ - 1;
  return *found;
}

const Pending& StateSearch::pick(Ready& ready) {
  quiet_ = nullptr;
  if (left_) return ready[0];
  const Pending* const quiet = quiet_send(ready);
  if (!beyond_) {
    if (quiet) return *quiet;
    return retrace(ready);
  }
  const Trial& trial = Trial::current();
  if (!look(trial)) {
    leave({});
    return ready[0];
  }
  if (quiet) {
    quiet_ = quiet;
    return *quiet;
  }
  in_turn(ready, last_, turn_);
  Fork fork;
  for (const Pending* pending : turn_) {
    const std::uint32_t task = pool_.task(pending->task_stable);
    if (!asleep(asleep_, pool_, task)) fork.ways.push_back(task);
  }
  if (fork.ways.empty()) {
    leave({});
    return ready[0];
  }
  if (fork.ways.size() > 1) {
    fork.key = key(trial);
    if (const ClassCount* known = known_.find(fork.key); known && !checks_) {
      leave(*known);
      return ready[0];
    }
  }
  fork.asleep = asleep_;
  path_.push_back(std::move(fork));
  forked_ = at_++;
  return *find(ready, path_.back().ways[0]);
}

std::uint32_t StateSearch::choose(const Choice& choice) {
  if (left_) return 0;
  if (!beyond_) {
    Fork& fork = path_[at_];
    if (!fork.is_choice || fork.ways[fork.now] >= choice.count) {
      depart("something else was asked");
      return 0;
    }
    if (++at_ == path_.size()) {
      go_on_from(fork);
      looked_ = Trial::current().event_index();  // or later
    }
    return fork.ways[fork.now];
  }
  Fork fork;
  fork.is_choice = true;
  for (std::uint32_t answer = 0; answer < choice.count; ++answer)
    if (choice.weights.empty() || choice.weights[answer] > 0) fork.ways.push_back(answer);
  if (fork.ways.empty()) return 0;  // weights that allow nothing
  fork.asleep = asleep_;
  path_.push_back(std::move(fork));
  ++at_;
  return path_.back().ways[0];
}

// What was executed wakes those that it has to do with. Whoever is asleep and goes on all the same, because nobody else
// can, leads to what was seen.
void StateSearch::executed(const Operation& done, TaskId task, std::span<const Touch> touches, Ready&) {
  if (!beyond_ || left_) return;
  last_ = task;
  const Trial& trial = Trial::current();
  const std::uint32_t who = pool_.task(trial.task(task).stable);
  if (std::exchange(quiet_, nullptr)) {
    const bool only_sent = touches.size() == 1 && touches[0].access == Access::send && touches[0].object == done.object;
    if (!only_sent) {
      races_.not_quiet(pool_.object(trial.object(done.object).stable), who);
      again_ = true;
      return leave({});
    }
  }
  if (asleep(asleep_, pool_, who)) return leave({});
  if (forked_ != kNone) {
    std::vector<KnownTouch> known;
    for (const Touch& touch : touches)
      known.push_back({pool_.object(trial.object(touch.object).stable), touch.access, value_of_touch(touch)});
    path_[std::exchange(forked_, kNone)].done.push_back(pool_.add(Known{.task = who}, known));
  }
  wake(asleep_, pool_, trial, who, touches, &races_);
}

void StateSearch::finished(const Trial& trial) {
  if (left_) return;
  if (!look(trial)) return;
  tail_ = {1, trial.failed()};
  digest_.waiting([&](ObjectId mailbox) { races_.unread(pool_.object(trial.object(mailbox).stable)); });
}

bool StateSearch::end(const TrialEnd&) {
  if (!departed_.empty()) return false;
  if (again_) {
    start_again();
    return true;
  }
  if (at_ < path_.size() && !left_) {
    depart("it ended earlier");
    return false;
  }
  total_ += tail_;
  ClassCount count = tail_;
  while (!path_.empty()) {
    Fork& fork = path_.back();
    fork.count += count;
    if (++fork.now < fork.ways.size()) return true;
    count = fork.count;
    if (fork.key) {
      if (const ClassCount* known = checks_ ? known_.find(fork.key) : nullptr) consistent_ &= *known == count;
      known_.add(fork.key, count);
    }
    path_.pop_back();
  }
  return false;
}

void StateSearch::start_again() {
  known_.clear();
  path_.clear();
  total_ = {};
}

double StateSearch::explored() const {
  double sum = 0, share = 1;
  for (const Fork& fork : path_) {
    share /= static_cast<double>(fork.ways.size());
    sum += share * static_cast<double>(fork.now);
  }
  return sum;
}

void StateSearch::depart(std::string_view how) {
  if (!departed_.empty()) return;
  departed_ = fmt::format("the test went another way when it was run again: {}", how);
  leave({});
}

}  // namespace heddle
