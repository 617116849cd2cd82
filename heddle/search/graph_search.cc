#include "heddle/search/graph_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "heddle/base/assert.h"

namespace heddle {

void GraphSearch::begin(const TrialStart& start) {
  Sampler::begin(start);
  fresh_answers_.clear();
  last_ = kNoTask;
}

const Pending& GraphSearch::pick(Ready& ready) {
  if (chasing_) return chase(ready);
  const std::uint64_t now = Trial::current().steps();
  const std::size_t count = ready.size();
  if (now < led_.size()) {
    const std::uint64_t led = stable_[led_[now]];
    for (std::size_t i = 0; i < count; ++i)
      if (const Pending& each = ready[i]; each.task_stable == led) return each;
  }
  if (const Pending* free = pick_freely(free_, ready, combine(counts_.executions, now))) return *free;
  // Whoever comes next, so that nobody waits for ever.
  const Pending* first = nullptr;
  const Pending* next = nullptr;
  for (std::size_t i = 0; i < count; ++i) {
    const Pending& each = ready[i];
    if (!first || each.task < first->task) first = &each;
    if (last_ != kNoTask && each.task > last_ && (!next || each.task < next->task)) next = &each;
  }
  const Pending& picked = next ? *next : *first;
  last_ = picked.task;
  return picked;
}

std::uint32_t GraphSearch::choose(const Choice& choice) {
  if (chasing_) return choose_in_chase(choice);
  const Task& task = Trial::current().task(choice.task);
  for (const Answer& known : answers_)
    if (known.sequence == task.sequence + 1 && known.task == task.stable && known.answer < choice.count)
      return known.answer;
  Answer fresh{task.stable, task.sequence + 1, kNone, {}};
  for (std::uint32_t answer = 0; answer < choice.count; ++answer) {
    if (!choice.weights.empty() && !(choice.weights[answer] > 0)) continue;
    if (fresh.answer == kNone)
      fresh.answer = answer;
    else
      fresh.others.push_back(answer);
  }
  if (fresh.answer == kNone) fresh.answer = 0;  // weights that allow nothing
  fresh_answers_.push_back(std::move(fresh));
  return fresh_answers_.back().answer;
}

bool GraphSearch::end(const TrialEnd&) {
  if (!refused_.empty() || nondeterminism_) return false;
  if (chasing_) {
    chasing_ = false;
    return true;
  }
  const bool more = repeats_ || advance();
  chasing_ = std::exchange(chase_planned_, false) && more;
  return more;
}

void GraphSearch::refuse(std::string_view why) {
  if (refused_.empty()) refused_ = why;
}

// Finds the next graph to run.
bool GraphSearch::advance() {
  while (!stack_.empty()) {
    GraphState& top = state();
    if (top.items.empty()) {
      index_.cut(top.graph, top.shared);
      drop_state();
      continue;
    }
    const GraphItem item = top.items.back();
    top.items.pop_back();
    index_.cut(top.graph, item.length - (item.kind == GraphItem::Kind::take));
    top.graph.cut(item.length);
    suspect_ = kNone;
    bool run = false;
    switch (item.kind) {
      case GraphItem::Kind::take:
        run = take(item);
        break;
      case GraphItem::Kind::place:
        run = place(item);
        break;
      case GraphItem::Kind::revisit:
        run = revisit(item);
        break;
    }
    if (run) return true;
    if (!refused_.empty()) return false;
  }
  return false;
}

// The last node of the graph gets something else.
bool GraphSearch::take(const GraphItem& item) {
  GraphNode& node = graph().nodes.back();
  HEDDLE_ASSERT(node.id == item.node);
  node.from = item.value;
  if (node.kind == NodeKind::receive) node.picked = node.from == kNone;
  index_anew();
  const NodeId rival = node.kind == NodeKind::read ? overwritten_by(node) : kNone;
  if (rival != kNone && node.rewrites) {
    // Both would write right after what they saw, which no execution has; but either could have seen the other.
    append_rival(rival);
    return false;
  }
  if (rival != kNone) suspect_ = node.id;
  return lead(static_cast<Position>(graph().nodes.size() - 1), true);
}

// The read half of the update that overwrote what this read saw.
NodeId GraphSearch::overwritten_by(const GraphNode& read) const {
  const std::vector<GraphNode>& nodes = stack_.back().graph.nodes;
  const std::span<const Position> writes = index_.writes(read.object);
  const std::size_t next = read.from == kNone ? 0 : index_.place_among_writes(index_.at(read.from)) + 1;
  if (next >= writes.size() || !nodes[writes[next]].update) return kNone;
  return nodes[writes[next]].id - 1;
}

void GraphSearch::append_rival(NodeId rival) {
  for (GraphNode& node : graph().nodes) node.when = kNone;  // it will not be executed like this
  GraphNode write = graph().nodes.back();
  write.id += 1;
  write.kind = NodeKind::write;
  write.update = true;
  write.parent = kNone;
  find_place(write);
  graph().nodes.push_back(write);
  const Position added = index_last();
  std::vector<std::uint32_t> causes;
  close_over_causes(added, causes);
  Graph& g = graph();
  if (g.width != 0) std::copy_n(causes.begin(), g.width, g.causes.data() + index_.group(added) * g.width);
  look_back(added, index_.at(rival), causes.data());
}

// A write moves to another place among those of its object.
bool GraphSearch::place(const GraphItem& item) {
  index_anew();
  const Position moved = index_.at(item.node);
  std::vector<Position> writes(index_.writes(graph().nodes[moved].object).begin(),
                               index_.writes(graph().nodes[moved].object).end());
  index_.cut(graph(), moved);
  std::erase(writes, moved);
  writes.insert(writes.begin() + item.value, moved);
  for (std::uint32_t i = 0; i < writes.size(); ++i) graph().nodes[writes[i]].rank = i;
  index_anew();
  return lead(index_.at(item.node), false);
}

void GraphSearch::drop_state() {
  spare_.push_back(std::move(state()));
  stack_.pop_back();
}

// What was added after the node goes, unless it led to what the node gets now.
bool GraphSearch::revisit(const GraphItem& item) {
  GraphState fresh;
  if (!spare_.empty()) {
    fresh = std::move(spare_.back());
    spare_.pop_back();
  }
  fresh.shared = restrict_to(item, fresh);
  index_.cut(graph(), fresh.shared);
  if (state().items.empty()) {
    fresh.shared = std::min(fresh.shared, state().shared);
    drop_state();
  }
  stack_.push_back(std::move(fresh));
  index_anew();
  offer_places(item);
  return lead(index_.at(item.node), true);
}

// Returns how many nodes stay as they are.
std::size_t GraphSearch::restrict_to(const GraphItem& item, GraphState& fresh) {
  const GraphState& old = state();
  const std::vector<GraphNode>& nodes = old.graph.nodes;
  const std::uint32_t* const causes = old.clocks.data() + item.clock;
  const auto led_to_it = [&](NodeId id) { return task_of(id) < item.width && has(causes, id); };
  const std::size_t width = old.graph.width;
  const auto revisited = std::ranges::find(nodes, item.node, &GraphNode::id);
  HEDDLE_ASSERT(revisited != nodes.end());
  const auto same = static_cast<std::size_t>(revisited - nodes.begin()) + 1;  // so many stay for sure
  const auto row = [&](std::size_t node) { return old.graph.causes.data() + node * width; };
  Graph& graph = fresh.graph;
  graph.width = width;
  graph.nodes.reserve(nodes.size() + 16);
  graph.causes.reserve(graph.nodes.capacity() * width);
  graph.nodes.assign(nodes.data(), nodes.data() + same);
  graph.causes.assign(row(0), row(same));
  graph.nodes.back().from = item.value;
  if (graph.nodes.back().kind == NodeKind::receive) graph.nodes.back().picked = false;
  for (std::size_t i = same; i < nodes.size(); ++i) {
    if (!led_to_it(nodes[i].id)) continue;
    graph.nodes.push_back(nodes[i]);
    graph.causes.insert(graph.causes.end(), row(i), row(i + 1));
  }
  // Matches go with the later of their two nodes.
  std::uint32_t match = nodes[same - 1].matches;
  graph.matches.assign(old.graph.matches.data(), old.graph.matches.data() + match);
  kept_.assign(stable_.size(), 0);
  for (const GraphNode& node : graph.nodes) kept_[task_of(node.id)] = place_of(node.id) + 1;
  const auto stays = [&](NodeId id) { return place_of(id) < kept_[task_of(id)]; };
  for (std::size_t i = same, next = same; i < nodes.size(); ++i) {
    for (; match < nodes[i].matches; ++match)
      if (const Match& m = old.graph.matches[match]; stays(m.receive) && stays(m.message)) graph.matches.push_back(m);
    if (stays(nodes[i].id)) graph.nodes[next++].matches = static_cast<std::uint32_t>(graph.matches.size());
  }
  fresh.items.clear();
  fresh.clocks.assign(causes, causes + item.width);
  return same - 1;
}

// A write that somebody gets now may stand at other places among those that are left.
void GraphSearch::offer_places(const GraphItem& item) {
  const std::vector<GraphNode>& nodes = graph().nodes;
  const GraphNode& source = nodes[index_.at(item.value)];
  if (source.kind != NodeKind::write || source.update) return;
  const std::span<const Position> writes = index_.writes(source.object);
  const auto led_to_it = [&](NodeId id) { return task_of(id) < item.width && has(state().clocks.data(), id); };
  std::size_t lowest = writes.size() - 1;
  while (lowest > 0 && !led_to_it(nodes[writes[lowest - 1]].id)) --lowest;
  for (std::size_t k = lowest; k + 1 < writes.size(); ++k)
    if (!nodes[writes[k]].update) offer(source.id, static_cast<std::uint32_t>(k), GraphItem::Kind::place);
}

// How to lead the test along the graph. False: no execution is like that.
bool GraphSearch::lead(Position last, bool as_before) {
  changed_ = graph().nodes[last].id;
  if (!as_before || !index_.order_as_before(last, order_)) {
    if (!index_.order(whole_, last, as_before, order_)) {
      ++counts_.dropped;
      return false;
    }
  }
  led_.clear();
  answers_.clear();
  for (Position event : order_) {
    const GraphNode& node = graph().nodes[event];
    if (node.picked) led_.push_back(task_of(node.id));
    if (node.kind == NodeKind::choice) answers_.push_back({stable_[task_of(node.id)], node.sequence, node.from, {}});
  }
  return true;
}

}  // namespace heddle
