// A slot: a mailbox beside the mailbox, for one signal that one task waits for and that no receive can see. What waits
// for the end of something waits at a slot. To the searches it is a mailbox like any other: to fill it is to send, to
// wait for that is to receive whatever comes first. Internal: users have futures (async/future.h).
#pragma once

#include <cstdint>
#include <string>

#include "heddle/actor/pid.h"
#include "heddle/engine/trial.h"

namespace heddle {

inline constexpr OperationKind kAwaited{"awaited", kFixed};
inline constexpr OperationKind kRests{"rests", kFixed};

class SlotKind final : public ObjectKind {
 public:
  std::string describe(ObjectId) const override { return "completion"; }
};
inline const SlotKind kSlot;

struct Slot {
  explicit Slot(Trial& trial) : object(trial.make_object(kSlot)), owner{trial.self()} {}
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;

  const ObjectId object;
  const Pid owner;  // whoever made it is the one that waits
  bool filled = false;
  std::uint32_t value = 0;     // of what filled it first
  std::uint32_t number = 0;    // in the trial's history
  std::uint64_t identity = 0;  // the same in every trial
};

}  // namespace heddle
