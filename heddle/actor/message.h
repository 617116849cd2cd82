// Messages: any C++ value in an envelope.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "heddle/base/fingerprint.h"
#include "heddle/base/print.h"
#include "heddle/base/unseen_end.h"

namespace heddle {

struct Message;

// What the mailbox needs to know of a message's type. One per type; compared by address, never ordered by it.
struct MessageType {
  std::string_view name;
  std::string (*print)(const Message&);
  void (*fingerprint)(const Message&, Fingerprint&);
  void (*destroy)(Message*);
  // Destroys the value and leaves the envelope, which analyses look at later; null: nobody can tell whether that was done.
  void (*end)(Message*);
};

struct Message {
  const MessageType* type = nullptr;
  Message* next = nullptr;      // in the mailbox
  std::uint32_t number = 0;     // in the trial's history
  bool gone = false;            // the value was moved out or ended, the envelope is only kept for analysis
  bool ended = false;           // there is no value any more
  bool must_handle = false;     // a receiver that ends without having taken it is a failure
  std::uint64_t identity = 0;   // same message, same number, in every trial
  std::uint32_t timer = 0;      // of a machine, that sent it (machine/machine_timer.h); 0: none
};

// Memory for envelopes: taken and given back millions of times, hence lists of free blocks by size.
void* allocate_message(std::size_t bytes);
void free_message(void* memory, std::size_t bytes);

template <class T>
struct Envelope : Message {
  union {
    T value;
  };

  explicit Envelope(T&& v) : value(std::move(v)) {}
  explicit Envelope(const T& v) : value(v) {}
  ~Envelope() {
    if (!ended) value.~T();
  }
};

template <class T>
void end_value(Message* message) {
  message->gone = message->ended = true;
  static_cast<Envelope<T>*>(message)->value.~T();
}

template <class T>
inline const MessageType kMessageType{
    type_name<T>(),
    [](const Message& m) {
      return m.gone ? std::string(type_name<T>()) : to_text(static_cast<const Envelope<T>&>(m).value);
    },
    [](const Message& m, Fingerprint& print) { print.add(static_cast<const Envelope<T>&>(m).value); },
    [](Message* m) {
      static_cast<Envelope<T>*>(m)->~Envelope<T>();
      free_message(m, sizeof(Envelope<T>));
    },
    kEndsUnseen<T> ? nullptr : &end_value<T>};

// send(server, MustHandle{Request{7}}): a failure if the receiver ends without having taken it. Around the message of
// whatever sends one; the receiver gets the message itself.
template <class Event>
struct MustHandle {
  Event event;
};
template <class Event>
MustHandle(Event) -> MustHandle<Event>;

template <class T>
inline constexpr bool kIsMustHandle = false;
template <class Event>
inline constexpr bool kIsMustHandle<MustHandle<Event>> = true;

template <class T>
Message* make_message(T&& value) {
  using Value = std::decay_t<T>;
  if constexpr (kIsMustHandle<Value>) {
    Message* const message = make_message(std::forward<T>(value).event);
    message->must_handle = true;
    return message;
  } else {
    static_assert(alignof(Envelope<Value>) <= alignof(std::max_align_t), "messages may not be over-aligned");
    auto* envelope = new (allocate_message(sizeof(Envelope<Value>))) Envelope<Value>(std::forward<T>(value));
    envelope->type = &kMessageType<Value>;
    return envelope;
  }
}

// Owns a message on its way: a sender that is killed in the middle of a send must not leak it.
struct MessageDestroyer {
  void operator()(Message* message) const { message->type->destroy(message); }
};
using OwnedMessage = std::unique_ptr<Message, MessageDestroyer>;

template <class T>
bool holds(const Message& message) {
  return message.type == &kMessageType<T>;
}

template <class T>
T& value_of(Message& message) {
  return static_cast<Envelope<T>&>(message).value;
}
template <class T>
const T& value_of(const Message& message) {
  return static_cast<const Envelope<T>&>(message).value;
}

}  // namespace heddle
