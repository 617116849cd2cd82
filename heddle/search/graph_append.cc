// New nodes, and what else each of them could have been.
#include <algorithm>

#include "heddle/search/graph_search.h"

namespace heddle {

// `node` is the last of the graph, and not in the index yet: nobody knows what it got.
void GraphSearch::append(GraphNode& node, std::uint32_t number) {
  switch (node.kind) {
    case NodeKind::plain:
      add_last();
      break;
    case NodeKind::await:
      return append_await(node, number);
    case NodeKind::choice:
      return append_choice(node);
    case NodeKind::read:
      return append_read(node);
    case NodeKind::write:
      return append_write(node);
    case NodeKind::send:
      return append_send(node, number);
    case NodeKind::receive:
      return append_receive(node, number);
  }
}

// The last node of the graph is complete.
Position GraphSearch::index_last() {
  Graph& g = graph();
  g.nodes.back().matches = static_cast<std::uint32_t>(g.matches.size());
  g.make_room();
  index_.add();
  return static_cast<Position>(g.nodes.size() - 1);
}

// The same for what the execution at hand did.
[[gnu::flatten]] Position GraphSearch::add_last() {
  const Position at = index_last();
  make_room(at + 1);
  const Position event = index_.group(at);
  if (event == at) {
    run_place_[at] = graph().nodes[at].when = static_cast<std::uint32_t>(run_.size());
    run_.push_back(at);
  } else {
    unsettle(event);
  }
  find_causes(event);
  return at;
}

void GraphSearch::make_room(std::size_t nodes) {
  if (nodes <= run_place_.size() && nodes * width_ <= before_.size()) return;
  nodes += nodes / 2 + 64;
  run_place_.resize(nodes);
  message_at_.resize(nodes);
  receive_at_.resize(nodes);
  before_.resize(nodes * width_);
}

void GraphSearch::offer(NodeId node, std::uint32_t value, GraphItem::Kind kind) {
  state().items.push_back({kind, node, value, static_cast<std::uint32_t>(graph().nodes.size()), 0, 0});
}

void GraphSearch::append_await(GraphNode& node, std::uint32_t awaited) {
  node.from = last_of(awaited);
  add_last();
}

void GraphSearch::append_choice(GraphNode& node) {
  const std::uint64_t stable = stable_[task_of(node.id)];
  for (const Answer& fresh : fresh_answers_) {
    if (fresh.task != stable || fresh.sequence != node.sequence) continue;
    node.from = node.detail = fresh.answer;
    add_last();
    for (std::size_t i = fresh.others.size(); i-- > 0;) offer(node.id, fresh.others[i], GraphItem::Kind::take);
    return;
  }
  refuse("a choice comes about that nobody has answered");
}

// How many of the writes of its object come before whatever the node is.
std::size_t GraphSearch::settled_writes(const GraphNode& node) {
  const std::span<const Position> writes = index_.writes(node.object);
  std::size_t n = writes.size();
  if (n == 0 || caused_by(graph().nodes[writes[n - 1]].id, node)) return n;
  find_base(node);
  while (n > 0 && !has(base_.data(), graph().nodes[writes[n - 1]].id)) --n;
  return n;
}

void GraphSearch::append_read(GraphNode& node) {
  const std::size_t count = index_.writes(node.object).size();
  const std::size_t lowest = settled_writes(node);
  if (count > 0) node.from = graph().nodes[index_.writes(node.object)[count - 1]].id;
  add_last();
  if (count > 0 && lowest == 0) offer(node.id, kNone, GraphItem::Kind::take);
  for (std::size_t i = lowest == 0 ? 0 : lowest - 1; i + 1 < count; ++i)
    offer(node.id, graph().nodes[index_.writes(node.object)[i]].id, GraphItem::Kind::take);
}

void GraphSearch::append_write(GraphNode& node) {
  if (node.update) {
    find_place(node);
    add_last();
    return;
  }
  const std::size_t count = index_.writes(node.object).size();
  const std::size_t lowest = settled_writes(node);
  if (count > 0) {
    node.rank = graph().nodes[index_.writes(node.object)[count - 1]].rank + 1;
    if (node.detail != 0)
      for (std::size_t i = lowest; i < count; ++i)
        if (graph().nodes[index_.writes(node.object)[i]].detail == node.detail)
          return refuse("equal values are written at the same time");
  }
  add_last();
  for (std::size_t i = lowest; i < count; ++i)
    if (!graph().nodes[index_.writes(node.object)[i]].update)
      offer(node.id, static_cast<std::uint32_t>(i), GraphItem::Kind::place);
}

// Right after what its read saw.
void GraphSearch::find_place(GraphNode& node) {
  const GraphNode& read = graph().nodes[index_.at(node.id - 1)];
  const std::span<const Position> writes = index_.writes(node.object);
  const std::size_t at = read.from == kNone ? 0 : index_.place_among_writes(index_.at(read.from)) + 1;
  for (std::size_t i = 0; i < writes.size(); ++i)
    graph().nodes[writes[i]].rank = static_cast<std::uint32_t>(i < at ? i : i + 1);
  node.rank = static_cast<std::uint32_t>(at);
  if (at < writes.size()) settled_ = 0;  // those after it are not the first after that any more
}

bool GraphSearch::could_take(std::uint32_t receive, std::uint32_t message, std::uint32_t object) const {
  if (receive >= history_->messages[message].until) return false;
  return trial_->object(local_[object]).kind->could_take(receive, message);
}

void GraphSearch::append_send(const GraphNode& node, std::uint32_t message) {
  const Position at = add_last();
  sent_by_[message] = node.id;
  message_at_[at] = message;
  Graph& g = graph();
  const std::size_t first = g.matches.size();
  const std::span<const Position> receives = index_.receives(node.object);
  for (std::size_t i = receives.size(); i-- > 0;) {
    const GraphNode& receive = g.nodes[receives[i]];
    if (has(causes(index_.group(at)), receive.id)) break;  // and so are those before it
    if (could_take(receive_at_[receives[i]], message, node.object)) g.matches.push_back({receive.id, node.id});
  }
  g.nodes.back().matches = static_cast<std::uint32_t>(g.matches.size());
  index_.add_matches(first);
}

void GraphSearch::append_receive(GraphNode& node, std::uint32_t receive) {
  const ReceiveRecord& record = history_->receives[receive];
  candidates_.clear();
  for (Position sent : index_.untaken(node.object))
    if (could_take(receive, message_at_[sent], node.object)) candidates_.push_back(sent);
  node.from = record.message == kNone ? kNone : sent_by_[record.message];
  node.may_expire = record.contested || record.message == kNone;
  if (record.message == kNone && !candidates_.empty()) return refuse("a receive gave up although there was a message");
  others_.clear();
  if (candidates_.size() > 1 || (node.may_expire && node.from != kNone)) find_other_messages(node);
  const Position at = add_last();
  receive_at_[at] = receive;
  Graph& g = graph();
  const std::size_t first = g.matches.size();
  for (Position sent : candidates_) g.matches.push_back({node.id, g.nodes[sent].id});
  g.nodes.back().matches = static_cast<std::uint32_t>(g.matches.size());
  index_.add_matches(first);
  for (Position sent : candidates_)
    if (g.nodes[sent].id != node.from) unsettle(index_.group(sent));
  for (NodeId other : others_) offer(node.id, other, GraphItem::Kind::take);
}

// What the receive could have got instead: what no other message that it could get came before, or nothing in time.
void GraphSearch::find_other_messages(const GraphNode& node) {
  find_base(node);
  bool in_time = node.may_expire && node.from != kNone;
  for (Position sent : candidates_) {
    const NodeId id = graph().nodes[sent].id;
    in_time &= !has(base_.data(), id);
    if (id == node.from) continue;
    const bool first = std::ranges::none_of(candidates_, [&](Position other) {
      return other != sent && has(before(index_.group(sent)), graph().nodes[other].id);
    });
    if (first) others_.push_back(id);
  }
  if (in_time) others_.push_back(kNone);
}

}  // namespace heddle
