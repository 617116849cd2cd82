// Operations: the steps that a task announces before taking them, and what they turn out to do.
#pragma once

#include <cstdint>
#include <string_view>

#include "heddle/base/hash.h"
#include "heddle/base/ids.h"
#include "heddle/base/location.h"

namespace heddle {

// What kind of step it is. Front ends define their own as `inline constexpr OperationKind kSend{"send"};` and compare
// by address; nothing in the engine has to change for a new primitive.
struct OperationKind {
  std::string_view name;
  std::uint64_t hash;
  // Does what it finds at the object that it was announced for decide which objects it touches, or how? A search plans
  // operations at other places than where it saw them. Saying yes is always right, and may cost it some executions.
  bool varies;
  constexpr explicit OperationKind(std::string_view n, bool v = true) : name(n), hash(hash_text(n)), varies(v) {}
};
inline constexpr bool kFixed = false;  // OperationKind::varies

// What an operation does to an object that it meets. Two operations of different tasks are dependent when they meet at
// an object and do not commute there (dependence.h).
#define HEDDLE_ACCESSES(X)                                            \
  X(read)   /* looks */                                               \
  X(write)  /* replaces; equal details commute, unless 0; the same in every trial */ \
  X(update) /* looks and replaces (read-modify-write) */              \
  X(add)    /* changes, but commutes with other adds */               \
  X(send)   /* puts a message into a mailbox; detail = message */     \
  X(take)   /* takes a message out; detail = message */               \
  X(expire) /* a receive gave up waiting; detail = receive */         \
  X(lock)   /* takes a lock */                                        \
  X(unlock) /* gives a lock back */                                   \
  X(visit)  /* looks for what strikes do not change */                \
  X(look)   /* looks for nothing but strikes */                       \
  X(strike) /* ends the task that the object stands for; detail = 1: it had an operation pending */

enum class Access : std::uint8_t {
#define HEDDLE_ACCESS_ENUM(name) name,
  HEDDLE_ACCESSES(HEDDLE_ACCESS_ENUM)
#undef HEDDLE_ACCESS_ENUM
};

constexpr std::string_view to_string(Access access) {
  switch (access) {
#define HEDDLE_ACCESS_NAME(name) \
  case Access::name:             \
    return #name;
    HEDDLE_ACCESSES(HEDDLE_ACCESS_NAME)
#undef HEDDLE_ACCESS_NAME
  }
  return "?";
}

// As announced: what it is about to do, as far as that is known before doing it.
struct Operation {
  const OperationKind* kind = nullptr;
  ObjectId object = kNoObject;
  Access access = Access::read;
  Location where = Location::none();
};

// One line of an executed operation's footprint.
struct Touch {
  ObjectId object = kNoObject;
  Access access = Access::read;
  std::uint32_t detail = 0;  // see HEDDLE_ACCESSES
};

// One executed step of a trial. Operations are events; so are steps that only their own task can observe and that need
// no decision (a receive that finds its message, a spawn, a choice).
struct Event {
  TaskId task = kNoTask;
  std::uint32_t sequence = 0;  // of its task, from 1
  const OperationKind* kind = nullptr;
  ObjectId object = kNoObject;
  Location where = Location::none();
  std::uint32_t first_touch = 0;  // into History::touches
  std::uint32_t touch_count = 0;
  bool scheduled = false;  // an operation, picked by the strategy; false for events without a decision
  std::uint32_t after = 0;  // made possible by the clock moving on: ordered after all events before this index
};

}  // namespace heddle
