// What came again of the graph that an execution was led along: all of it, in the same way, or the search cannot go on.
#include <algorithm>

#include "heddle/search/graph_search.h"

namespace heddle {

// Something else came about than what was there. Of an operation whose footprint varies, that was to be expected; and
// so of others, when such a one has done more than before.
void GraphSearch::depart(const OperationKind* kind) {
  departed_ = true;
  departed_by_ = kind && kind->varies ? kind : varied_;
}

// The event came about again. What it read must be what it was led to read.
[[gnu::always_inline]] inline void GraphSearch::note_run(Position event) {
  std::vector<GraphNode>& nodes = graph().nodes;
  run_place_[event] = nodes[event].when = static_cast<std::uint32_t>(run_.size());
  run_.push_back(event);
  if (recount_ || event == changed_event_) find_causes(event);
  for (Position at = event; at != kNone; at = index_.next_of_event(at)) {
    const GraphNode& node = nodes[at];
    if (node.kind == NodeKind::read && latest_[node.object] != node.from) depart(nullptr);
    if (node.kind == NodeKind::write) latest_[node.object] = node.id;
  }
}

// Follows the execution: first what was there already, which must have come about again.
void GraphSearch::walk() {
  const History& h = *history_;
  const std::size_t old = graph().nodes.size();
  cursor_.assign(width_, 0);
  run_.clear();
  settled_ = 0;
  fresh_.clear();
  trailing_ = 0;
  varied_ = nullptr;
  multiple_.clear();
  rivals_ = departed_ = false;
  latest_.assign(object_stable_.size(), kNone);
  make_room(old);
  recount_ = !widen_causes();
  changed_event_ = changed_ == kNone ? kNone : index_.group(index_.at(changed_));
  std::size_t met = 0;
  const auto events = static_cast<std::uint32_t>(h.events.size());
  for (std::uint32_t j = 0; j < events; ++j) {
    departed_at_ = j;
    const std::uint32_t task = task_of_[index(h.events[j].task)];
    const std::span<const Position> mine = index_.nodes_of(task);
    std::uint32_t& cursor = cursor_[task];
    if (cursor == mine.size()) {
      fresh_.push_back({j, task, 0});
      continue;
    }
    if (const std::uint32_t nodes = repeat_alike(j, mine[cursor]); nodes > 0) {
      cursor += nodes;
      met += nodes;
      if (departed_) return;
      continue;
    }
    if (!repeat(j, task, met) || departed_ || rivals_) return;
  }
  departed_at_ = kNone;
  if (met != old) depart(missed());
}

// What did not bring a task about this time; null: something else is missing.
const OperationKind* GraphSearch::missed() const {
  for (std::uint32_t task = 0; task < cursor_.size(); ++task) {
    const std::span<const Position> nodes = index_.nodes_of(task);
    if (cursor_[task] > 0 || nodes.empty()) continue;
    const auto parent = std::ranges::find(node_of_, stack_.back().graph.nodes[nodes.front()].parent);
    if (parent != node_of_.end() && *parent != kNone)
      return history_->events[static_cast<std::size_t>(parent - node_of_.begin())].kind;
  }
  return nullptr;
}

bool GraphSearch::repeat(std::uint32_t j, std::uint32_t task, std::size_t& met) {
  const Event& event = history_->events[j];
  const std::span<const Position> mine = index_.nodes_of(task);
  const Position first = mine[cursor_[task]];
  const std::vector<GraphNode>& nodes = graph().nodes;
  if (!parts_of(j)) return false;
  const auto differs = [&] { return depart(event.kind), false; };
  node_of_[j] = nodes[first].id;
  std::size_t trailing = parts_.size();
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    if (cursor_[task] == mine.size()) {
      if (nodes[first].id == suspect_ || nodes[mine.back()].id == suspect_) {
        if (part.update) return meet_rival();
      }
      // Before all else that is new: an update that has read must not be taken apart by a revisit of what came between.
      // That of the changed event comes first, for others may do more because of it.
      const std::size_t place = first == changed_event_ ? 0 : trailing_;
      fresh_.insert(fresh_.begin() + static_cast<std::ptrdiff_t>(place), {j, task, i});
      ++trailing_;
      if (event.kind->varies) varied_ = event.kind;
      trailing = i;
      break;
    }
    const Position at = mine[cursor_[task]++];
    const GraphNode& node = nodes[at];
    if (node.sequence != event.sequence || node.kind != part.kind || node.object != part.object) return differs();
    ++met;
    if (part.kind == NodeKind::send) {
      sent_by_[part.number] = node.id;
      message_at_[at] = part.number;
    } else if (part.kind == NodeKind::receive) {
      receive_at_[at] = part.number;
      const std::uint32_t message = history_->receives[part.number].message;
      if (node.from != (message == kNone ? kNone : sent_by_[message])) return differs();
    } else if (part.kind == NodeKind::await && node.from != last_of(part.number)) {
      return differs();
    }
  }
  if (cursor_[task] < mine.size() && nodes[mine[cursor_[task]]].sequence == event.sequence) return differs();
  note_run(first);
  latest_.resize(object_stable_.size(), kNone);
  for (std::size_t i = trailing; i < parts_.size(); ++i)  // they will have these numbers
    if (parts_[i].kind == NodeKind::write)
      latest_[parts_[i].object] = node_id(task, static_cast<std::uint32_t>(mine.size() + i - trailing));
  if (several_objects()) multiple_.push_back(first);
  return true;
}

