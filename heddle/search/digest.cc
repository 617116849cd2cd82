#include "heddle/search/digest.h"

#include <algorithm>

#include "heddle/base/hash.h"

namespace heddle {
namespace {

constexpr Print kExpired{"expired"_hash, 1};

Print print_of(const History& history, std::uint32_t message) {
  return message < history.message_prints.size() ? history.message_prints[message] : Print{};
}

}  // namespace

Print StateDigest::mixed(Print a, Print b) {
  return {fold(a.low + 0x9e3779b97f4a7c15ull, b.low ^ a.high), fold(b.high + 0xd6e8feb86659fd93ull, a.high ^ (b.low >> 1))};
}

void StateDigest::begin() {
  for (const ObjectId object : used_) {
    Shown& shown = objects_[index(object)];
    shown.value = shown.added = {};
    shown.equal = 0;
    shown.mail.clear();
    shown.used = false;
  }
  used_.clear();
  tasks_.clear();
  after_.clear();
  next_ = next_state_ = next_choice_ = 0;
}

StateDigest::Shown& StateDigest::shown(ObjectId object) {
  if (objects_.size() <= index(object)) objects_.resize(index(object) + 1);
  Shown& shown = objects_[index(object)];
  if (!shown.used) {
    shown.used = true;
    used_.push_back(object);
  }
  return shown;
}

void StateDigest::read(const Trial& trial) {
  const History& history = trial.history();
  for (;; ++next_) {
    for (; next_state_ < history.states.size() && history.states[next_state_].after <= next_; ++next_state_)
      enter(trial, history.states[next_state_]);
    if (next_ == history.events.size()) return;
    enter(trial, next_);
  }
}

void StateDigest::enter(const Trial& trial, const StateRecord& record) {
  switch (record.kind) {
    case StateRecord::Kind::born: {
      const TaskRecord& task = trial.history().tasks[index(record.task)];
      const Print parent = task.parent == kNoTask ? Print{} : tasks_[index(task.parent)];
      tasks_.push_back(mixed(parent, task.stable));
      return;
    }
    case StateRecord::Kind::clock:
      for (Print& task : tasks_) task = mixed(task, record.value);
      return;
    case StateRecord::Kind::afresh:
      tasks_[index(record.task)] = mixed(record.value, trial.history().tasks[index(record.task)].stable);
      return;
  }
}

void StateDigest::enter(const Trial& trial, std::size_t number) {
  const History& history = trial.history();
  const Event& event = history.events[number];
  Print seen = mixed(tasks_[index(event.task)], event.kind->hash ^ event.where.hash());
  if (event.object != kNoObject) seen = mixed(seen, trial.object(event.object).stable);
  if (next_choice_ < history.choices.size() && history.choices[next_choice_].event == number)
    seen = mixed(seen, history.choices[next_choice_++].answer);
  for (const AwaitRecord& await : history.awaits)
    if (await.task == event.task) seen = mixed(seen, tasks_[index(await.awaited)]);
  const auto touches = history.touches_of(event);
  for (const Touch& touch : touches) see(history, event, touch, seen);
  tasks_[index(event.task)] = seen;
  for (const Touch& touch : touches) leave(trial, event, touch, mixed(seen, trial.object(touch.object).stable));
  after_.push_back(seen);
}

// What the event's task learns there.
void StateDigest::see(const History& history, const Event& event, const Touch& touch, Print& seen) {
  Shown& at = shown(touch.object);
  switch (touch.access) {
    case Access::read:
    case Access::visit:
    case Access::update:
    case Access::lock:
    case Access::unlock:
    case Access::look:
    case Access::strike:
      seen = mixed(mixed(seen, at.value), at.added);
      return;
    case Access::take: {
      const auto mail = std::ranges::find(at.mail, touch.detail, &Mail::message);
      if (mail == at.mail.end()) return;
      seen = mixed(seen, mail->print);
      at.mail.erase(mail);
      return;
    }
    case Access::expire:  // or it looked how many there are
      seen = mixed(seen, kExpired);
      if (event.kind != history.receives[touch.detail].expiry)
        seen = mixed(seen, mail_at(history, at, true));
      return;
    case Access::write:
    case Access::add:
    case Access::send:
      return;
  }
}

// What others find there.
void StateDigest::leave(const Trial& trial, const Event& event, const Touch& touch, Print seen) {
  Shown& at = shown(touch.object);
  switch (touch.access) {
    case Access::read:
    case Access::look:
    case Access::take:
    case Access::expire:
      return;
    case Access::visit:
      add(at.added, seen);
      return;
    case Access::add:
    case Access::write:
      if (touch.access == Access::add || touch.detail != 0) {
        const std::uint32_t equal = touch.access == Access::write ? touch.detail : 0;
        if (at.equal != equal) at = {mixed(at.value, at.added), {}, equal, std::move(at.mail), true};
        add(at.added, seen);
        return;
      }
      [[fallthrough]];
    case Access::update:
    case Access::lock:
    case Access::unlock:
    case Access::strike:
      at.value = seen;
      at.added = {};
      at.equal = 0;
      break;
    case Access::send: {
      const Print said = print_of(trial.history(), touch.detail);
      at.mail.push_back({touch.detail, event.task, said ? said : seen});
      return;
    }
  }
  if (touch.access != Access::strike) return;
  const std::vector<TaskRecord>& tasks = trial.history().tasks;
  for (std::size_t i = 0; i < tasks.size(); ++i)
    if (tasks[i].life == touch.object) tasks_[i] = mixed(tasks_[i], seen);
}

Print StateDigest::mail_at(const History& history, const Shown& shown, bool ordered) const {
  Print all{shown.mail.size(), 0};
  for (std::size_t i = 0; i < shown.mail.size(); ++i) {
    const Mail& mail = shown.mail[i];
    const bool flushed = history.messages[mail.message].until != kNone;
    const Print one = mixed(mixed(mail.print, history.tasks[index(mail.sender)].stable), flushed);
    const auto before = std::count_if(shown.mail.begin(), shown.mail.begin() + static_cast<std::ptrdiff_t>(i),
                                      [&](const Mail& other) { return ordered || other.sender == mail.sender; });
    add(all, mixed(one, static_cast<std::uint64_t>(before)));
  }
  return all;
}

// Tasks are known by their numbers in what messages say.
Print StateDigest::state(const Trial& trial, const Ordered& ordered) const {
  const History& history = trial.history();
  Print all{static_cast<std::uint64_t>(trial.now().count()), trial.failed()};
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    const Task& task = trial.task(static_cast<TaskId>(i));
    Print one = mixed(Print{i, i}, task.stable);
    if (task.state != TaskState::done) {
      const bool waits = task.state == TaskState::blocked;
      const Time deadline = task.light ? task.deadline : waits ? task.wait->deadline : kNever;
      one = mixed(mixed(one, tasks_[i]), static_cast<std::uint64_t>(deadline.count()));
      one = mixed(one, static_cast<std::uint64_t>(task.state) * 2 + task.killed);
    }
    add(all, one);
  }
  for (const ObjectId object : used_) {
    const Shown& shown = objects_[index(object)];
    Print one = mixed(mixed(shown.value, shown.added), (std::uint64_t{shown.equal} << 32) + shown.mail.size());
    if (!shown.mail.empty()) one = mixed(one, mail_at(history, shown, ordered(object)));
    add(all, mixed(one, history.object_stable[index(object)]));
  }
  return all;
}

}  // namespace heddle
