// How messages travel (Settings::delivery). With any model but `instant` a send does not touch the mailbox: the message
// gets a light task of its own, whose only operation is the arrival. The models differ in which arrivals it waits for.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "heddle/actor/pid.h"
#include "heddle/engine/operation.h"
#include "heddle/engine/settings.h"

namespace heddle {

inline constexpr OperationKind kArrival{"arrival", kFixed};

// Who waits for whom, in one trial. What has to arrive before a message is the same in every trial in which the sender
// had seen the same: it never depends on what has arrived already.
class Precedence {
 public:
  // By sender and receiver: the latest message between them, by the task of its arrival.
  using Known = std::map<std::pair<TaskId, TaskId>, TaskId>;
  using Past = std::shared_ptr<const Known>;  // null: nothing, or nobody keeps account

  // Where `self` sends something in the name of `from` (another only when the runtime tells of a death): the arrivals
  // that must come first.
  const std::vector<TaskId>& before(Delivery model, TaskId self, TaskId from, TaskId to);
  void sent(Delivery model, TaskId self, TaskId from, TaskId to, TaskId arrival);

  // What a task knows of by messages, by its birth and by what struck it. Only with `causal`.
  Past past(TaskId task) const;
  void learn(TaskId task, const Past& past);
  void carry(std::uint64_t message, Past past);  // the message with this identity brings it along
  void took(TaskId task, std::uint64_t message);

  // The how manieth message of this event to this actor, from 0: one death may tell one actor several things.
  std::uint32_t ordinal(std::uint64_t event, TaskId to);

  void reset();

 private:
  Known latest_;
  std::vector<Known> known_;  // by task
  std::map<std::uint64_t, Past> carried_;
  std::vector<TaskId> before_;
  std::uint64_t event_ = 0;
  std::vector<TaskId> told_;  // by this event
};

}  // namespace heddle