// Did the event do there what the node says?
[[gnu::always_inline]] inline bool GraphSearch::alike(const Touch& touch, std::uint32_t object, Position at) {
  const GraphNode& node = graph().nodes[at];
  if (node.object != object) return false;
  switch (touch.access) {
    case Access::read:
    case Access::visit:
      return node.kind == NodeKind::read && accessed_[object] && !added_to_[object];
    case Access::write:
      return node.kind == NodeKind::write && accessed_[object] && !added_to_[object];
    case Access::send:
      if (node.kind != NodeKind::send) return false;
      sent_by_[touch.detail] = node.id;
      message_at_[at] = touch.detail;
      return true;
    case Access::take:
      if (node.kind != NodeKind::receive || node.from != sent_by_[touch.detail]) return false;
      receive_at_[at] = history_->messages[touch.detail].taken_by;
      return true;
    default:
      return false;
  }
}

// The usual case, in which what the event did is just what its nodes say, one after the other. Returns how many there
// are; none: this is not it, or not the same.
[[gnu::always_inline]] inline std::uint32_t GraphSearch::repeat_alike(std::uint32_t j, Position first) {
  const Event& event = history_->events[j];
  const GraphNode& node = graph().nodes[first];
  if (node.sequence != event.sequence) return 0;
  std::uint32_t count = 1;
  if (event.touch_count == 0) {
    if (node.kind != NodeKind::plain) return 0;
  } else if (event.touch_count == 1 && index_.next_of_event(first) == kNone) {
    const Touch& touch = history_->touches[event.first_touch];
    if (!alike(touch, object(touch.object), first)) return 0;
  } else {
    count = repeat_several(event, first);
    if (count == 0) return 0;
  }
  node_of_[j] = node.id;
  note_run(first);
  return count;
}

std::uint32_t GraphSearch::repeat_several(const Event& event, Position first) {
  const std::vector<GraphNode>& nodes = graph().nodes;
  std::uint32_t count = 0;
  bool several = false;
  Position next = first;
  for (const Touch& touch : history_->touches_of(event)) {
    const std::uint32_t at = object(touch.object);
    if (touch.access == Access::look) continue;
    if (touch.access == Access::add) {
      if (accessed_[at] || !added_to_[at]) return 0;
      continue;
    }
    if (next == kNone) return 0;
    if (touch.access == Access::update) {  // two nodes
      if (!alike({touch.object, Access::read}, at, next)) return 0;
      next = index_.next_of_event(next);
      ++count;
      if (next == kNone || !alike({touch.object, Access::write}, at, next)) return 0;
    } else if (!alike(touch, at, next)) {
      return 0;
    }
    several |= at != nodes[first].object;
    next = index_.next_of_event(next);
    ++count;
  }
  if (next != kNone) return 0;
  if (several) multiple_.push_back(first);
  return count;
}

// It wrote, and so did another that saw the same.
bool GraphSearch::meet_rival() {
  ++counts_.probes;
  rivals_ = true;
  append_rival(overwritten_by(graph().nodes.back()));
  return false;
}

}  // namespace heddle
