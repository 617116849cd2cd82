#include "heddle/search/graph_index.h"

#include <algorithm>

namespace heddle {

void GraphIndex::grow(std::size_t tasks, std::size_t objects) {
  if (tasks_.size() < tasks) tasks_.resize(tasks);
  if (writes_.size() >= objects) return;
  writes_.resize(objects);
  reads_.resize(objects);
  receives_.resize(objects);
  untaken_.resize(objects);
  first_readers_.resize(objects, kNone);
}

void GraphIndex::build(const Graph& graph, std::size_t tasks, std::size_t objects) {
  graph_ = &graph;
  for (auto& nodes : tasks_) nodes.clear();
  for (std::size_t i = 0; i < writes_.size(); ++i) {
    writes_[i].clear();
    reads_[i].clear();
    receives_[i].clear();
    untaken_[i].clear();
    first_readers_[i] = kNone;
  }
  grow(tasks, objects);
  const std::size_t size = graph.nodes.size();
  group_.resize(size);
  taken_by_.assign(size, kNone);
  readers_.assign(size, kNone);
  next_reader_.assign(size, kNone);
  messages_of_.assign(size, kNone);
  receives_of_.assign(size, kNone);
  next_message_.clear();
  next_receive_.clear();
  for (Position i = 0; i < size; ++i) {
    const GraphNode& node = graph.nodes[i];
    std::vector<Position>& nodes = tasks_[task_of(node.id)];
    const bool same = !nodes.empty() && graph.nodes[nodes.back()].sequence == node.sequence;
    group_[i] = same ? group_[nodes.back()] : i;
    nodes.push_back(i);
  }
  for (Position i = 0; i < size; ++i)  // what was taken first: the takers may stand before it
    if (graph.nodes[i].kind == NodeKind::receive && graph.nodes[i].from != kNone)
      taken_by_[at(graph.nodes[i].from)] = i;
  for (Position i = 0; i < size; ++i) insert(i);
  add_matches(0);
}

void GraphIndex::add() {
  const auto i = static_cast<Position>(graph_->nodes.size() - 1);
  const GraphNode& node = graph_->nodes[i];
  std::vector<Position>& nodes = tasks_[task_of(node.id)];
  const bool same = !nodes.empty() && graph_->nodes[nodes.back()].sequence == node.sequence;
  group_.push_back(same ? group_[nodes.back()] : i);
  nodes.push_back(i);
  taken_by_.push_back(kNone);
  readers_.push_back(kNone);
  next_reader_.push_back(kNone);
  messages_of_.push_back(kNone);
  receives_of_.push_back(kNone);
  if (node.kind == NodeKind::receive && node.from != kNone) {
    const Position sent = at(node.from);
    taken_by_[sent] = i;
    std::erase(untaken_[node.object], sent);
  }
  insert(i);
}

void GraphIndex::insert(Position i) {
  const GraphNode& node = graph_->nodes[i];
  switch (node.kind) {
    case NodeKind::plain:
    case NodeKind::choice:
      break;
    case NodeKind::read: {
      reads_[node.object].push_back(i);
      Position& first = node.from == kNone ? first_readers_[node.object] : readers_[at(node.from)];
      next_reader_[i] = first;
      first = i;
      break;
    }
    case NodeKind::write: {
      std::vector<Position>& writes = writes_[node.object];
      std::size_t k = writes.size();
      while (k > 0 && graph_->nodes[writes[k - 1]].rank > node.rank) --k;
      writes.insert(writes.begin() + static_cast<std::ptrdiff_t>(k), i);
      break;
    }
    case NodeKind::send:
      if (taken_by_[i] == kNone) untaken_[node.object].push_back(i);
      break;
    case NodeKind::receive:
      receives_[node.object].push_back(i);
      break;
  }
}

void GraphIndex::add_matches(std::size_t first) {
  for (std::size_t m = first; m < graph_->matches.size(); ++m) {
    const Match& match = graph_->matches[m];
    std::uint32_t& of_receive = messages_of_[at(match.receive)];
    std::uint32_t& of_message = receives_of_[at(match.message)];
    next_message_.push_back(of_receive);
    next_receive_.push_back(of_message);
    of_receive = of_message = static_cast<std::uint32_t>(m);
  }
}

std::size_t GraphIndex::place_among_writes(Position write) const {
  const std::vector<Position>& writes = writes_[graph_->nodes[write].object];
  std::size_t i = writes.size() - 1;
  while (writes[i] != write) --i;
  return i;
}

void GraphIndex::whole(Part& part) const {
  part.resize(tasks_.size());
  for (std::size_t t = 0; t < tasks_.size(); ++t) part[t] = static_cast<std::uint32_t>(tasks_[t].size());
}

bool GraphIndex::order(const Part& part, Position last, std::vector<Position>& into) {
  const std::size_t size = graph_->nodes.size();
  edges_.clear();
  edges_of_.assign(size, kNone);
  open_.assign(size, 0);
  into.clear();
  std::size_t events = 0;
  const Position held = last == kNone ? kNone : group_[last];
  for (Position i = 0; i < size; ++i) {
    if (!in(i, part)) continue;
    const Position event = group_[i];
    events += event == i;
    for_each_before(i, part, [&](Position before) {
      const Position from = group_[before];
      if (from == event || !in(before, part)) return;
      edges_.push_back({event, edges_of_[from]});
      edges_of_[from] = static_cast<std::uint32_t>(edges_.size() - 1);
      ++open_[event];
    });
  }
  for (Position i = 0; i < size; ++i)
    if (group_[i] == i && i != held && open_[i] == 0 && in(i, part)) into.push_back(i);
  bool let_go = held == kNone || !in(held, part);
  for (std::size_t next = 0;; ++next) {
    if (next == into.size()) {
      if (let_go || open_[held] != 0) break;
      let_go = true;
      into.push_back(held);
    }
    for (std::uint32_t e = edges_of_[into[next]]; e != kNone; e = edges_[e].next)
      if (--open_[edges_[e].to] == 0 && edges_[e].to != held) into.push_back(edges_[e].to);
  }
  return into.size() == events;
}

}  // namespace heddle
