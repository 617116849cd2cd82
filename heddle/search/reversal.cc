// Planning: what has to be run so that a race goes the other way.
#include <fmt/format.h>

#include <algorithm>

#include "heddle/engine/dependence.h"
#include "heddle/search/sequence_search.h"

namespace heddle {

// `first` was executed, and `second` after it, dependent and ordered by nothing else. Or `lost` would have been.
struct SequenceSearch::Reversal {
  std::uint32_t first;
  std::uint32_t second = kNone;
  const LostRecord* lost = nullptr;
};

void SequenceSearch::plan() {
  const History& h = execution_.history();
  const std::uint32_t end = blocked_from_ < execution_.step_count() ? execution_.event_of(blocked_from_) : kNone;
  for (const Race& race : execution_.happens_before().races()) {
    if (race.second >= end) continue;
    const Event& second = h.events[race.second];
    causes_.clear();
    find_causes(race.first);
    const std::uint32_t before = previous(second.task, second.sequence);
    for (std::uint32_t cause : causes_)
      if ((before == kNone || !execution_.happens_before().before(cause, before)) && is_last_cause(cause) &&
          !was_struck(second, cause))
        plan_reversal({cause, race.second});
  }
  for (const LostRecord& lost : h.lost) {
    if (lost.event >= end) continue;
    const std::uint32_t before = previous(lost.task, lost.sequence);
    if (before == kNone || !execution_.happens_before().before(lost.event, before))
      plan_reversal({lost.event, kNone, &lost});
  }
}

// What needs no decision came about with the operations that led to it: to go before it is to go before one of those.
void SequenceSearch::find_causes(std::uint32_t event) {
  const History& h = execution_.history();
  const Event& e = h.events[event];
  if (e.scheduled) {
    if (std::find(causes_.begin(), causes_.end(), event) == causes_.end()) causes_.push_back(event);
    return;
  }
  for (const Touch& touch : h.touches_of(e))
    if (touch.access == Access::take) find_causes(h.messages[touch.detail].event);
  const std::uint32_t before = previous(e.task, e.sequence);
  if (before != kNone) find_causes(before);
}

// A task that was struck announces its exit in the place of what it was about to do: that cannot go before the strike.
bool SequenceSearch::was_struck(const Event& event, std::uint32_t by) const {
  return std::ranges::any_of(execution_.history().lost, [&](const LostRecord& lost) {
    return lost.event == by && lost.task == event.task && lost.sequence == event.sequence;
  });
}

// Who goes between a cause and a later one has gone before what they led to.
bool SequenceSearch::is_last_cause(std::uint32_t event) const {
  return std::none_of(causes_.begin(), causes_.end(), [&](std::uint32_t other) {
    return other != event && execution_.happens_before().before(event, other);
  });
}

// What its task did before, or its parent when it spawned the task.
std::uint32_t SequenceSearch::previous(TaskId task, std::uint32_t sequence) const {
  if (sequence > 1) return execution_.event_at(execution_.task(task), sequence - 1);
  return execution_.history().tasks[index(task)].spawned_by;
}

void SequenceSearch::plan_reversal(const Reversal& reversal) {
  ++counts_.races;
  const std::size_t step = execution_.step_of(reversal.first);
  const State& state = states_[step];
  if (state.budget <= state.done.size()) {  // whatever comes after what is done and what is under way costs more
    ++counts_.beyond;
    return;
  }
  if (!build(reversal)) return;
  Planned planned = Planned::covered;
  if (scope_.reduction == Reduction::source) {
    planned = plan_first(states_[step]);
  } else if (!covered(step)) {
    const std::uint64_t budget = state.budget == kUnbounded ? kUnbounded : state.budget - state.done.size() - 1;
    planned = insert(states_[step].todo, reversed_, budget, next_origin());
    if (planned == Planned::yes) note_origin(reversal);
  }
  counts_.planned += planned == Planned::yes;
  counts_.beyond += planned == Planned::beyond_budget;
}

// Everything after the first event that does not depend on it, to the very end (for source sets, to the second); then the
// second, which thus comes first.
bool SequenceSearch::build(const Reversal& reversal) {
  const History& h = execution_.history();
  const HappensBefore& order = execution_.happens_before();
  reversed_.start(reversal.first);
  auto end = static_cast<std::uint32_t>(h.events.size());
  if (scope_.reduction == Reduction::source) end = reversal.lost ? reversal.first : reversal.second;
  for (auto event = reversal.first + 1; event < end; ++event)
    if (event != reversal.second && !order.before(reversal.first, event)) reversed_.add(event);

  Known step;
  std::vector<Touch> touches;
  bool certain = true;
  if (reversal.lost) {
    const Operation& operation = reversal.lost->operation;
    step = {.task = execution_.task(reversal.lost->task),
            .sequence = reversal.lost->sequence,
            .kind = operation.kind,
            .past = execution_.past_after(reversal.lost->task, reversal.lost->sequence - 1)};
    if (const Touch* receive = execution_.given_up(*reversal.lost))
      touches.push_back(*receive);
    else if (operation.object != kNoObject)
      touches.push_back({operation.object, operation.access, kNone});
    certain = execution_.given_up(*reversal.lost) != nullptr;  // others may touch more than they announced, also of fixed kinds
  } else {
    const Event& second = h.events[reversal.second];
    const std::span<const Touch> own = h.touches_of(second);
    step = {.task = execution_.task(second.task),
            .sequence = second.sequence,
            .kind = second.kind,
            .past = execution_.event(reversal.second).past};
    if (!second.scheduled) {  // a receive took the message; without it, it times out
      const std::uint32_t receive = h.messages[own[0].detail].taken_by;
      step.kind = h.receives[receive].expiry;
      touches.push_back({second.object, Access::expire, receive});
    } else {
      touches.assign(own.begin(), own.end());
      certain = !may_change(reversal);
    }
  }
  if (!certain && !ask(reversal, step, touches)) return false;
  if (certain)
    reversed_.add_moved(reversal.second, step, touches, {}, {});
  else
    reversed_.add_moved(reversal.second, step, touches, elsewhere_, mail_);
  const auto ends_it = [&](const Touch& touch) {  // then the first never comes about
    return touch.access == Access::strike &&
           pool_.life_of(execution_.object(touch.object)) == execution_.event(reversal.first).task;
  };
  if (!reversal.lost && execution_.observers() == Observers::on && std::ranges::none_of(touches, ends_it))
    extend_to_observers(reversal);
  reversed_.annotate();
  reversed_.add_consequences();
  reversed_.make_eager();
  return true;
}

// Replaces the touches by those that the step really has at its new place.
bool SequenceSearch::ask(const Reversal& reversal, const Known& step, std::vector<Touch>& touches) {
  ++counts_.probes;
  question_.clear();
  for (std::size_t i = 0; i < execution_.step_of(reversal.first); ++i) question_.push_back(execution_.known(i));
  for (const SearchEvent& item : reversed_.planned())
    if (item.known != kNone) question_.push_back(item.known);
  question_.push_back(pool_.add(step, {}));
  if (!probe_.ask(question_, pool_, answer_, answer_mail_)) {
    depart(fmt::format("another run did not come to {}", text_of(question_.back())));
    return false;
  }
  const std::vector<Touch> before = touches;
  touches.clear();
  elsewhere_.clear();
  mail_.clear();
  KnownPool::Mail mail_elsewhere;
  for (std::size_t i = 0; i < answer_.size(); ++i) {
    const KnownTouch& touch = answer_[i];
    const ObjectId object = execution_.local(touch.object);
    if (object == kNoObject) {  // nobody has met it in this execution, but perhaps in another
      elsewhere_.push_back(touch);
      mail_elsewhere.push_back(answer_mail_[i]);
      continue;
    }
    const bool mail = touch.access == Access::send || touch.access == Access::expire;
    std::uint32_t detail = mail ? kNone : touch.value;
    std::size_t same = 0;  // the how manieth like this
    for (const Touch& other : touches) same += other.object == object && other.access == touch.access;
    for (const Touch& other : before)
      if (mail && other.object == object && other.access == touch.access && same-- == 0)
        detail = other.detail;
    touches.push_back({object, touch.access, detail});
    mail_.push_back(answer_mail_[i]);
  }
  mail_.insert(mail_.end(), mail_elsewhere.begin(), mail_elsewhere.end());
  return true;
}

// What the second event finds at its own object may decide what else it does, and so may what it finds elsewhere.
bool SequenceSearch::may_change(const Reversal& reversal) const {
  const History& h = execution_.history();
  const Event& second = h.events[reversal.second];
  if (second.kind->varies) return true;
  for (const Touch& a : h.touches_of(h.events[reversal.first]))
    for (const Touch& b : h.touches_of(second))
      if (a.object == b.object && b.object != second.object && may_conflict(a.access, b.access)) return true;
  return false;
}

// Two sends are told apart only by a receive. If nothing else orders the two events, the receives belong to the plan,
// and now take the other message.
void SequenceSearch::extend_to_observers(const Reversal& reversal) {
  const History& h = execution_.history();
  const HappensBefore& order = execution_.happens_before();
  const Event& first = h.events[reversal.first];
  const Event& second = h.events[reversal.second];
  struct Witness {
    std::uint32_t event, message;
  };
  std::vector<Witness> observers;
  for (const Touch& a : h.touches_of(first))
    for (const Touch& b : h.touches_of(second)) {
      if (a.object != b.object || !dependent(h, execution_.kind_of(a.object), first, a, second, b)) continue;
      if (a.access != Access::send || b.access != Access::send) return;
      observers.push_back({h.receives[h.messages[a.detail].taken_by].event, b.detail});
    }
  if (observers.empty()) return;
  // A receiver's turn comes when it goes on after the receive: until then the others go on, too.
  std::uint32_t last = 0;
  for (const Witness& observer : observers) {
    const Event& receive = h.events[observer.event];
    const std::uint32_t next = execution_.event_at(execution_.task(receive.task), receive.sequence + 1);
    last = std::max(last, next == kNone ? observer.event + 1 : next);
  }
  reversed_.add(reversal.first);
  for (auto event = reversal.first + 1; event < last; ++event) {
    if (event == reversal.second || !order.before(reversal.first, event)) continue;
    const bool changed = std::ranges::any_of(observers, [&](const Witness& observer) {  // takes something else now
      return observer.event == event || order.before(observer.event, event);
    });
    if (!changed) reversed_.add(event);
  }
  for (const Witness& observer : observers) {
    const bool changed = std::ranges::any_of(
        observers, [&](const Witness& other) { return other.event < observer.event && order.before(other.event, observer.event); });
    if (!changed) reversed_.add_relabelled(observer.event, observer.message);
  }
}

std::uint32_t SequenceSearch::next_origin() const {
  return keep_origins_ ? static_cast<std::uint32_t>(origins_.size()) : kNone;
}

void SequenceSearch::note_origin(const Reversal& reversal) {
  if (!keep_origins_) return;
  const History& h = execution_.history();
  const Event& first = h.events[reversal.first];
  Origin origin{.execution = number_, .sooner = {}, .later = describe_operation(*trial_, first), .object = {}, .answer = {}};
  if (reversal.lost) {
    origin.sooner = describe_operation(*trial_, *reversal.lost);
    origin.object = trial_->name_of(contested_object(h, *reversal.lost));
  } else {
    const Event& second = h.events[reversal.second];
    origin.sooner = describe_operation(*trial_, second);
    origin.object = trial_->name_of(contested_object(h, first, second));
  }
  origins_.push_back(std::move(origin));
}

std::uint32_t SequenceSearch::note_origin(const Choice& choice, std::uint32_t answer) {
  const std::uint32_t number = next_origin();
  if (!keep_origins_) return number;
  const Event asked{.task = choice.task, .kind = &kChoose, .where = choice.where};
  origins_.push_back({.execution = number_,
                      .sooner = describe_operation(Trial::current(), asked),
                      .later = {},
                      .object = {},
                      .answer = fmt::format("{} {}", to_string(choice.type), answer)});
  return number;
}

// What is planned lower in a tree was planned later; but for what follows the answers to a question, which was planned
// before them.
const Origin* SequenceSearch::origin() const {
  if (!keep_origins_ || kept_ >= states_.size()) return nullptr;
  std::uint32_t latest = kNone;
  for (const WakeupForest* level = &states_[kept_].todo; !level->empty(); level = &level->front().children)
    if (const std::uint32_t each = level->front().origin; each != kNone && (latest == kNone || each > latest))
      latest = each;
  return latest < origins_.size() ? &origins_[latest] : nullptr;
}

}  // namespace heddle
