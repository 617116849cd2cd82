#include "heddle/search/sequence_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "heddle/base/assert.h"
#include "heddle/search/turn.h"

namespace heddle {

void SequenceSearch::begin(const TrialStart& start) {
  Sampler::begin(start);
  number_ = start.index;
  if (pool_.size() > tidy_at_) tidy_up();
  at_ = kept_;
  choices_ = 0;
  last_ = running_ = kNoTask;
  told_ = 0;
  planned_.clear();
  chosen_.clear();
  blocked_from_ = kNotBlocked;
  preemptions_ = delays_ = faults_ = 0;
  departed_ = false;
  states_[0].budget = scope_.bounds.tree;
}

namespace {

void collect(WakeupForest& forest, std::vector<KnownId*>& into) {
  for (WakeupNode& node : forest) {
    into.push_back(&node.step);
    collect(node.children, into);
  }
}

}  // namespace

// Steps that are neither done nor planned on the way to here will not be asked for again.
void SequenceSearch::tidy_up() {
  std::vector<KnownId*> kept;
  for (KnownId& step : path_) kept.push_back(&step);
  for (State& state : states_) {
    for (Done& done : state.done) kept.push_back(&done.step);
    for (KnownId& step : state.asleep) kept.push_back(&step);
    collect(state.todo, kept);
  }
  pool_.keep_only(kept);
  tidy_at_ = 2 * pool_.size() + kTidyAt;
}

// Steps that needed no decision are not asked for: the trial counts them.
std::size_t SequenceSearch::position() const { return Trial::current().steps() + choices_; }

std::uint64_t SequenceSearch::left_after(const State& state) {
  return state.budget == kUnbounded ? kUnbounded
                                    : state.budget - std::min<std::uint64_t>(state.budget, state.done.size());
}

// There is a state for each step up to here: each step took the first of what was planned, or was free.
void SequenceSearch::advance_to(std::size_t position) {
  for (; at_ < position; ++at_) {
    WakeupForest next;
    WakeupForest& todo = states_[at_].todo;
    planned_.push_back(todo.empty() ? kNone : todo.front().step);
    if (!todo.empty()) {
      next = std::move(todo.front().children);
      todo.erase(todo.begin());
    }
    states_.resize(at_ + 2);
    const State& state = states_[at_];
    states_[at_ + 1] = {std::move(next), {}, {}, left_after(state)};
    if (!sleeps()) continue;
    states_[at_ + 1].asleep = state.asleep;  // executed() takes out what the step wakes
    for (const Done& done : state.done)
      if (pool_[done.step].answer == kNone) states_[at_ + 1].asleep.push_back(done.step);
  }
}

const Pending& SequenceSearch::follow(Ready& ready, std::uint32_t task) {
  for (std::size_t i = 0; i < ready.size(); ++i)
    if (pool_.task(ready[i].task_stable) == task) return ready[i];
  departed_ = true;  // it is not ready this time
  return next_in_turn(ready);
}

// The task that ran last goes on; if it cannot, the next in the order of creation. Who is asleep goes only if all are.
const Pending& SequenceSearch::next_in_turn(Ready& ready) {
  if (sleeps()) {
    const SleepSet& sleeping = states_[std::min(position(), states_.size() - 1)].asleep;
    in_turn(ready, running_, turn_);
    for (const Pending* pending : turn_)
      if (!asleep(sleeping, pool_, pool_.task(pending->task_stable))) return *pending;
    return *turn_.front();
  }
  const std::uint64_t moment = combine(counts_.executions + counts_.redundant, position());
  if (const Pending* free = pick_freely(free_, ready, moment)) return *free;
  const Pending *first = nullptr, *after = nullptr;
  for (std::size_t i = 0; i < ready.size(); ++i) {
    const Pending& pending = ready[i];
    if (pending.task == last_) return pending;
    if (!first || pending.task < first->task) first = &pending;
    if (last_ != kNoTask && pending.task > last_ && (!after || pending.task < after->task)) after = &pending;
  }
  return after ? *after : *first;
}

const Pending& SequenceSearch::pick(Ready& ready) {
  const std::size_t now = position();
  const Pending* picked = nullptr;
  if (now < kept_) {
    picked = &follow(ready, pool_[path_[now]].task);
  } else {
    advance_to(now);
    const WakeupForest& todo = states_[now].todo;
    if (todo.empty() && goes_every_way() && blocked_from_ == kNotBlocked) plan_every_way(ready, states_[now]);
    picked = todo.empty() ? &next_in_turn(ready) : &follow(ready, pool_[todo.front().step].task);
  }
  last_ = picked->task;
  if (now >= kept_ && !states_[now].todo.empty()) go_on_with(states_[now].todo.front().then);
  charge(ready, *picked);
  return *picked;
}

// Where a plan ends with a receive, the receiver's turn comes; kNone: no change.
void SequenceSearch::go_on_with(std::uint32_t task) {
  if (task == kNone) return;
  const Trial& trial = Trial::current();
  for (std::size_t i = 0; i < trial.task_count(); ++i)
    if (pool_.task(trial.task(static_cast<TaskId>(i)).stable) == task) last_ = static_cast<TaskId>(i);
}

std::uint32_t SequenceSearch::choose(const Choice& choice) {
  const std::uint32_t value = answer(choice);
  if (choice.type == DecisionType::fault && value != 0) ++faults_;
  return value;
}

std::uint32_t SequenceSearch::answer(const Choice& choice) {
  const std::size_t now = position();
  ++choices_;
  chosen_.resize(now + 1);
  chosen_[now] = true;
  const auto again = [&](KnownId step) {
    if (pool_[step].answer < choice.count) return pool_[step].answer;
    departed_ = true;  // something else was asked
    return std::uint32_t{0};
  };
  if (now < kept_) return again(path_[now]);
  advance_to(now);
  WakeupForest& todo = states_[now].todo;
  if (!todo.empty() && pool_[todo.front().step].answer != kNone) return again(todo.front().step);

  // Nobody has planned an answer. All are to be explored, and what is planned comes after each of them.
  const WakeupForest after = std::exchange(todo, {});
  const Task& task = Trial::current().task(choice.task);
  const bool no_more_faults = choice.type == DecisionType::fault && faults_ >= scope_.bounds.faults;
  for (std::uint32_t answer = 0; answer < choice.count; ++answer) {
    if (!choice.weights.empty() && !(choice.weights[answer] > 0)) continue;
    if (todo.size() > states_[now].budget || (no_more_faults && !todo.empty())) {
      ++counts_.beyond;
      continue;
    }
    const Known step{
        .task = pool_.task(task.stable), .sequence = task.sequence + 1, .answer = answer, .kind = &kChoose};
    const std::uint32_t origin = todo.empty() ? kNone : note_origin(choice, answer);
    todo.push_back({pool_.add(step, {}), after, origin});  // its past is not known yet, and nobody asks for that of a choice
  }
  if (!todo.empty()) return pool_[todo.front().step].answer;
  todo = after;  // weights that allow nothing
  return 0;
}

void SequenceSearch::finished(const Trial& trial) {
  trial_ = &trial;
  execution_.read(trial, std::span(path_).first(kept_));
  if (!verify_prefix()) return;
  if (doubt_ == Doubt::repeats) {
    ++counts_.redundant;
    if (departed_) return depart("it did not come to a step that it came to before");
    doubt_ = Doubt::sure;
    return;
  }
  advance_to(execution_.step_count());
  if (!verify_plan()) {
    counts_.redundant += doubt_ == Doubt::repeats;
    return repeat();
  }
  states_.resize(execution_.step_count() + 1);
  if (!states_.back().todo.empty()) unreached_ = text_of(states_.back().todo.front().step);
  path_.resize(execution_.step_count());
  for (std::size_t i = kept_; i < path_.size(); ++i) {
    path_[i] = execution_.known(i);
    reversed_.keep_mail(execution_.event(execution_.event_of(i)));
  }
  if (scope_.reduction == Reduction::optimal) ++(redundant() ? counts_.redundant : counts_.executions);
  if (!goes_every_way()) plan();  // also of a redundant one: others may have been left out because this was planned
}

bool SequenceSearch::end(const TrialEnd& end) {
  if (!departed_ && doubt_ == Doubt::none && !end.failed && !end.cut && !states_.back().todo.empty()) {
    mistake(fmt::format("it ended before it came to {}", unreached_));
    kept_ = path_.size();
  }
  if (departed_) return false;
  if (doubt_ == Doubt::repeats) return true;
  if (std::exchange(doubt_, Doubt::none) == Doubt::sure) {
    counts_.redundant += std::exchange(counts_.executions, 0);
    start_again_without_plans();
    return true;
  }
  counts_.cut += end.cut;
  if (scope_.reduction != Reduction::optimal) {
    const bool fresh = classes_[class_of(execution_.history(), end.order_hash)] == counts_.executions;
    ++(fresh ? counts_.executions : counts_.redundant);
  }
  return must_start_again() || backtrack();
}

// Was this class seen before, because something done earlier could have gone first? Only what a search cannot know any
// more leads to that: the messages of steps that did not come about this time.
bool SequenceSearch::redundant() {
  reversed_.start(static_cast<std::uint32_t>(execution_.history().events.size()));
  reversed_.annotate();
  return covered(execution_.step_count());
}

// Could a step that was done at this state or before it have gone first, and is all that follows explored from there?
bool SequenceSearch::covered(std::size_t step) {
  const auto end = static_cast<std::uint32_t>(execution_.history().events.size());
  for (std::size_t s = std::min(step + 1, states_.size()); s-- > 0;)
    for (Done& done : states_[s].done)
      if (reversed_.could_go_first(done, s < execution_.step_count() ? execution_.event_of(s) : end)) return true;
  return false;
}

// Goes back to the latest state for which something is planned.
bool SequenceSearch::backtrack() {
  for (std::size_t i = path_.size(); i-- > 0;) {
    states_.resize(i + 1);
    states_[i].done.push_back({path_[i]});
    if (states_[i].todo.empty()) continue;
    kept_ = i;
    path_.resize(i);
    forget_after(execution_.event_of(i));
    return true;
  }
  return false;
}

double SequenceSearch::explored() const {
  double sum = 0, share = 1;  // of the state at hand in the whole
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const auto done = static_cast<double>(states_[i].done.size());
    const double open = static_cast<double>(states_[i].todo.size()) + (i + 1 < states_.size() ? 1 : 0);
    if (done + open == 0) continue;
    share /= done + open;
    sum += share * done;
  }
  return sum;
}

// From this event on, the next execution is another.
void SequenceSearch::forget_after(std::uint32_t event) {
  for (State& state : states_)
    for (Done& done : state.done) {
      if (done.overtaken != kNone && done.overtaken >= event) done.overtaken = kNone;
      done.looked = std::min(done.looked, event);
    }
}

}  // namespace heddle
