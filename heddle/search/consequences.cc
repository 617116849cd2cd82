// What comes about by itself when a plan is run.
#include <algorithm>

#include "heddle/search/sequence.h"

namespace heddle {

// Does its task do after it what it did in the execution?
bool Sequence::goes_on_as_before(const SearchEvent& item) const {
  if (!item.moved) return item.took == execution_.event(item.event).took;
  const auto tells_nothing = [](const Touch& touch) {
    return touch.access == Access::send || touch.access == Access::write || touch.access == Access::add;
  };
  return moved_elsewhere_.empty() && std::all_of(moved_touches_.begin(), moved_touches_.end(), tells_nothing);
}

bool Sequence::comes_about(std::uint32_t event) const {
  return event < end_ ||
         std::any_of(
             planned_.begin(), planned_.end(), [event](const SearchEvent& item) { return item.event == event; });
}

// The first that it could take and that nobody else takes, of those sent from this event on.
std::uint32_t Sequence::first_message_for(std::uint32_t receive, ObjectId mailbox, std::uint32_t from) const {
  const ObjectKind& kind = execution_.kind_of(mailbox);
  const auto sent = [&](std::span<const Touch> touches) {
    for (const Touch& touch : touches)
      if (touch.access == Access::send && touch.object == mailbox && touch.detail != kNone &&
          still_there(receive, touch.detail) && kind.could_take(receive, touch.detail))
        return touch.detail;
    return kNone;
  };
  const History& h = execution_.history();
  for (std::uint32_t event = from; event < end_; ++event)
    if (const std::uint32_t message = sent(h.touches_of(h.events[event])); message != kNone) return message;
  for (const SearchEvent& item : planned_)
    if (const std::uint32_t message = sent(touches_of(item)); message != kNone) return message;
  return kNone;
}

void Sequence::add_consequences() {
  const History& h = execution_.history();
  reached_.assign(pool_.task_count(), {});
  for (const SearchEvent& item : planned_) reached_[item.task] = {item.sequence, true, goes_on_as_before(item)};
  for (const SearchEvent& item : planned_)  // who is ended receives no more
    for (const Touch& touch : touches_of(item))
      if (touch.access == Access::strike) reached_[pool_.life_of(execution_.object(touch.object))].known = false;
  for (const TaskRecord& record : h.tasks) {
    const std::uint32_t task = execution_.task(static_cast<TaskId>(&record - h.tasks.data()));
    Reached& reached = reached_[task];
    if (!reached.planned) reached.sequence = execution_.events_before(task, end_);
    while (reached.known) {
      const std::uint32_t event = execution_.event_at(task, reached.sequence + 1);
      if (event == kNone || (reached.sequence == 0 && !comes_about(record.spawned_by))) break;
      if (execution_.event(event).answer != kNone && !h.events[event].scheduled) {
        planned_.push_back(execution_.event(event));
        planned_.back().follows = true;
        reached = {reached.sequence + 1, true, true};
        continue;
      }
      const std::uint32_t receive = execution_.receive_of(event);
      if (receive == kNone) break;
      // Who has been waiting since before the plan has found nothing in its mailbox until then.
      const bool waits = !reached.planned && reached.sequence > 0;
      const std::uint32_t message = first_message_for(receive, h.events[event].object, waits ? end_ : 0);
      if (message == kNone) break;
      planned_.push_back(execution_.event(event));
      planned_.back().follows = true;
      planned_.back().known = kNone;
      planned_.back().kind = nullptr;
      planned_.back().took = message;
      observers_[message] = receive;
      reached = {reached.sequence + 1, true, goes_on_as_before(planned_.back())};
    }
  }
}

}  // namespace heddle
