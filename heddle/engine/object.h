// Objects: whatever operations meet at.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "heddle/base/ids.h"
#include "heddle/engine/operation.h"

namespace heddle {

struct Pending;

// A message, or what a receive wants: by its number in this trial, or as it was kept in another one.
struct MailRef {
  MailRef(std::uint32_t in_trial) : number(in_trial) {}
  MailRef(const void* from_elsewhere) : kept(from_elsewhere) {}
  bool known() const { return number != kNone || kept; }

  std::uint32_t number = kNone;
  const void* kept = nullptr;
};

// The behaviour that all objects of one kind share. A front end has one instance per kind (or per container, such as a
// table), which outlives the trial's use of it.
class ObjectKind {
 public:
  virtual ~ObjectKind() = default;

  // For people: "mailbox of server", "layout[epoch]".
  virtual std::string describe(ObjectId object) const = 0;

  // May two touches of this object by different tasks, `a` executed before `b`, be swapped without anybody being able
  // to tell? Asked only when the accesses alone say no; an object kind may know better. Must not depend on anything but
  // the two executed touches. The hash of a trial's order does not ask: it may then count more orders than there are.
  virtual bool commute(const Event& a, const Touch& touch_a, const Event& b, const Touch& touch_b) const {
    (void)a, (void)touch_a, (void)b, (void)touch_b;
    return false;
  }

  // Is commute() left as it is? Who changes it says no here: a search by graphs goes by accesses alone and would tell
  // executions apart that are not.
  virtual bool goes_by_access() const { return true; }

  // Mailboxes only: could the receive have taken the message? A kind that cannot tell says yes: that costs precision,
  // never correctness.
  virtual bool could_take(MailRef receive, MailRef message) const {
    (void)receive, (void)message;
    return true;
  }

  // Mailboxes only: a message, or what a receive wants, to be kept beyond the trial.
  virtual std::shared_ptr<const void> keep_message(std::uint32_t message) const {
    (void)message;
    return nullptr;
  }
  virtual std::shared_ptr<const void> keep_receive(std::uint32_t receive) const {
    (void)receive;
    return nullptr;
  }
};

// The engine's record of one object in one trial.
struct Object {
  const ObjectKind* kind = nullptr;
  std::uint64_t stable = 0;   // same object, same number, in every trial and process
  std::uint64_t version = 0;  // identity of the event that last wrote it
  std::uint64_t added = 0;    // order-free sum of the commuting changes since
  std::uint32_t equal = 0;    // these are writes of this value (see Touch::detail); 0: adds
  Pending* waiting = nullptr;  // pending operations announced on it, chained
};

}  // namespace heddle
