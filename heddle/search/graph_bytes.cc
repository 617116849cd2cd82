// Graphs as bytes: for other processes, and for later.
#include "heddle/base/bytes.h"
#include "heddle/search/graph_search.h"

namespace heddle {

// What a piece starts with.
struct GraphSearch::PieceHead {
  NodeId changed = kNone;  // the graph on top is to be executed because of this node; kNone: it was
  NodeId suspect = kNone;
};

std::string GraphSearch::save() const {
  if (stack_.empty()) return {};
  return bytes_of({changed_, suspect_}, stack_);
}

std::string GraphSearch::bytes_of(const PieceHead& head, const std::vector<GraphState>& stack) const {
  ByteWriter out;
  out.value(head);
  out.list(stable_);
  out.list(object_stable_);
  out.value(std::uint64_t{stack.size()});
  for (const GraphState& state : stack) {
    out.list(state.graph.nodes);
    out.list(state.graph.matches);
    out.list(state.items);
    out.list(state.clocks);
  }
  return out.take();
}

// The state that has the oldest item: what lies behind that is likely to be most.
std::size_t GraphSearch::oldest() const {
  std::size_t i = 0;
  while (i < stack_.size() && stack_[i].items.empty()) ++i;
  return i;
}

std::uint32_t GraphSearch::to_give() const {
  const std::size_t i = oldest();
  return i < stack_.size() ? stack_[i].items.front().length : 0;
}

void GraphSearch::drop_to_give() {
  std::vector<GraphItem>& items = stack_[oldest()].items;
  items.erase(items.begin());
}

std::string GraphSearch::give() {
  const std::size_t i = oldest();
  if (i == stack_.size()) return {};
  const GraphState& from = stack_[i];
  std::vector<GraphState> piece(1);
  GraphItem item = from.items.front();
  piece[0].graph = from.graph;
  piece[0].graph.cut(item.length);
  if (item.kind == GraphItem::Kind::revisit) {
    piece[0].clocks.assign(from.clocks.begin() + item.clock, from.clocks.begin() + item.clock + item.width);
    item.clock = 0;
  }
  piece[0].items.push_back(item);
  drop_to_give();
  return bytes_of({}, piece);
}

// Tasks and objects have other numbers there.
struct GraphSearch::Renumbering {
  std::vector<std::uint32_t> tasks, objects;
  bool good = true;

  NodeId node(NodeId id) {
    if (id == kNone) return kNone;
    if (task_of(id) >= tasks.size()) good = false;
    return good ? node_id(tasks[task_of(id)], place_of(id)) : id;
  }
  std::uint32_t object(std::uint32_t number) {
    if (number == kNone) return kNone;
    if (number >= objects.size()) good = false;
    return good ? objects[number] : number;
  }
};

bool GraphSearch::take_over(std::string_view bytes) {
  ByteReader in(bytes);
  PieceHead head;
  std::vector<std::uint64_t> tasks, objects;
  std::uint64_t states = 0;
  in.value(head);
  in.list(tasks);
  in.list(objects);
  in.value(states);
  std::vector<GraphState> stack;
  for (std::uint64_t i = 0; in.good() && i < states; ++i) {
    GraphState& state = stack.emplace_back();
    in.list(state.graph.nodes);
    in.list(state.graph.matches);
    in.list(state.items);
    in.list(state.clocks);
  }
  if (!in.at_end() || stack.empty()) return false;
  Renumbering to;
  for (std::uint64_t stable : tasks) to.tasks.push_back(number_of_task(stable));
  for (std::uint64_t stable : objects) to.objects.push_back(number_of_object(stable));
  for (GraphState& state : stack)
    if (!renumber(state, to)) return false;
  if (!stack_.empty()) index_.cut(graph(), 0);
  stack_ = std::move(stack);
  repeats_ = chasing_ = chase_planned_ = false;
  head.changed = to.node(head.changed);
  suspect_ = to.node(head.suspect);
  if (!to.good) return false;
  if (head.changed == kNone) {
    advance();
    return true;
  }
  index_anew();
  if (place_of(head.changed) >= index_.size_of(task_of(head.changed))) return false;
  return lead(index_.at(head.changed), false);
}

bool GraphSearch::renumber(GraphState& state, Renumbering& to) {
  for (GraphItem& item : state.items) {
    if (item.length == 0 || item.length > state.graph.nodes.size()) return false;
    const GraphNode& last = state.graph.nodes[item.length - 1];
    item.node = to.node(item.node);
    if (item.kind == GraphItem::Kind::revisit || (item.kind == GraphItem::Kind::take && gets(last.kind)))
      item.value = to.node(item.value);
  }
  for (GraphNode& node : state.graph.nodes) {
    node.id = to.node(node.id);
    node.object = to.object(node.object);
    node.parent = to.node(node.parent);
    if (gets(node.kind)) node.from = to.node(node.from);
  }
  for (Match& match : state.graph.matches) match = {to.node(match.receive), to.node(match.message)};
  if (!to.good) return false;
  std::vector<std::uint32_t> clocks;
  for (GraphItem& item : state.items) {
    if (item.kind != GraphItem::Kind::revisit) continue;
    if (item.width > to.tasks.size() || std::uint64_t{item.clock} + item.width > state.clocks.size()) return false;
    const std::size_t at = clocks.size();
    clocks.resize(at + stable_.size(), 0);
    for (std::size_t t = 0; t < item.width; ++t) clocks[at + to.tasks[t]] = state.clocks[item.clock + t];
    item.clock = static_cast<std::uint32_t>(at);
    item.width = static_cast<std::uint32_t>(stable_.size());
  }
  state.clocks = std::move(clocks);
  return true;
}

}  // namespace heddle
