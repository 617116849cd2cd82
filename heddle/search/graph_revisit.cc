// Who of those that are there could have got what is new? And would that be the only way to that graph?
#include <algorithm>

#include "heddle/search/graph_search.h"

namespace heddle {

// `fresh`: a send, the last write of its object, or the write of an update. `rival`: the read of another update that
// saw what this one did; the graph is then good for nothing but to be taken back that far. kNone: there is none.
void GraphSearch::look_back(Position fresh, Position rival, const std::uint32_t* causes) {
  const std::vector<GraphNode>& nodes = graph().nodes;
  const GraphNode& source = nodes[fresh];
  const auto led_to_it = [&](NodeId id) { return place_of(id) < causes[task_of(id)]; };
  if (rival != kNone && led_to_it(nodes[rival].id)) return;

  candidates_.clear();
  if (source.kind == NodeKind::send) {
    index_.for_each_receive(fresh, [&](Position receive) {
      if (!led_to_it(nodes[receive].id)) candidates_.push_back(receive);
    });
  } else {
    for (Position read : index_.reads(source.object))
      if (!led_to_it(nodes[read].id)) candidates_.push_back(read);
  }
  if (candidates_.empty()) return;
  std::ranges::sort(candidates_);

  std::uint32_t clock = kNone;
  for (auto i = static_cast<Position>(nodes.size()); i-- > candidates_.front();) {
    if (led_to_it(nodes[i].id)) continue;
    if (!first_choice(i, causes, fresh)) return;
    if (candidates_.back() != i) continue;
    if (rival == kNone || i <= rival) {
      if (clock == kNone) {
        std::vector<std::uint32_t>& clocks = state().clocks;
        clock = static_cast<std::uint32_t>(clocks.size());
        clocks.insert(clocks.end(), causes, causes + stable_.size());
        clocks[clock + task_of(source.id)] = place_of(source.id) + 1;  // what its event did elsewhere is added anew
      }
      state().items.push_back({GraphItem::Kind::revisit, nodes[i].id, source.id,
                               static_cast<std::uint32_t>(nodes.size()), clock,
                               static_cast<std::uint32_t>(stable_.size())});
    }
    candidates_.pop_back();
    if (candidates_.empty()) return;
  }
}

// Is the other in the graph of what was there before the node at hand and of what led to the fresh one?
bool GraphSearch::there(Position other, Position at, const std::uint32_t* causes, Position fresh) const {
  const NodeId id = stack_.back().graph.nodes[other].id, excluded = stack_.back().graph.nodes[fresh].id;
  if (index_.group(other) == index_.group(fresh) && id >= excluded) return false;
  return other < at || has(causes, id);
}

// Seen from the graph of what was there before this node and of what led to the fresh one: is this what it would have
// been at first?
bool GraphSearch::first_choice(Position at, const std::uint32_t* causes, Position fresh) {
  const std::vector<GraphNode>& nodes = graph().nodes;
  const GraphNode& node = nodes[at];
  switch (node.kind) {
    case NodeKind::plain:
    case NodeKind::await:
      return true;
    case NodeKind::choice:
      return node.from == node.detail;
    case NodeKind::read: {
      const std::span<const Position> writes = index_.writes(node.object);
      for (std::size_t i = writes.size(); i-- > 0;)
        if (there(writes[i], at, causes, fresh)) return node.from == nodes[writes[i]].id;
      return node.from == kNone;
    }
    case NodeKind::write: {
      const std::span<const Position> writes = index_.writes(node.object);
      for (std::size_t i = writes.size(); writes[--i] != at;)
        if (there(writes[i], at, causes, fresh)) return false;
      for (Position read : index_.reads(node.object))
        if (read < at && nodes[read].from == node.id) return false;
      return true;
    }
    case NodeKind::send: {
      const Position taker = index_.taken_by(at);
      return taker == kNone || taker > at;
    }
    case NodeKind::receive:
      if (node.from == kNone) return true;
      return there(index_.at(node.from), at, causes, fresh) && first_message(at, causes, fresh);
  }
  return true;
}

// A receive would have given up at first if it could, or else have taken the first message that it could, in a fixed
// order of messages.
bool GraphSearch::first_message(Position at, const std::uint32_t* causes, Position fresh) {
  const std::vector<GraphNode>& nodes = graph().nodes;
  const NodeId taken = nodes[at].from;
  const auto goes_before = [&](NodeId a, NodeId b) {
    const std::uint64_t x = stable_[task_of(a)], y = stable_[task_of(b)];
    return x != y ? x < y : a < b;
  };
  earlier_.clear();
  index_.for_each_message(at, [&](Position sent) {
    const NodeId id = nodes[sent].id;
    const Position taker = index_.taken_by(sent);
    if (id != taken && goes_before(id, taken) && there(sent, at, causes, fresh) &&
        (taker == kNone || nodes[taker].id >= nodes[at].id))
      earlier_.push_back(sent);
  });
  if (earlier_.empty() && !nodes[at].may_expire) return true;

  GraphIndex::Part& part = seen_;
  part.assign(stable_.size(), 0);
  for (std::uint32_t t = 0; t < part.size(); ++t) {
    const std::span<const Position> mine = index_.nodes_of(t);
    std::size_t n = std::min<std::size_t>(causes[t], mine.size());
    while (n < mine.size() && mine[n] < at) ++n;
    part[t] = static_cast<std::uint32_t>(n);
  }
  const NodeId excluded = nodes[fresh].id;
  part[task_of(excluded)] = std::min(part[task_of(excluded)], place_of(excluded));
  part[task_of(nodes[at].id)] = place_of(nodes[at].id) + 1;
  if (nodes[at].may_expire && possible(at, kNone, part)) return false;
  return std::ranges::none_of(earlier_, [&](Position message) { return possible(at, message, part); });
}

// Could the receive have got that message, or nothing, in that part of the graph?
bool GraphSearch::possible(Position receive, Position message, const GraphIndex::Part& part) {
  const Position taken = index_.source(receive);
  const Position taker = message == kNone ? kNone : index_.taken_by(message);
  index_.set_taker(taken, kNone);
  if (message != kNone) index_.set_taker(message, receive);
  index_.set_source(receive, message);
  const bool is = index_.order(part, kNone, false, trial_order_);
  index_.set_source(receive, taken);
  if (message != kNone) index_.set_taker(message, taker);
  index_.set_taker(taken, receive);
  return is;
}

}  // namespace heddle
