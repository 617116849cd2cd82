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

[[gnu::flatten]] void GraphIndex::extend(const Graph& graph, std::size_t tasks, std::size_t objects) {
  graph_ = &graph;
  grow(tasks, objects);
  const auto first = static_cast<Position>(links_.size());
  const auto size = static_cast<Position>(graph.nodes.size());
  links_.reserve(size + 16);
  for (Position i = first; i < size; ++i) link(i);
  for (Position i = first; i < size; ++i) find_source(i);  // which may stand behind it
  for (Position i = first; i < size; ++i) insert(i);
  add_matches(matches_.size());
}

[[gnu::flatten]] void GraphIndex::cut(const Graph& graph, std::size_t length) {
  graph_ = &graph;
  if (length >= links_.size()) return;
  for (std::size_t i = early_.size(); i-- > 0;)  // what is left gets nothing from what goes
    if (early_[i] < length && links_[early_[i]].from >= length) {
      length = early_[i];
      i = early_.size();
    }
  while (!early_.empty() && early_.back() >= length) early_.pop_back();
  for (const std::size_t left = length == 0 ? 0 : graph.nodes[length - 1].matches; matches_.size() > left;
       matches_.pop_back()) {
    const MatchLinks& match = matches_.back();
    links_[match.receive].matches = match.of_receive;
    links_[match.message].matches = match.of_message;
  }
  for (auto i = static_cast<Position>(links_.size()); i-- > length;) remove(i);
  links_.resize(length);
}

void GraphIndex::link(Position i) {
  const GraphNode& node = graph_->nodes[i];
  std::vector<Position>& nodes = tasks_[task_of(node.id)];
  Links& links = links_.emplace_back();
  links.event = i;
  if (!nodes.empty()) {
    links.before = nodes.back();
    if (Links& before = links_[links.before]; graph_->nodes[links.before].sequence == node.sequence) {
      links.event = before.event;
      before.next = i;
    }
  }
  nodes.push_back(i);
}

void GraphIndex::find_source(Position i) {
  const GraphNode& node = graph_->nodes[i];
  if (!gets(node.kind) || node.from == kNone) return;
  const Position from = links_[i].from = at(node.from);
  if (node.kind == NodeKind::receive) links_[from].taken_by = i;
  if (from > i) early_.push_back(i);
}

[[gnu::flatten]] void GraphIndex::add() {
  const auto i = static_cast<Position>(graph_->nodes.size() - 1);
  link(i);
  find_source(i);
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
      Position& first = readers_of(i);
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
      if (const Position from = links_[i].from; from < i) std::erase(untaken_[node.object], from);
      break;
  }
}

// The last one; what it got is still there, unless that stood behind it.
void GraphIndex::remove(Position i) {
  const GraphNode& node = graph_->nodes[i];
  const Links& links = links_[i];
  tasks_[task_of(node.id)].pop_back();
  if (links.event != i) links_[links.before].next = kNone;
  switch (node.kind) {
    case NodeKind::plain:
    case NodeKind::await:
    case NodeKind::choice:
      break;
    case NodeKind::read:
      reads_[node.object].pop_back();
      if (links.from == kNone || links.from < i) readers_of(i) = links.next_reader;
      break;
    case NodeKind::write:
      std::erase(writes_[node.object], i);
      break;
    case NodeKind::send:
      if (links.taken_by == kNone) untaken_[node.object].pop_back();
      break;
    case NodeKind::receive:
      receives_[node.object].pop_back();
      if (links.from < i) {
        links_[links.from].taken_by = kNone;
        std::vector<Position>& untaken = untaken_[node.object];
        untaken.insert(std::ranges::lower_bound(untaken, links.from), links.from);
      }
      break;
  }
}

void GraphIndex::add_matches(std::size_t first) {
  for (std::size_t m = first; m < graph_->matches.size(); ++m) {
    const Position receive = at(graph_->matches[m].receive), message = at(graph_->matches[m].message);
    std::uint32_t& of_receive = links_[receive].matches;
    std::uint32_t& of_message = links_[message].matches;
    matches_.push_back({receive, message, of_receive, of_message});
    of_receive = of_message = static_cast<std::uint32_t>(m);
  }
}

std::size_t GraphIndex::place_among_writes(Position write) const {
  const std::vector<Position>& writes = writes_[graph_->nodes[write].object];
  std::size_t i = writes.size() - 1;
  while (writes[i] != write) --i;
  return i;
}

