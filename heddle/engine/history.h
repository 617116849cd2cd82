// What happened in one trial, as far as analyses need it: plain data, filled only when somebody asked for it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "heddle/base/fingerprint.h"
#include "heddle/base/ids.h"
#include "heddle/engine/operation.h"

namespace heddle {

struct MessageRecord {
  std::uint32_t event = kNone;     // that sent it
  std::uint32_t taken_by = kNone;  // receive number, or kNone: nobody took it
  std::uint32_t until = kNone;     // receives from this number on could not have taken it
};

struct ReceiveRecord {
  std::uint32_t event = kNone;    // that completed it
  std::uint32_t message = kNone;  // what it took; kNone: it expired
  bool contested = false;         // it could have expired instead, had it been picked before the send
  const OperationKind* expiry = nullptr;  // what that would have been
};

// The answer to a question that had more than one.
struct ChoiceRecord {
  std::uint32_t event = kNone;
  std::uint32_t answer = 0;
};

// An operation that was pending and never came about, because an event ended its task.
struct LostRecord {
  std::uint32_t event = kNone;  // that did it
  TaskId task = kNoTask;
  std::uint32_t sequence = 0;   // that it would have had
  Operation operation;
};

struct TaskRecord {
  std::uint64_t stable = 0;            // same task, same number, in every trial
  TaskId parent = kNoTask;
  std::uint32_t spawned_by = kNone;    // event of the parent; kNone for the first task
  ObjectId life = kNoObject;           // a strike at it hits the task itself
};

// What makes up the state of a task besides its events. In the order in which it came about.
struct StateRecord {
  enum class Kind : std::uint8_t {
    born,     // the task, by its parent
    clock,    // moved on; of all tasks
    afresh,   // the task, by its own word: what it does from here on follows from this value alone
  };
  Kind kind = Kind::born;
  TaskId task = kNoTask;
  std::uint32_t after = 0;  // as many events as these had come before
  Print value = {};
};

// The operation of one light task had to wait for that of another, whatever the schedule.
struct AwaitRecord {
  TaskId task = kNoTask;
  TaskId awaited = kNoTask;
};

struct History {
  std::vector<Event> events;  // in the order of execution
  std::vector<Touch> touches;
  std::vector<TaskRecord> tasks;
  std::vector<MessageRecord> messages;
  std::vector<ReceiveRecord> receives;
  std::vector<ChoiceRecord> choices;
  std::vector<LostRecord> lost;
  std::vector<AwaitRecord> awaits;  // by task
  std::vector<StateRecord> states;       // if somebody wants prints, and so the next:
  std::vector<Print> message_prints;     // of what messages say; of some at the end there may be none
  std::vector<std::uint64_t> object_stable;  // by ObjectId: same object, same number, in every trial

  std::span<const Touch> touches_of(const Event& event) const {
    return std::span(touches).subspan(event.first_touch, event.touch_count);
  }

  void clear() {
    events.clear();
    touches.clear();
    tasks.clear();
    messages.clear();
    receives.clear();
    choices.clear();
    lost.clear();
    awaits.clear();
    states.clear();
    message_prints.clear();
    object_stable.clear();
  }
};

}  // namespace heddle
