// What an execution adds to the graph that it was led along, and what else could have been.
#include <algorithm>

#include "heddle/base/assert.h"
#include "heddle/search/graph_search.h"

namespace heddle {

void GraphSearch::finished(const Trial& trial) {
  if (!refused_.empty() || chasing_) return;
  trial_ = &trial;
  history_ = &trial.history();
  if (!history_->lost.empty()) return refuse("an operation is taken back before it comes about");
  name_things();
  if (graph().nodes.empty()) index_anew();
  index_.grow(stable_.size(), object_stable_.size());
  walk();
  if (!refused_.empty()) return;
  if (departed_ || repeats_) return judge_departure();
  if (rivals_) return;
  for (const Fresh& fresh : fresh_) {
    append_event(fresh);
    if (!refused_.empty()) return;
  }
  for (Position event : multiple_)
    if (contended(event)) return refuse("one operation races with others at several objects");
  ++counts_.executions;
  look_for_loops();
}

void GraphSearch::name_things() {
  const History& h = *history_;
  task_of_.resize(h.tasks.size());
  for (std::size_t i = 0; i < task_of_.size(); ++i) task_of_[i] = number_of_task(h.tasks[i].stable);
  if (stable_.size() > kMaxGraphTask) refuse("it has too many tasks");
  width_ = stable_.size();
  object_of_.assign(h.object_stable.size(), kNone);
  sent_by_.assign(h.messages.size(), kNone);
  node_of_.assign(h.events.size(), kNone);
  clock_moves_.clear();
  if (trial_->now() == Time::zero()) return;
  for (const Event& event : h.events)
    if (event.after != 0 && (clock_moves_.empty() || clock_moves_.back() < event.after))
      clock_moves_.push_back(event.after);
}

std::uint32_t GraphSearch::number_of_task(std::uint64_t stable) {
  const std::uint32_t number = tasks_[stable];
  if (number == stable_.size()) stable_.push_back(stable);
  return number;
}

std::uint32_t GraphSearch::number_of_object(std::uint64_t stable) {
  const std::uint32_t number = objects_[stable];
  if (number < object_stable_.size()) return number;
  object_stable_.push_back(stable);
  added_to_.push_back(0);
  accessed_.push_back(0);
  local_.push_back(kNoObject);
  index_.grow(stable_.size(), object_stable_.size());
  return number;
}

std::uint32_t GraphSearch::meet_object(ObjectId id) {
  const std::uint32_t number = number_of_object(history_->object_stable[index(id)]);
  local_[number] = id;
  return number;
}

// What the event did, by object; nothing for what commutes with everything.
bool GraphSearch::parts_of(std::uint32_t j) {
  const Event& event = history_->events[j];
  parts_.clear();
  if (event.sequence == 1 && !history_->awaits.empty())
    for (const AwaitRecord& record : std::ranges::equal_range(history_->awaits, event.task, {}, &AwaitRecord::task))
      parts_.push_back({.kind = NodeKind::await, .number = static_cast<std::uint32_t>(record.awaited)});
  for (const Touch& touch : history_->touches_of(event)) {
    const std::uint32_t at = object(touch.object);
    switch (touch.access) {
      case Access::look:
        break;
      case Access::lock:
      case Access::unlock:
        return refuse("it uses locks"), false;
      case Access::strike:
        return refuse("one task ends another"), false;
      case Access::add:
        added_to_[at] = 1;
        break;
      case Access::read:
      case Access::visit:
      case Access::write:
      case Access::update:
        accessed_[at] = 1;
        if (!trial_->object(touch.object).kind->goes_by_access())
          return refuse("an object knows by itself which operations commute"), false;
        add_access(event, at, touch);
        break;
      case Access::send:
        parts_.push_back({.kind = NodeKind::send, .object = at, .number = touch.detail});
        break;
      case Access::take:
        parts_.push_back(
            {.kind = NodeKind::receive, .object = at, .number = history_->messages[touch.detail].taken_by});
        break;
      case Access::expire:
        if (history_->receives[touch.detail].expiry != event.kind) return refuse("it looks into a mailbox"), false;
        parts_.push_back({.kind = NodeKind::receive, .object = at, .number = touch.detail});
        break;
    }
    if (added_to_[at] && accessed_[at]) return refuse("changes that commute are looked at"), false;
  }
  if (parts_.empty()) {
    const bool chosen = std::ranges::binary_search(history_->choices, j, {}, &ChoiceRecord::event);
    parts_.push_back({.kind = chosen ? NodeKind::choice : NodeKind::plain, .object = kNone});
  }
  return true;
}

// Several accesses of one object by one event are one: the strongest of them.
void GraphSearch::add_access(const Event& event, std::uint32_t object, const Touch& touch) {
  const bool reads = touch.access != Access::write,
             writes = touch.access == Access::write || touch.access == Access::update;
  bool read = reads, wrote = writes;
  std::erase_if(parts_, [&](const Part& part) {
    if (part.object != object || (part.kind != NodeKind::read && part.kind != NodeKind::write)) return false;
    read |= part.kind == NodeKind::read;
    wrote |= part.kind == NodeKind::write;
    return true;
  });
  const bool both = read && wrote;
  if (read) parts_.push_back({.kind = NodeKind::read, .object = object, .rewrites = both && !event.kind->varies});
  if (wrote)
    parts_.push_back({.kind = NodeKind::write, .object = object, .detail = both ? 0 : touch.detail, .update = both});
}

bool GraphSearch::several_objects() const {
  return std::ranges::any_of(
      parts_, [&](const Part& part) { return part.object != kNone && part.object != parts_.back().object; });
}

NodeId GraphSearch::last_of(std::uint32_t task) const {
  const std::uint32_t number = task_of_[task];
  return node_id(number, static_cast<std::uint32_t>(index_.size_of(number) - 1));
}

void GraphSearch::append_event(const Fresh& fresh) {
  const Event& event = history_->events[fresh.event];
  if (!parts_of(fresh.event)) return;
  std::vector<GraphNode>& nodes = graph().nodes;
  const std::size_t first = nodes.size();
  std::uint32_t epoch = 0;
  if (!clock_moves_.empty())
    epoch = static_cast<std::uint32_t>(std::ranges::upper_bound(clock_moves_, fresh.event) - clock_moves_.begin());
  const std::size_t count = parts_.size();
  for (std::size_t i = fresh.part; i < count; ++i) {
    const Part& part = parts_[i];
    const std::size_t place = index_.size_of(fresh.task);
    if (place >= kMaxPlace) return refuse("one task does too much");
    GraphNode& node = nodes.emplace_back();
    node.id = node_id(fresh.task, static_cast<std::uint32_t>(place));
    node.sequence = event.sequence;
    node.picked = event.scheduled;
    node.clocked = event.after != 0;
    node.epoch = epoch;
    if (place == 0) {
      const std::uint32_t spawned_by = history_->tasks[index(event.task)].spawned_by;
      if (spawned_by != kNone) node.parent = node_of_[spawned_by];
    }
    if (i == 0) node_of_[fresh.event] = node.id;
    node.kind = part.kind;
    node.object = part.object;
    node.detail = part.detail;
    node.update = part.update;
    node.rewrites = part.rewrites;
    append(node, part.number);
    if (!refused_.empty()) return;
  }
  if (fresh.part == 0 && count > 1 && several_objects()) multiple_.push_back(static_cast<Position>(first));
  const auto end = static_cast<Position>(nodes.size());
  for (auto at = static_cast<Position>(first); at < end; ++at)
    if (nodes[at].kind == NodeKind::send || nodes[at].kind == NodeKind::write)
      look_back(at, kNone, causes(index_.group(at)));
}

// Does the event race with others at more than one object? Several messages in one event are no problem, and neither
// are several writes that race with nothing but reads: their places among the other writes are given.
bool GraphSearch::contended(Position event) {
  const std::vector<GraphNode>& nodes = graph().nodes;
  const std::span<const Position> mine = index_.nodes_of(task_of(nodes[event].id));
  const auto count = [&](auto&& is) {
    std::uint32_t last = kNone;  // object
    std::size_t objects = 0, sends = 0;
    for (Position at = event; at != kNone; at = index_.next_of_event(at)) {
      const GraphNode& node = nodes[at];
      if (node.object == kNone || node.object == last || !is(at)) continue;
      ++(node.kind == NodeKind::send ? sends : objects);
      last = node.object;
    }
    return objects > 1 || (objects == 1 && sends > 0);
  };
  const auto may_race = [&](Position at) {  // what nobody writes is not worth a look
    return nodes[at].kind != NodeKind::read || !index_.writes(nodes[at].object).empty();
  };
  const auto contended_here = [&](Position at) { return contended(at, event); };
  // Whoever is refused by one that changes several objects, if they are as it needs them, need not look at all of them.
  if (count([&](Position at) { return nodes[at].update; }) &&
      std::ranges::any_of(mine.subspan(place_of(nodes[event].id)),
                          [&](Position at) { return index_.group(at) == event && contended_here(at); }))
    return true;
  bool only_read = true;
  return count(may_race) && count([&](Position at) {
           if (!contended_here(at)) return false;
           only_read &= nodes[at].kind == NodeKind::write && !nodes[at].update && !races_with_writes(at, event);
           return true;
         }) &&
         !only_read;
}

// Whatever the event itself has seen may be the reason for what it did elsewhere, and then it could have done without: only what
// its task knew before it is sure to come first.
bool GraphSearch::race(Position at, Position event, Position other) {
  const GraphNode& node = graph().nodes[at];
  const NodeId id = graph().nodes[other].id;
  return task_of(id) != task_of(node.id) && !caused_by(id, graph().nodes[event]) &&
         !has(causes(index_.group(other)), node.id);
}

bool GraphSearch::races_with_writes(Position at, Position event) {
  return std::ranges::any_of(index_.writes(graph().nodes[at].object),
                             [&](Position other) { return race(at, event, other); });
}

bool GraphSearch::contended(Position at, Position event) {
  const std::vector<GraphNode>& nodes = graph().nodes;
  const GraphNode& node = nodes[at];
  const auto races_with = [&](Position other) { return race(at, event, other); };
  switch (node.kind) {
    case NodeKind::write:
      return std::ranges::any_of(index_.reads(node.object), races_with) || races_with_writes(at, event);
    case NodeKind::read:
      return races_with_writes(at, event);
    case NodeKind::send: {
      bool found = false;
      index_.for_each_receive(at, [&](Position receive) {
        found |= nodes[receive].may_expire;
        index_.for_each_message(receive, [&](Position sent) { found |= races_with(sent); });
      });
      return found;
    }
    default:
      return false;
  }
}

}  // namespace heddle
