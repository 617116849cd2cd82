#include "heddle/actor/delivery.h"

#include <fmt/format.h>

#include <algorithm>

#include "heddle/actor/system.h"

namespace heddle {

const std::vector<TaskId>& Precedence::before(Delivery model, TaskId self, TaskId from, TaskId to) {
  before_.clear();
  if (model == Delivery::unordered) return before_;
  if (const auto found = latest_.find({from, to}); found != latest_.end()) before_.push_back(found->second);
  if (model == Delivery::fifo || index(self) >= known_.size()) return before_;
  for (const auto& [pair, arrival] : known_[index(self)])
    if (pair.second == to && std::ranges::find(before_, arrival) == before_.end()) before_.push_back(arrival);
  return before_;
}

void Precedence::sent(Delivery model, TaskId self, TaskId from, TaskId to, TaskId arrival) {
  if (model == Delivery::unordered) return;
  latest_[{from, to}] = arrival;
  if (model == Delivery::fifo) return;
  if (index(self) >= known_.size()) known_.resize(index(self) + 1);
  Known& known = known_[index(self)];
  std::erase_if(known,
                [&](const auto& entry) { return entry.first.second == to; });  // this one comes after all of them
  known[{from, to}] = arrival;
}

Precedence::Past Precedence::past(TaskId task) const {
  if (index(task) >= known_.size() || known_[index(task)].empty()) return nullptr;
  return std::make_shared<const Known>(known_[index(task)]);
}

void Precedence::learn(TaskId task, const Past& past) {
  if (!past) return;
  if (index(task) >= known_.size()) known_.resize(index(task) + 1);
  for (const auto& [pair, arrival] : *past) {
    TaskId& latest = known_[index(task)].try_emplace(pair, arrival).first->second;
    latest = std::max(latest, arrival);  // tasks are numbered as they are made
  }
}

void Precedence::carry(std::uint64_t message, Past past) {
  if (past) carried_[message] = std::move(past);
}

void Precedence::took(TaskId task, std::uint64_t message) {
  if (const auto found = carried_.find(message); found != carried_.end()) learn(task, found->second);
}

std::uint32_t Precedence::ordinal(std::uint64_t event, TaskId to) {
  if (event_ != event) told_.clear();
  event_ = event;
  const auto count = static_cast<std::uint32_t>(std::ranges::count(told_, to));
  told_.push_back(to);
  return count;
}

void Precedence::reset() {
  if (told_.empty()) return;  // nothing has travelled
  latest_.clear();
  known_.clear();
  carried_.clear();
  told_.clear();
  event_ = 0;
}

void ActorSystem::post(Trial& trial, Pid from, Pid to, Message* message, Ref ref) {
  const Delivery model = trial.settings().delivery;
  const TaskId self = trial.self();
  const std::uint64_t stable = combine(identity_at(trial, to), precedence_.ordinal(trial.event_id(), to.task));
  const Operation arrival{&kArrival, actor(to).mailbox, Access::send, Location::none()};
  const Message* const raw = message;
  const TaskId task =
      trial.start_light("message", stable, arrival, precedence_.before(model, self, from.task, to.task),
                        [this, &trial, to, ref, past = precedence_.past(self), m = OwnedMessage(message)]() mutable {
                          trial.describe([&] { return fmt::format("{} at {}", m->type->print(*m), to); });
                          precedence_.carry(identity_at(trial, to), std::move(past));
                          land(trial, to, m.release(), ref);
                        });
  precedence_.sent(model, self, from.task, to.task, task);
  comes_later(task, to, raw);
}

// A Down or an answer that nobody waits for any more is lost. Had it come before, it would have been flushed.
void ActorSystem::land(Trial& trial, Pid to, Message* message, Ref ref) {
  const auto& ended = actor(to).ended_calls;
  if (ref != Ref{} && std::ranges::find(ended, ref, [](const auto& entry) { return entry.first; }) != ended.end())
    lose_answer(trial, to, ref, message);
  else
    arrive(trial, to, message);
}

}  // namespace heddle
