// One execution as a search sees it: its steps, who is who, and what happened before what.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "heddle/engine/trial.h"
#include "heddle/search/known.h"
#include "heddle/trace/happens_before.h"

namespace heddle {

// One event as a search looks at it.
struct SearchEvent {
  std::uint32_t event;  // of the execution; for a moved step, the event that it takes the place of
  std::uint32_t task;
  std::uint32_t sequence;
  std::uint64_t past;                   // see Known
  KnownId known = kNone;                // kNone: not a step
  const OperationKind* kind = nullptr;  // of a step
  std::uint32_t answer = kNone;         // of a choice
  std::uint32_t took = kNone;           // a receive: the message, which may be another than in the execution
  bool moved = false;                   // has another footprint than in the execution
  bool follows = false;                 // comes about by itself after what is planned
};

class Execution {
 public:
  explicit Execution(KnownPool& pool, Observers observers = Observers::on) : pool_(pool), observers_(observers) {}

  // Call while the trial's data is there. `expected`: its first steps, if nothing has changed.
  void read(const Trial& trial, std::span<const KnownId> expected);

  // A step is an operation that was picked, or a choice.
  std::size_t step_count() const { return steps_.size(); }
  std::uint32_t event_of(std::size_t step) const { return steps_[step]; }
  KnownId known(std::size_t step) const { return known_[step]; }
  std::uint32_t step_of(std::uint32_t event) const { return step_of_[event]; }  // kNone: not a step

  const SearchEvent& event(std::uint32_t event) const { return events_[event]; }

  const History& history() const { return *history_; }
  const HappensBefore& happens_before() const { return happens_before_; }
  Observers observers() const { return observers_; }
  const ObjectKind& kind_of(ObjectId object) const { return *kinds_[index(object)]; }
  std::uint32_t task(TaskId id) const { return task_of_[index(id)]; }
  std::uint32_t object(ObjectId id) const { return object_of_[index(id)]; }

  // Of a time-out that never came because its task was ended: the event that did it says which receive was given up.
  const Touch* given_up(const LostRecord& lost) const;
  const LostRecord* lost_at(std::uint32_t task, std::uint32_t sequence) const;

  // What a task had seen after its event with this sequence number, the last or the one before.
  std::uint64_t past_after(TaskId task, std::uint32_t sequence) const;

  // The object in this trial; kNoObject: there is none.
  ObjectId local(std::uint32_t object) const { return object < local_.size() ? local_[object] : kNoObject; }

  // The receive that the event completed, by taking a message or by timing out; kNone: it is something else.
  std::uint32_t receive_of(std::uint32_t event) const;

  // How many events of this task come before an event.
  std::uint32_t events_before(std::uint32_t task, std::uint32_t event) const {
    const std::vector<std::uint32_t>& own = events_of_[task];
    return static_cast<std::uint32_t>(std::lower_bound(own.begin(), own.end(), event) - own.begin());
  }

  // The event of this task with this sequence number; kNone: there is none.
  std::uint32_t event_at(std::uint32_t task, std::uint32_t sequence) const {
    return task < events_of_.size() && sequence <= events_of_[task].size() ? events_of_[task][sequence - 1] : kNone;
  }

 private:
  KnownPool& pool_;
  Observers observers_;
  const History* history_ = nullptr;
  HappensBefore happens_before_;
  std::vector<const ObjectKind*> kinds_;
  std::vector<std::uint32_t> task_of_, object_of_;  // by TaskId and ObjectId of this trial
  std::vector<ObjectId> local_;                     // the other way round
  std::vector<SearchEvent> events_;
  std::vector<std::uint32_t> steps_, step_of_;
  std::vector<KnownId> known_;
  std::vector<std::vector<std::uint32_t>> events_of_;  // by task, in order

  // Of the event that is being read: what its task has seen so far, and what each object shows.
  struct Shown {
    std::uint64_t version = 0, added = 0;
    std::uint64_t visits = 0;  // of who has looked since: it may have left its name
  };
  std::uint64_t see(const Event& event, std::uint64_t past);
  std::uint64_t visits_before(const Event& event) const;
  std::uint64_t past_at_birth(TaskId task) const;
  std::vector<std::uint64_t> pasts_;  // by task
  std::vector<Shown> shown_;          // by object
  std::vector<KnownTouch> scratch_;
};

}  // namespace heddle
