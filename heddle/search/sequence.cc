#include "heddle/search/sequence.h"

#include <algorithm>

#include "heddle/engine/dependence.h"

namespace heddle {

void Sequence::add_relabelled(std::uint32_t receive_event, std::uint32_t message) {
  add(receive_event);
  planned_.back().took = message;
}

void Sequence::add_moved(std::uint32_t event, const Known& step, std::span<const Touch> touches,
                         std::span<const KnownTouch> elsewhere, const KnownPool::Mail& mail) {
  moved_ = step;
  moved_mail_ = mail;
  moved_elsewhere_.assign(elsewhere.begin(), elsewhere.end());
  moved_touches_.assign(touches.begin(), touches.end());
  planned_.push_back({event, step.task, step.sequence, step.past, kNotAskedFor, step.kind, step.answer, kNone, true});
}

KnownId Sequence::known(const SearchEvent& item) {
  if (!item.moved) return item.known;
  scratch_.clear();
  for (const Touch& touch : moved_touches_)
    scratch_.push_back({execution_.object(touch.object), touch.access, value_of_touch(touch)});
  scratch_.insert(scratch_.end(), moved_elsewhere_.begin(), moved_elsewhere_.end());
  return pool_.add(moved_, scratch_);
}

void Sequence::make_eager() {
  if (execution_.history().choices.empty()) return;  // nobody plans receives
  const auto decided = [](const SearchEvent& item) { return item.known != kNone && item.answer == kNone; };
  std::vector<SearchEvent> ordered;
  for (const SearchEvent& item : planned_) {
    if (decided(item)) {
      ordered.push_back(item);
      continue;
    }
    const std::uint32_t send = item.took == kNone ? kNone : execution_.history().messages[item.took].event;
    std::size_t place = ordered.size();
    while (place > 0 && ordered[place - 1].task != item.task && (send == kNone || ordered[place - 1].event != send))
      --place;
    // The task whose operation it was goes on first, then those that it woke, in turn.
    const bool own = place > 0 && ordered[place - 1].task == item.task;
    while (!own && place < ordered.size() && !decided(ordered[place])) ++place;
    ordered.insert(ordered.begin() + static_cast<std::ptrdiff_t>(place), item);
  }
  planned_ = std::move(ordered);
}

void Sequence::annotate() {
  const History& h = execution_.history();
  observers_.assign(h.messages.size(), kNone);
  for (const ReceiveRecord& receive : h.receives)
    if (receive.message != kNone && receive.event < end_)
      observers_[receive.message] = static_cast<std::uint32_t>(&receive - h.receives.data());
  for (const SearchEvent& item : planned_) {
    if (item.took == kNone) continue;
    observers_[item.took] = execution_.receive_of(item.event);
  }
}

bool Sequence::has_steps() const {
  return std::any_of(planned_.begin(), planned_.end(), [](const SearchEvent& item) { return item.known != kNone; });
}

std::uint32_t Sequence::last_receiver() const {
  const auto last = std::find_if(planned_.rbegin(), planned_.rend(), [](const SearchEvent& item) { return !item.follows; });
  return last != planned_.rend() && last->took != kNone ? last->task : kNone;
}

std::span<const Touch> Sequence::touches_of(const SearchEvent& item) const {
  if (item.moved) return moved_touches_;
  const History& h = execution_.history();
  return h.touches_of(h.events[item.event]);
}

// The same operation in the execution at hand: it knows its messages and values there.
Sequence::Counterpart Sequence::counterpart(KnownId id) const {
  const Known& step = pool_[id];
  Counterpart same;
  if (!pool_.mail(id).empty()) same.mail = &pool_.mail(id);
  if (const LostRecord* lost = execution_.lost_at(step.task, step.sequence)) {
    const Touch* const receive = execution_.given_up(*lost);
    if (!receive || lost->operation.kind != step.kind ||
        execution_.past_after(lost->task, step.sequence - 1) != step.past)
      return same;
    same.event = &execution_.history().events[lost->event];
    same.touches = {receive, 1};
    return same;
  }
  const std::uint32_t event = execution_.event_at(step.task, step.sequence);
  if (event == kNone || execution_.event(event).past != step.past) return same;
  const History& h = execution_.history();
  const Event& e = h.events[event];
  const std::span<const Touch> touches = h.touches_of(e);
  const std::span<const KnownTouch> own = pool_.touches(id);
  if (own.size() != touches.size()) return same;
  for (std::size_t i = 0; i < own.size(); ++i)
    if (execution_.object(touches[i].object) != own[i].object) return same;
  // A time-out has the receive that took something instead for its counterpart.
  const bool receive = own.size() == 1 && own[0].access == Access::expire && touches[0].access == Access::take;
  if (e.kind != step.kind && !receive) return same;
  same.event = &e;
  same.touches = touches;
  return same;
}

// Keeps what a step of this sequence sends and receives, for when it does not come about in the execution.
void Sequence::keep_mail(const SearchEvent& item) {
  KnownPool::Mail& mail = pool_.mail(known(item));
  if (!mail.empty()) return;
  if (item.moved && !moved_mail_.empty()) {
    mail = moved_mail_;
    return;
  }
  const std::span<const Touch> touches = touches_of(item);
  const auto is_mail = [](const Touch& t) { return t.access == Access::send || t.access == Access::expire; };
  if (std::none_of(touches.begin(), touches.end(), is_mail)) return;
  for (const Touch& touch : touches) {
    const ObjectKind& kind = execution_.kind_of(touch.object);
    mail.push_back(!is_mail(touch) || touch.detail == kNone ? nullptr
                   : touch.access == Access::send           ? kind.keep_message(touch.detail)
                                                            : kind.keep_receive(touch.detail));
  }
  if (item.moved) mail.resize(mail.size() + moved_elsewhere_.size());
}

std::size_t Sequence::place_of(KnownId id) const {
  const Known& step = pool_[id];
  const Counterpart same = counterpart(id);
  for (std::size_t i = 0; i < planned_.size(); ++i) {
    const SearchEvent& item = planned_[i];
    if (item.task == step.task) {
      if (item.known == kNone && item.sequence < step.sequence && !waits_for_earlier(i)) continue;
      return same_step(item, step) ? i : kNotFirst;
    }
    if (dependent(item, id, same, Mail::by_annotation) && !has_come_about(i)) return kNotFirst;
  }
  return kAbsent;
}

// What needs no decision comes about with what leads to it. If nothing of this plan does, it has come about already.
bool Sequence::has_come_about(std::size_t position) const {
  const SearchEvent& item = planned_[position];
  if (item.known != kNone || waits_for_earlier(position)) return false;
  const History& h = execution_.history();
  const std::uint32_t birth = h.tasks[index(h.events[item.event].task)].spawned_by;
  for (std::size_t i = position; i-- > 0;)
    if (planned_[i].task == item.task || planned_[i].event == birth) return has_come_about(i);
  return true;
}

// A receive that takes a message which is sent in this very plan.
bool Sequence::waits_for_earlier(std::size_t position) const {
  if (planned_[position].took == kNone) return false;
  const std::uint32_t send = execution_.history().messages[planned_[position].took].event;
  return std::any_of(planned_.begin(), planned_.begin() + static_cast<std::ptrdiff_t>(position),
                     [send](const SearchEvent& item) { return item.event == send; });
}

// Most steps are overtaken once and for all by some event of the execution. That is remembered, and holds for every
// plan that leaves the execution later. Of two messages it is known only when a receive has told them apart.
bool Sequence::could_go_first(Done& done, std::uint32_t from) const {
  const Known& step = pool_[done.step];
  if (done.overtaken < end_) return false;
  const Counterpart same = counterpart(done.step);
  if (from < end_) {
    for (done.looked = std::max(done.looked, from); done.looked < end_; ++done.looked) {
      if (!overtakes(done.looked, from, done.step, same)) continue;
      if (same.event)
        done.overtaken = done.looked;
      else
        done.looked = from;  // that was the safe answer, and a later execution may know better
      return false;
    }
    if (at_mailbox(done.step)) {  // not told apart so far: look at everything in the light of the plan
      for (std::uint32_t event = from; event < end_; ++event) {
        const SearchEvent& item = execution_.event(event);
        if (item.task == step.task) return same_step(item, step);
        if (dependent(item, done.step, same, Mail::by_annotation)) return false;
      }
    } else if (const std::uint32_t own = execution_.event_at(step.task, step.sequence); own < end_) {
      return true;  // it went by without being overtaken
    }
  }
  return place_of(done.step) != kNotFirst;
}

bool Sequence::at_mailbox(KnownId id) const {
  for (const KnownTouch& touch : pool_.touches(id))
    if (touch.access == Access::send || touch.access == Access::expire) return true;
  return false;
}

// Is this event of the execution dependent with the step, whatever follows?
bool Sequence::overtakes(std::uint32_t event, std::uint32_t from, KnownId id, const Counterpart& same) const {
  const History& h = execution_.history();
  const SearchEvent& item = execution_.event(event);
  const Known& step = pool_[id];
  const std::uint32_t own = execution_.event_at(step.task, step.sequence);
  if (item.task == step.task) return item.sequence == step.sequence && !same_step(item, step);
  const bool before = own >= event;  // the step comes later, or never
  if (before && dependent(item, id, same, Mail::undecided)) return true;
  if (item.took == kNone || !same.event) return false;
  // A receive: it tells its message, if that was sent since, from the one that the step would have sent before.
  const std::uint32_t send = h.messages[item.took].event;
  if (send < from || send > own) return false;
  const std::uint32_t receive = h.messages[item.took].taken_by;
  const Event& receiver = h.events[event];
  const std::span<const KnownTouch> touches = pool_.touches(id);
  for (std::size_t i = 0; i < touches.size(); ++i) {
    const std::uint32_t message = same.touches[i].detail;
    if (touches[i].access != Access::send || touches[i].object != execution_.object(receiver.object)) continue;
    if (same.touches[i].access != Access::send || message == item.took) continue;
    const MessageRecord& record = h.messages[message];
    const bool there = receive < record.until && (record.taken_by == kNone || record.taken_by >= receive);
    if (there && execution_.kind_of(receiver.object).could_take(receive, message)) return true;
  }
  return false;
}

namespace {

bool are_equal_writes(const KnownTouch& a, const KnownTouch& b) {
  return a.access == Access::write && b.access == Access::write && a.value != 0 && a.value == b.value;
}

}  // namespace

bool Sequence::dependent(const SearchEvent& item, KnownId id, const Counterpart& same, Mail mail) const {
  const Known& step = pool_[id];
  if (step.answer != kNone) return false;
  const std::span<const KnownTouch> others = pool_.touches(id);
  for (const KnownTouch& other : others)
    if (other.access == Access::strike && pool_.life_of(other.object) == item.task) return true;
  if (item.moved)
    for (const KnownTouch& touch : moved_elsewhere_)
      for (const KnownTouch& other : others)
        if (touch.object == other.object && may_conflict(touch.access, other.access) && !are_equal_writes(touch, other))
          return true;
  for (const Touch& touch : touches_of(item)) {
    if (touch.access == Access::take || (touch.access == Access::expire && item.took != kNone)) continue;
    const std::uint32_t object = execution_.object(touch.object);
    if (touch.access == Access::strike && pool_.life_of(object) == step.task) return true;
    for (std::size_t i = 0; i < others.size(); ++i) {
      if (others[i].object != object || !may_conflict(touch.access, others[i].access)) continue;
      if (conflict(item, touch, others[i], same, id, i, mail)) return true;
    }
  }
  return false;
}

bool Sequence::still_there(std::uint32_t receive, std::uint32_t message) const {
  const std::uint32_t taken = message < observers_.size() ? observers_[message] : kNone;
  return receive < execution_.history().messages[message].until && (taken == kNone || taken >= receive);
}

MailRef Sequence::Counterpart::message(std::size_t i) const {
  return event && touches[i].access == Access::send ? touches[i].detail : kept(i);
}

MailRef Sequence::Counterpart::receive(std::size_t i, const History& history) const {
  if (event && touches[i].access == Access::take) return history.messages[touches[i].detail].taken_by;
  return event && touches[i].access == Access::expire ? touches[i].detail : kept(i);
}

// Of a planned event; of a moved one perhaps only the test knows.
MailRef Sequence::mail_of(const Touch& touch) const {
  if (touch.detail != kNone) return touch.detail;
  const auto number = static_cast<std::size_t>(&touch - moved_touches_.data());
  return number < moved_mail_.size() ? moved_mail_[number].get() : nullptr;
}

bool Sequence::could_take(const ObjectKind& kind, MailRef receive, MailRef message) const {
  if (receive.number != kNone && message.number != kNone && !still_there(receive.number, message.number)) return false;
  return !receive.known() || !message.known() || kind.could_take(receive, message);
}

// Of sends and time-outs. Two messages are told apart only by a receive that takes one and could take the other.
bool Sequence::mail_conflict(const Touch& touch, const KnownTouch& other, const Counterpart& same, KnownId id,
                             std::size_t i) const {
  const History& h = execution_.history();
  const ObjectKind& kind = execution_.kind_of(touch.object);
  const bool sends = touch.access == Access::send;
  const std::uint32_t taken = sends && touch.detail < observers_.size() ? observers_[touch.detail] : kNone;
  if (other.access == Access::send) {
    if (sends && taken == kNone) return false;
    return could_take(kind, sends ? MailRef(taken) : mail_of(touch), same.message(i));
  }
  const bool taken_before = taken != kNone && h.events[h.receives[taken].event].sequence < pool_[id].sequence;
  if (!same.event && taken_before) return false;
  return could_take(kind, same.receive(i, h), mail_of(touch));
}

// `touch` goes before the step with `other`: could anybody tell, in this sequence?
bool Sequence::conflict(const SearchEvent& item, const Touch& touch, const KnownTouch& other, const Counterpart& same,
                        KnownId id, std::size_t i, Mail mail) const {
  if (execution_.observers() == Observers::off && touch.access == Access::send && other.access == Access::send)
    return true;
  const auto is_mail = [](Access access) { return access == Access::send || access == Access::expire; };
  if (is_mail(touch.access) && mail == Mail::undecided) return false;
  if (is_mail(touch.access) && is_mail(other.access)) return mail_conflict(touch, other, same, id, i);
  if (are_equal_writes({other.object, touch.access, touch.detail}, other)) return false;
  if (!same.event || same.touches[i].access != other.access || item.event == kNone) return true;
  return !execution_.kind_of(touch.object)
              .commute(execution_.history().events[item.event], touch, *same.event, same.touches[i]);
}

}  // namespace heddle
