// An execution as a graph: what each task did, in order, and where each read and receive has from what it got. Two
// executions are equivalent exactly if their graphs are equal. A graph is a value: it can be copied, cut, kept in a
// file.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/engine/history.h"

namespace heddle {

// A task, by its number in the search, and a place among its nodes, from 0.
using NodeId = std::uint32_t;
inline constexpr std::uint32_t kPlaceBits = 20;
inline constexpr std::uint32_t kMaxPlace = (1u << kPlaceBits) - 1;
inline constexpr std::uint32_t kMaxGraphTask = (1u << (32 - kPlaceBits)) - 2;
constexpr NodeId node_id(std::uint32_t task, std::uint32_t place) { return task << kPlaceBits | place; }
constexpr std::uint32_t task_of(NodeId id) { return id >> kPlaceBits; }
constexpr std::uint32_t place_of(NodeId id) { return id & kMaxPlace; }

enum class NodeKind : std::uint8_t { plain, await, choice, read, write, send, receive };

// Does it have something from another node?
constexpr bool gets(NodeKind kind) {
  return kind == NodeKind::read || kind == NodeKind::receive || kind == NodeKind::await;
}

// What an event did at one object. An event has one node for each, and at least one; an update is a read and a write. An
// event that had to wait for others, whatever the schedule, begins with a node for each of these.
struct GraphNode {
  NodeId id = kNone;
  std::uint32_t sequence = 0;    // of the event
  std::uint32_t object = kNone;  // number in the search
  // Of a read: the write that it saw, kNone: there was none. Of a receive: the send of what it took, kNone: it gave up.
  // Of an await: what had to come before. Of a choice: the answer.
  std::uint32_t from = kNone;
  std::uint32_t rank = 0;      // of a write: its place in the order of the object's writes
  std::uint32_t detail = 0;    // of a write: see Touch
  NodeId parent = kNone;       // of the first node of a task: the node that spawned the task
  std::uint32_t matches = 0;   // how many of Graph::matches there were when this was added
  std::uint32_t epoch = 0;     // how often the clock had moved
  std::uint32_t when = kNone;  // of the first node of an event: its place in the last execution of this graph
  NodeKind kind = NodeKind::plain;
  bool picked = false;      // an operation: somebody decides when it happens
  bool update = false;      // a write: the node before it, a read, saw the write before it
  bool rewrites = false;    // a read: whatever it sees, it writes next
  bool may_expire = false;  // a receive: it could give up
  bool clocked = false;     // waited for the clock: after everything of earlier epochs
};

// This receive could take this message, if the message came in time and nobody took it before.
struct Match {
  NodeId receive;
  NodeId message;
};

// Nodes in the order in which they were added; going back to an earlier time is cutting the end off.
struct Graph {
  std::vector<GraphNode> nodes;
  std::vector<Match> matches;
  // By node: how many nodes of each of `width` tasks led to its event; in the rows of first nodes of events. No tasks:
  // nobody has counted yet. There may be more rows than nodes.
  std::vector<std::uint32_t> causes;
  std::size_t width = 0;

  // A row for each node.
  void make_room() {
    if (causes.size() < nodes.size() * width) causes.resize((nodes.size() + nodes.size() / 2 + 16) * width);
  }

  void cut(std::size_t length) {
    nodes.resize(length);
    matches.resize(length == 0 ? 0 : nodes.back().matches);
  }
};

}  // namespace heddle
