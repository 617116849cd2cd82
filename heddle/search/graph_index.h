// Finds one's way in a graph: who is where, who wrote before whom, who could take what; and what must come before what.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "heddle/search/graph.h"

namespace heddle {

// A node by where it stands in Graph::nodes.
using Position = std::uint32_t;

class GraphIndex {
 public:
  // What is there stays as long as the graph is only added to: each graph begins like the one before it, mostly.
  void extend(const Graph& graph, std::size_t tasks, std::size_t objects);

  // Forgets all but the first so many nodes, or some more. Call it before these are cut off, changed, or replaced by
  // others: in that graph, or in one that begins with the same nodes as far as it is indexed.
  void cut(const Graph& graph, std::size_t length);

  // There are more tasks and objects now.
  void grow(std::size_t tasks, std::size_t objects);

  // A node was appended; what it took from is there.
  void add();
  // Its matches were appended.
  void add_matches(std::size_t first);

  Position at(NodeId id) const { return tasks_[task_of(id)][place_of(id)]; }
  std::size_t size_of(std::uint32_t task) const { return task < tasks_.size() ? tasks_[task].size() : 0; }
  std::span<const Position> nodes_of(std::uint32_t task) const { return tasks_[task]; }
  Position group(Position node) const { return links_[node].event; }  // the first node of its event
  Position next_of_event(Position node) const { return links_[node].next; }
  Position before_in_task(Position node) const { return links_[node].before; }
  Position source(Position node) const { return links_[node].from; }  // of what gets something: from where; or kNone
  Position taken_by(Position send) const { return links_[send].taken_by; }
  // For a moment.
  void set_source(Position receive, Position message) { links_[receive].from = message; }
  void set_taker(Position message, Position receive) { links_[message].taken_by = receive; }

  // Of an object, in order.
  std::span<const Position> writes(std::uint32_t object) const { return writes_[object]; }
  std::size_t place_among_writes(Position write) const;
  std::span<const Position> reads(std::uint32_t object) const { return reads_[object]; }
  std::span<const Position> receives(std::uint32_t object) const { return receives_[object]; }
  std::span<const Position> untaken(std::uint32_t object) const { return untaken_[object]; }

  template <class F>
  void for_each_message(Position receive, F&& f) const {
    for (std::uint32_t m = links_[receive].matches; m != kNone; m = matches_[m].of_receive) f(matches_[m].message);
  }
  template <class F>
  void for_each_receive(Position message, F&& f) const {
    for (std::uint32_t m = links_[message].matches; m != kNone; m = matches_[m].of_message) f(matches_[m].receive);
  }

  // Of each task its first so many nodes; empty: the whole graph.
  using Part = std::vector<std::uint32_t>;

  // What comes right before a node, in that part of the graph; and perhaps more that comes before it.
  template <class F>
  [[gnu::always_inline]] void for_each_before(Position node, const Part& part, F&& f) const;

  // An order in which the events of that part could happen, each by its first node. False: there is none. `last` is the
  // node whose event comes as late as possible; kNone: none.
  // `as_before`: the graph is one that was executed, but for what `last` got, and perhaps some nodes less.
  bool order(const Part& part, Position last, bool as_before, std::vector<Position>& into);

  // The same for the whole graph if only that read or choice, the last of its task, has changed since it was executed:
  // in the order of execution, if that will do. False: nobody knows.
  bool order_as_before(Position changed, std::vector<Position>& into);

 private:
  bool in(Position node, const Part& part) const {
    if (part.empty()) return true;
    const NodeId id = graph_->nodes[node].id;
    return place_of(id) < part[task_of(id)];
  }
  void link(Position node);
  void find_source(Position node);
  void insert(Position node);
  void remove(Position node);
  Position& readers_of(Position read) {  // of what that read saw
    const Position from = links_[read].from;
    return from == kNone ? first_readers_[graph_->nodes[read].object] : links_[from].readers;
  }
  void begin_as_before(Position changed, std::vector<Position>& into);
  std::uint32_t unchanged_until(Position receive) const;
  enum Visited : std::uint8_t { kNew, kOpen, kDone };
  Position undone_before(Position event, const Part& part, Position held, bool& cycle) const;
  bool visit(Position root, const Part& part, Position held, std::vector<Position>& into);

  const Graph* graph_ = nullptr;
  std::vector<std::vector<Position>> tasks_;
  std::vector<std::vector<Position>> writes_, reads_, receives_, untaken_;  // by object
  struct Links {
    Position event = kNone;     // its first node
    Position next = kNone;      // of the same event
    Position before = kNone;    // in its task
    Position from = kNone;      // GraphNode::from
    Position taken_by = kNone;  // of a send
    Position readers = kNone;   // of a write: the last of them
    Position next_reader = kNone;
    std::uint32_t matches = kNone;  // the last of them
  };
  struct MatchLinks {
    Position receive, message;
    std::uint32_t of_receive, of_message;  // the next one of the same receive, of the same message
  };
  std::vector<Links> links_;             // by node
  std::vector<Position> first_readers_;  // by object: of its first value
  std::vector<MatchLinks> matches_;      // by match
  std::vector<Position> early_;          // nodes that get something from later ones

  std::vector<std::uint8_t> visited_;  // by event
  std::vector<Position> open_;
};

template <class F>
inline void GraphIndex::for_each_before(Position position, const Part& part, F&& f) const {
  const GraphNode& node = graph_->nodes[position];
  if (const Position before = links_[position].before; before != kNone)
    f(before);
  else if (node.parent != kNone)
    f(at(node.parent));
  if (node.clocked)
    for (std::uint32_t t = 0; t < tasks_.size(); ++t)
      for (std::size_t i = part.empty() ? tasks_[t].size() : std::min<std::size_t>(part[t], tasks_[t].size()); i-- > 0;)
        if (graph_->nodes[tasks_[t][i]].epoch < node.epoch) {
          f(tasks_[t][i]);
          break;
        }
  switch (node.kind) {
    case NodeKind::plain:
    case NodeKind::choice:
      break;
    case NodeKind::await:
    case NodeKind::read:
    case NodeKind::receive:
      if (const Position from = links_[position].from; from != kNone) f(from);
      break;
    case NodeKind::write: {
      const std::vector<Position>& writes = writes_[node.object];
      std::size_t i = place_among_writes(position);
      while (i > 0 && !in(writes[i - 1], part)) --i;
      if (i > 0) f(writes[i - 1]);
      for (Position r = i > 0 ? links_[writes[i - 1]].readers : first_readers_[node.object]; r != kNone;
           r = links_[r].next_reader)
        if (in(r, part)) f(r);
      break;
    }
    case NodeKind::send: {
      const Position taker = links_[position].taken_by;
      const std::uint32_t until = taker != kNone && in(taker, part) ? place_of(graph_->nodes[taker].id) : kMaxPlace;
      for_each_receive(position, [&](Position receive) {
        if (place_of(graph_->nodes[receive].id) >= until || !in(receive, part)) return;
        const Position from = links_[receive].from;
        f(from == kNone ? receive : from);
      });
      break;
    }
  }
}

}  // namespace heddle