// Something that comes before the event and was not visited; kNone: nothing. A function of its own, into which all that it
// calls is inlined: thus its data stay in registers.
[[gnu::noinline]] Position GraphIndex::undone_before(Position event, const Part& part, Position held, bool& cycle) const {
  Position next = kNone;
  for (Position node = event; node != kNone && in(node, part); node = links_[node].next)
    for_each_before(node, part, [&](Position before) {
      const Position from = links_[before].event;
      if (visited_[from] == kDone || !in(before, part)) return;
      if (from == event) {  // one message after another that the same event sent later
        cycle |= graph_->nodes[before].id > graph_->nodes[node].id;
        return;
      }
      cycle |= visited_[from] == kOpen;
      if (next == kNone || next == held) next = from;  // the held one only if nothing else is left
    });
  return next;
}

// Before an event, whatever comes before it and was not visited yet.
bool GraphIndex::visit(Position root, const Part& part, Position held, std::vector<Position>& into) {
  open_.assign(1, root);
  while (!open_.empty()) {
    Position event = open_.back();
    visited_[event] = kOpen;
    // Its task's past comes first: no need to look at all the others on the way there.
    for (Position before; (before = links_[event].before) != kNone; visited_[event] = kOpen) {
      before = links_[before].event;
      if (visited_[before] != kNew || before == held) break;
      open_.push_back(event = before);
    }
    bool cycle = false;
    const Position next = undone_before(event, part, held, cycle);
    if (cycle) return false;
    if (next != kNone) {
      open_.push_back(next);
      continue;
    }
    visited_[event] = kDone;
    into.push_back(event);
    open_.pop_back();
  }
  return true;
}

bool GraphIndex::order(const Part& part, Position last, bool as_before, std::vector<Position>& into) {
  visited_.assign(graph_->nodes.size(), kNew);
  into.clear();
  const Position held = last == kNone ? kNone : links_[last].event;
  if (as_before) begin_as_before(last, into);
  for (Position i = 0; i < graph_->nodes.size(); ++i) {
    if (links_[i].event != i || i == held || visited_[i] != kNew || !in(i, part)) continue;
    bool cycle = false;
    const Position before = undone_before(i, part, held, cycle);
    if (cycle) return false;
    if (before == kNone) {  // mostly everything was visited
      visited_[i] = kDone;
      into.push_back(i);
    } else if (!visit(i, part, held, into)) {
      return false;
    }
  }
  return held == kNone || !in(held, part) || visited_[held] == kDone || visit(held, part, held, into);
}

// Where the last execution comes to what a receive must come before now, or what it takes.
std::uint32_t GraphIndex::unchanged_until(Position receive) const {
  const std::vector<GraphNode>& nodes = graph_->nodes;
  const auto when = [&](Position node) { return nodes[links_[node].event].when; };
  const Position taken = links_[receive].from;
  std::uint32_t until = kNone;
  for_each_message(receive, [&](Position message) {
    const Position taker = links_[message].taken_by;
    const bool gone = taker != kNone && place_of(nodes[taker].id) < place_of(nodes[receive].id);
    if (message != taken && !gone && (taken == kNone || when(message) <= when(taken)))
      until = std::min(until, when(message));
  });
  return until;
}

// A receive gets something else: what was executed before anything that this puts off may be executed in the same order.
void GraphIndex::begin_as_before(Position changed, std::vector<Position>& into) {
  const std::vector<GraphNode>& nodes = graph_->nodes;
  const bool last_of_task = tasks_[task_of(nodes[changed].id)].back() == changed;
  if (nodes[changed].kind != NodeKind::receive || links_[changed].event != changed || !last_of_task) return;
  const std::uint32_t until = unchanged_until(changed);
  for (Position i = 0; i < nodes.size(); ++i) {
    if (links_[i].event != i || i == changed) continue;
    const std::uint32_t when = nodes[i].when;
    if (when == kNone || nodes[i].clocked) return into.clear();
    if (when >= until) continue;
    if (into.size() <= when) into.resize(when + nodes.size(), kNone);
    into[when] = i;
  }
  std::erase(into, kNone);
  for (const Position event : into) visited_[event] = kDone;
}

bool GraphIndex::order_as_before(Position changed, std::vector<Position>& into) {
  const GraphNode& node = graph_->nodes[changed];
  const std::vector<Position>& mine = tasks_[task_of(node.id)];
  if (node.kind != NodeKind::read && node.kind != NodeKind::choice) return false;
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
  }
  if (after > before) return false;
  into.insert(into.begin() + before, changed);
  std::erase(into, kNone);
  return true;
}

}  // namespace heddle
