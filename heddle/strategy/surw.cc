#include "heddle/strategy/surw.h"

#include <algorithm>
#include <utility>

#include "heddle/engine/dependence.h"

namespace heddle {
namespace {

constexpr std::uint32_t bit(Access access) { return 1u << static_cast<unsigned>(access); }

constexpr Access kAccesses[] = {
#define HEDDLE_ACCESS_LIST(name) Access::name,
    HEDDLE_ACCESSES(HEDDLE_ACCESS_LIST)
#undef HEDDLE_ACCESS_LIST
};

// Sets of accesses, one bit each.
bool may_conflict_with_any(std::uint32_t own, std::uint32_t others) {
  for (Access a : kAccesses) {
    for (Access b : kAccesses)
      if ((own & bit(a)) != 0 && (others & bit(b)) != 0 && may_conflict(a, b)) return true;
  }
  return false;
}

}  // namespace

void Surw::begin(const TrialStart& start) {
  Sampler::begin(start);
  next_ = kNoTask;
  held_.clear();
  streak_ = {};
  left_ = nullptr;
  if (objects_.empty()) return;
  object_ = objects_[random_.below(objects_.size())];
  left_ = &counts_.at(object_);
  left_->begin();
}

const Pending& Surw::pick(Ready& ready) {
  if (!left_) return ready[random_.below(ready.size())];
  while (ready.fresh_count() > 0) greet(ready, ready.fresh(ready.fresh_count() - 1));
  for (;;) {
    const Pending& top = ready.top();
    if (!(top.priority & kFree)) {  // next_ is blocked, or never had such an operation: give up on it
      release(ready);
    } else if (must_wait(ready, top)) {
      held_.push_back(&top);
      ready.set_priority(top, top.priority & ~kFree);
    } else if (streak_.too_long(top.task)) {
      start_over(ready);
    } else {
      return top;
    }
  }
}

bool Surw::must_wait(const Ready& ready, const Pending& pending) {
  if (!interesting(ready, pending.operation)) return false;
  if (next_ == kNoTask) next_ = draw_next(ready, pending.task);
  return next_ != pending.task;
}

void Surw::greet(Ready& ready, const Pending& pending) {
  ready.set_priority(pending, kFree | random_.next());
  const EventCounts::Arrival arrival = left_->arrive(pending);
  // Was it the newcomer's operation that was meant?
  if (next_ != kNoTask && arrival.ancestor == next_ && arrival.before > 0 &&
      random_.below(arrival.before) < arrival.share)
    next_ = pending.task;
}

bool Surw::interesting(const Ready& ready, const Operation& operation) const {
  return ready.stable_of(operation.object) == object_;
}

// By the number of interesting operations ahead; `at_least` has one, whatever was learned.
TaskId Surw::draw_next(const Ready& ready, TaskId at_least) {
  const auto weight = [&](std::size_t i) {
    return std::max<std::uint64_t>(left_->left(ready[i].task), ready[i].task == at_least);
  };
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < ready.size(); ++i) sum += weight(i);
  std::uint64_t drawn = random_.below(sum);
  std::size_t at = 0;
  for (; drawn >= weight(at); ++at) drawn -= weight(at);
  return ready[at].task;
}

void Surw::release(Ready& ready) {
  next_ = kNoTask;
  for (const Pending* pending : held_)
    if (ready.ranked(*pending)) ready.set_priority(*pending, pending->priority | kFree);
  held_.clear();
}

// A task spins: draw everything again.
void Surw::start_over(Ready& ready) {
  release(ready);
  streak_ = {};
  all_.clear();
  for (std::size_t i = 0; i < ready.size(); ++i) all_.push_back(&ready[i]);
  for (const Pending* pending : all_) ready.set_priority(*pending, kFree | random_.next());
}

void Surw::executed(const Operation& done, TaskId task, std::span<const Touch>, Ready& ready) {
  if (!left_ || !interesting(ready, done)) return;
  left_->executed(task);
  release(ready);
}

bool Surw::end(const TrialEnd& end) {
  if (!lessons_.taken(end)) return true;
  const History& history = *end.history;
  std::vector<Use> uses;
  for (const Event& event : history.events) {
    if (!event.scheduled || event.object == kNoObject) continue;
    Use use{event.object, event.task, 0};
    for (const Touch& touch : history.touches_of(event))
      if (touch.object == event.object) use.accesses |= bit(touch.access);
    uses.push_back(use);
  }
  std::sort(uses.begin(), uses.end(),
            [](const Use& a, const Use& b) { return std::pair(a.object, a.task) < std::pair(b.object, b.task); });
  for (auto use = uses.begin(); use != uses.end();) {
    const auto last = std::find_if(use, uses.end(), [&](const Use& other) { return other.object != use->object; });
    learn_object(history, {use, last});
    use = last;
  }
  return true;
}

// All operations of a trial on one object, grouped by task.
void Surw::learn_object(const History& history, std::span<const Use> uses) {
  std::vector<TaskCount> counts;
  bool conflict = false;
  std::uint32_t others = 0;  // accesses of the tasks before
  for (auto use = uses.begin(); use != uses.end();) {
    TaskCount count{use->task, 0};
    std::uint32_t own = 0;
    for (; use != uses.end() && use->task == count.task; ++use) {
      ++count.events;
      own |= use->accesses;
    }
    counts.push_back(count);
    conflict = conflict || may_conflict_with_any(own, others);
    others |= own;
  }
  const std::uint64_t object = history.object_stable[index(uses.front().object)];
  auto known = counts_.find(object);
  if (known == counts_.end()) {
    if (!conflict || objects_.size() >= kMaxObjects) return;
    known = counts_.emplace(object, EventCounts{}).first;
    objects_.push_back(object);
  }
  known->second.learn(history, counts);
}

}  // namespace heddle
