// Tasks: anything that runs in a trial.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "heddle/base/hash.h"
#include "heddle/base/ids.h"
#include "heddle/base/unique_function.h"
#include "heddle/engine/fiber.h"
#include "heddle/engine/ready.h"
#include "heddle/engine/thrown.h"

namespace heddle {

using Duration = std::chrono::nanoseconds;
using Time = std::chrono::nanoseconds;  // virtual, since the start of the trial
inline constexpr Time kNever = Time::max();

class Trial;

// What a blocked task waits for. Lives on the blocked task's own stack; read only while the task is blocked.
struct Wait {
  const char* what = "";          // "receive", "lock"
  ObjectId object = kNoObject;    // where it waits
  Location where = Location::none();
  Time deadline = kNever;         // then `expiry` becomes an operation
  Operation expiry = {};
  std::string (*describe)(const void* context) = nullptr;  // patterns and mailbox, for the deadlock report
  const void* context = nullptr;
};

// How a wait ended.
enum class Parked : std::uint8_t { woken, expired, killed };

enum class TaskState : std::uint8_t {
  settling,  // runs, or will run before the next decision, up to its next operation
  ready,     // its operation waits to be picked
  blocked,   // waits for somebody's wake(), perhaps with an expiry pending
  done,
};

struct alignas(64) Task {
  // What each step needs: two lines of the cache.
  Fiber fiber;
  std::uint32_t sequence = 0;  // events so far
  TaskState state = TaskState::done;
  bool light = false;      // no stack: its body runs inside the schedule step (timers, messages on their way)
  bool killed = false;     // must unwind at its next step
  bool expired = false;    // why block() returned
  bool daemon = false;     // may be blocked for ever
  bool busy = false;       // may not: a machine inside an action
  bool abandoned = false;  // could not be unwound: what is on its stack is lost
  bool started = false;
  std::uint8_t swallowed = 0;  // how often it was told to unwind, and did not
  bool unwound = false;    // what it asks for does not happen any more
  bool passive = false;    // may not do anything: lent to a monitor, or to a condition
  alignas(64) Pending pending;

  TaskId id = kNoTask;
  TaskId parent = kNoTask;
  std::uint64_t stable = 0;       // hash of the path of spawn ordinals and names
  std::uint32_t ordinal = 0;      // among its parent's children
  std::uint32_t children = 0;
  std::uint32_t objects = 0;      // made so far
  std::uint32_t spawned_by = 0;   // event of the parent in the history
  std::uint32_t fired_after = 0;  // see Event::after, for its next event
  std::uint32_t generation = 0;   // of its deadline: an older one in the queue is stale
  Time deadline = kNever;         // of a timer
  ObjectId life = kNoObject;      // stands for the task itself
  const Wait* wait = nullptr;
  std::vector<std::uintptr_t> wait_stack;  // return addresses at block(), in detailed replays
  Thrown thrown;                           // likewise
  UniqueFunction body;
  void (*shell)(Trial&, UniqueFunction&) = nullptr;  // a front end's frame around the body
  std::uint32_t awaits = 0;          // of a light task: how many others have to go first
  std::vector<TaskId> awaited_by;    // of a light task: who waits for it
  std::string name;         // as given
  std::uint32_t namesake = 0;  // which of its parent's children with that name; see Trial::name_of
  std::string unique_name;  // as Trial::name_of makes it; empty: not asked yet
  std::uint64_t name_hash = hash_text({});
};

// Thrown on a task's own stack to unwind it. Not a std::exception: nobody should catch it by accident.
struct TaskKilled {};

}  // namespace heddle
