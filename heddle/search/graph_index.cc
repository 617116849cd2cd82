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
  links_.clear();
  next_.clear();
  links_.reserve(graph.nodes.size() + 16);
  for (Position i = 0; i < graph.nodes.size(); ++i) link(i);
  for (Position i = 0; i < graph.nodes.size(); ++i) {  // those who took it may stand before it
    const GraphNode& node = graph.nodes[i];
    if (node.kind == NodeKind::receive && node.from != kNone) links_[at(node.from)].taken_by = i;
  }
  for (Position i = 0; i < graph.nodes.size(); ++i) insert(i);
  add_matches(0);
}

void GraphIndex::link(Position i) {
  const GraphNode& node = graph_->nodes[i];
  std::vector<Position>& nodes = tasks_[task_of(node.id)];
  const bool same = !nodes.empty() && graph_->nodes[nodes.back()].sequence == node.sequence;
  links_.push_back({.event = same ? links_[nodes.back()].event : i});
  nodes.push_back(i);
}

void GraphIndex::add() {
  const auto i = static_cast<Position>(graph_->nodes.size() - 1);
  const GraphNode& node = graph_->nodes[i];
  link(i);
  if (node.kind == NodeKind::receive && node.from != kNone) {
    const Position sent = at(node.from);
    links_[sent].taken_by = i;
    std::erase(untaken_[node.object], sent);
  }
  insert(i);
}

void GraphIndex::insert(Position i) {
  const GraphNode& node = graph_->nodes[i];
  switch (node.kind) {
    case NodeKind::plain:
    case NodeKind::await:
    case NodeKind::choice:
      break;
    case NodeKind::read: {
      reads_[node.object].push_back(i);
      Position& first = node.from == kNone ? first_readers_[node.object] : links_[at(node.from)].readers;
      links_[i].next_reader = first;
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
      if (links_[i].taken_by == kNone) untaken_[node.object].push_back(i);
      break;
    case NodeKind::receive:
      receives_[node.object].push_back(i);
      break;
  }
}

void GraphIndex::add_matches(std::size_t first) {
  for (std::size_t m = first; m < graph_->matches.size(); ++m) {
    const Match& match = graph_->matches[m];
    std::uint32_t& of_receive = links_[at(match.receive)].matches;
    std::uint32_t& of_message = links_[at(match.message)].matches;
    next_.push_back({of_receive, of_message});
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
  const Position held = last == kNone ? kNone : links_[last].event;
  for (Position i = 0; i < size; ++i) {
    if (!in(i, part)) continue;
    const Position event = links_[i].event;
    events += event == i;
    for_each_before(i, part, [&](Position before) {
      const Position from = links_[before].event;
      if (from == event || !in(before, part)) return;
      edges_.push_back({event, edges_of_[from]});
      edges_of_[from] = static_cast<std::uint32_t>(edges_.size() - 1);
      ++open_[event];
    });
  }
  for (Position i = 0; i < size; ++i)
    if (links_[i].event == i && i != held && open_[i] == 0 && in(i, part)) into.push_back(i);
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

bool GraphIndex::order_as_before(Position changed, std::vector<Position>& into) {
  const GraphNode& node = graph_->nodes[changed];
  const std::vector<Position>& mine = tasks_[task_of(node.id)];
  if (links_[changed].event != changed || mine.back() != changed || node.clocked) return false;
  into.clear();
  for (Position i = 0; i < graph_->nodes.size(); ++i) {
    const GraphNode& other = graph_->nodes[i];
    if (links_[i].event != i || i == changed) continue;
    if (other.when == kNone) return false;
    if (into.size() <= other.when) into.resize(other.when + 1, kNone);
    into[other.when] = i;
  }
  // After its task's last event, or birth, and what it saw; before what was written next.
  std::uint32_t after = 0, before = static_cast<std::uint32_t>(into.size());
  const auto comes_after = [&](Position other) {
    after = std::max(after, graph_->nodes[links_[other].event].when + 1);
  };
  if (mine.size() > 1)
    comes_after(mine[mine.size() - 2]);
  else if (node.parent != kNone)
    comes_after(at(node.parent));
  if (node.kind == NodeKind::read) {
    if (node.from != kNone) comes_after(at(node.from));
    const std::vector<Position>& writes = writes_[node.object];
    const std::size_t next = node.from == kNone ? 0 : place_among_writes(at(node.from)) + 1;
    if (next < writes.size()) before = graph_->nodes[links_[writes[next]].event].when;
  } else if (node.kind != NodeKind::choice) {
    return false;
  }
  if (after > before) return false;
  into.insert(into.begin() + before, changed);
  std::erase(into, kNone);
  return true;
}

}  // namespace heddle
