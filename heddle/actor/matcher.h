// What a receive wants, as the mailbox sees it.
#pragma once

#include <string>

#include "heddle/actor/message.h"
#include "heddle/base/location.h"
#include "heddle/base/unique_function.h"

namespace heddle {

// What a receive wanted, kept beyond it. Hardly ever needs an allocation, as a std::function would.
using Pattern = UniqueCallable<bool(const Message&)>;

// Made by receive() on the receiving actor's stack.
struct Matcher {
  bool (*match)(void* cases, const Message& message) = nullptr;
  std::string (*describe)(const void* cases) = nullptr;  // "Reply where ... or Down"
  // A copy that may be asked about messages that come later, after the receive has returned. Predicates that look at
  // the receiver's stack or heap cannot be kept: for them the copy says yes to every message of their type.
  Pattern (*retain)(const void* cases) = nullptr;
  // Where the code is that handles the message; null: where the receive is.
  Location (*handler)(void* cases, const Message& message) = nullptr;
  void* cases = nullptr;
  bool between_events = false;  // of a machine, which is not in the middle of anything

  bool operator()(const Message& message) const { return match(cases, message); }
};

namespace detail {

// What a wait for a message returns when the actor was killed: its address alone counts.
inline Message dead_letter;

}  // namespace detail

// Does the object hold what looks like a pointer to the stack or the heap?
bool holds_pointer(const void* object, std::size_t bytes);

}  // namespace heddle
