#include "heddle/search/sequence.h"

#include <algorithm>

#include "heddle/engine/dependence.h"

namespace heddle {

void Sequence::add(std::uint32_t event) {
  const Event& e = execution_.history().events[event];
  const std::uint32_t step = execution_.step_of(event);
  items_.push_back({event, execution_.task(e.task), e.sequence, step == kNone ? kNone : execution_.known(step)});
}

void Sequence::add_range(std::uint32_t first, std::uint32_t last) {
  for (std::uint32_t event = first; event < last; ++event) add(event);
}

void Sequence::add_relabelled(std::uint32_t receive_event, std::uint32_t message) {
  add(receive_event);
  items_.back().took = message;
}

void Sequence::add_moved(std::uint32_t event, const Known& step, std::span<const Touch> touches) {
  std::vector<KnownTouch> known;
  for (const Touch& touch : touches) known.push_back({execution_.object(touch.object), touch.access});
  moved_touches_.assign(touches.begin(), touches.end());
  items_.push_back({event, step.task, step.sequence, pool_.add(step, known), true});
}

void Sequence::append(const Sequence& other) {
  items_.insert(items_.end(), other.items_.begin(), other.items_.end());
  if (!other.moved_touches_.empty()) moved_touches_ = other.moved_touches_;
}

void Sequence::annotate() {
  const History& h = execution_.history();
  observers_.assign(h.messages.size(), kNone);
  for (const Item& item : items_) {
    if (item.moved) continue;
    for (const Touch& touch : h.touches_of(h.events[item.event])) {
      if (touch.access != Access::take) continue;
      const std::uint32_t receive = h.messages[touch.detail].taken_by;
      observers_[item.took == kNone ? touch.detail : item.took] = receive;
    }
  }
}

bool Sequence::has_steps() const {
  return std::any_of(items_.begin(), items_.end(), [](const Item& item) { return item.known != kNone; });
}

std::span<const Touch> Sequence::touches_of(const Item& item) const {
  if (item.moved) return moved_touches_;
  const History& h = execution_.history();
  return h.touches_of(h.events[item.event]);
}

// The same operation in the execution at hand: it knows its messages and values there.
Sequence::Counterpart Sequence::counterpart(KnownId id, bool alien) const {
  const Known& step = pool_[id];
  if (alien) return {};
  const std::uint32_t event = execution_.event_at(step.task, step.sequence);
  if (event == kNone) return {};
  const History& h = execution_.history();
  const Event& e = h.events[event];
  const std::span<const Touch> touches = h.touches_of(e);
  const std::span<const KnownTouch> own = pool_.touches(id);
  if (own.size() != touches.size()) return {};
  for (std::size_t i = 0; i < own.size(); ++i)
    if (execution_.object(touches[i].object) != own[i].object) return {};
  // A time-out has the receive that took something instead for its counterpart.
  const bool same = e.kind == step.kind;
  const bool receive = own.size() == 1 && own[0].access == Access::expire && touches[0].access == Access::take;
  if (!same && !receive) return {};
  return {&e, touches};
}

std::size_t Sequence::place_of(KnownId id, bool alien) const {
  const Known& step = pool_[id];
  const Counterpart same = counterpart(id, alien);
  for (std::size_t i = 0; i < items_.size(); ++i) {
    const Item& item = items_[i];
    if (item.task == step.task) {
      if (item.known == kNone && item.sequence < step.sequence && !waits_for_earlier(i)) continue;
      if (item.known == kNone || item.sequence != step.sequence || pool_[item.known].kind != step.kind ||
          pool_[item.known].answer != step.answer)
        return kNotFirst;
      return i;
    }
    if (dependent(item, id, same)) return kNotFirst;
  }
  return kAbsent;
}

// A receive that takes a message which is sent in this very sequence.
bool Sequence::waits_for_earlier(std::size_t position) const {
  const Item& receive = items_[position];
  const History& h = execution_.history();
  for (const Touch& touch : touches_of(receive)) {
    if (touch.access != Access::take) continue;
    const std::uint32_t message = receive.took == kNone ? touch.detail : receive.took;
    for (std::size_t i = 0; i < position; ++i)
      if (items_[i].event == h.messages[message].event) return true;
  }
  return false;
}

bool Sequence::dependent(const Item& item, KnownId id, const Counterpart& same) const {
  const Known& step = pool_[id];
  if (step.answer != kNone) return false;
  const std::span<const KnownTouch> others = pool_.touches(id);
  for (const KnownTouch& other : others)
    if (other.access == Access::strike && pool_.life_of(other.object) == item.task) return true;
  for (const Touch& touch : touches_of(item)) {
    if (touch.access == Access::take) continue;
    const std::uint32_t object = execution_.object(touch.object);
    if (touch.access == Access::strike && pool_.life_of(object) == step.task) return true;
    for (std::size_t i = 0; i < others.size(); ++i) {
      if (others[i].object != object || !may_conflict(touch.access, others[i].access)) continue;
      if (conflict(item, touch, others[i], same, same.event ? &same.touches[i] : nullptr)) return true;
    }
  }
  return false;
}

bool Sequence::still_there(std::uint32_t receive, std::uint32_t message) const {
  const std::uint32_t taken = observer(message);
  return receive < execution_.history().messages[message].until && (taken == kNone || taken >= receive);
}

// `touch` goes before the step with `other`: could anybody tell, in this sequence?
bool Sequence::conflict(const Item& item, const Touch& touch, const KnownTouch& other, const Counterpart& same,
                        const Touch* same_touch) const {
  const History& h = execution_.history();
  const ObjectKind& kind = execution_.kind_of(touch.object);
  if (touch.access == Access::send && other.access == Access::send) {
    const std::uint32_t receive = observer(touch.detail);
    if (receive == kNone) return false;
    if (!same_touch) return true;
    return still_there(receive, same_touch->detail) && kind.could_take(receive, same_touch->detail);
  }
  if (touch.access == Access::expire && other.access == Access::send) {
    if (!same_touch) return true;
    return still_there(touch.detail, same_touch->detail) && kind.could_take(touch.detail, same_touch->detail);
  }
  if (touch.access == Access::send && other.access == Access::expire) {
    if (!same_touch) return true;
    const std::uint32_t receive =
        same_touch->access == Access::take ? h.messages[same_touch->detail].taken_by : same_touch->detail;
    return still_there(receive, touch.detail) && kind.could_take(receive, touch.detail);
  }
  if (!same_touch || same_touch->access != other.access || item.event == kNone) return true;
  if (touch.access == Access::write && other.access == Access::write && touch.detail != 0 &&
      touch.detail == same_touch->detail)
    return false;
  return !kind.commute(h.events[item.event], touch, *same.event, *same_touch);
}

}  // namespace heddle
