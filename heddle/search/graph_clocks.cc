// What led to an event, and what happened before it: two clocks of each, over the tasks of the search.
#include <algorithm>
#include <utility>

#include "heddle/search/graph_search.h"

namespace heddle {
namespace {

void join(std::uint32_t* into, const std::uint32_t* from, std::size_t width) {
  for (std::size_t i = 0; i < width; ++i) into[i] = std::max(into[i], from[i]);
}

}  // namespace

// Everything of earlier epochs.
void GraphSearch::join_epochs(std::uint32_t* into, std::uint32_t epoch) {
  for (std::uint32_t t = 0; t < width_; ++t) {
    const std::span<const Position> nodes = index_.nodes_of(t);
    std::size_t n = nodes.size();
    while (n > 0 && graph().nodes[nodes[n - 1]].epoch >= epoch) --n;
    into[t] = std::max(into[t], static_cast<std::uint32_t>(n));
  }
}

// There may be more tasks now than when the causes were found. False: nobody has found any.
bool GraphSearch::widen_causes() {
  Graph& g = graph();
  const std::size_t before = std::exchange(g.width, width_);
  if (before == width_) return true;
  std::vector<std::uint32_t> wide(g.nodes.size() * width_, 0);
  for (std::size_t i = 0; before != 0 && i < g.nodes.size(); ++i)
    std::copy_n(g.causes.data() + i * before, before, wide.data() + i * width_);
  g.causes = std::move(wide);
  return before != 0;
}

// Its task's past, its task's birth, the clock, and what it saw or took: without these it would not be what it is.
void GraphSearch::find_causes(Position event) {
  const Clock clock = causes(event);
  const std::vector<GraphNode>& nodes = graph().nodes;
  const GraphNode& first = nodes[event];
  Position past = index_.before_in_task(event);
  if (past == kNone && first.parent != kNone) past = index_.at(first.parent);
  if (past == kNone)
    std::fill_n(clock, width_, 0);
  else
    std::copy_n(causes(index_.group(past)), width_, clock);
  if (first.clocked) join_epochs(clock, first.epoch);
  NodeId last = kNone;
  for (Position at = event; at != kNone; at = index_.next_of_event(at)) {
    const GraphNode& node = nodes[at];
    if (gets(node.kind) && node.from != kNone) join(clock, causes(index_.group(index_.source(at))), width_);
    last = node.id;
  }
  clock[task_of(last)] = place_of(last) + 1;
}

void GraphSearch::find_before(Position event) {
  const Clock clock = before(event);
  bool empty = true;
  NodeId last = kNone;
  for (Position at = event; at != kNone; at = index_.next_of_event(at)) {
    index_.for_each_before(at, whole_, [&](Position earlier) {
      const Position group = index_.group(earlier);
      if (group == event) return;
      if (empty)
        std::copy_n(before(group), width_, clock);
      else
        join(clock, before(group), width_);
      empty = false;
    });
    last = graph().nodes[at].id;
  }
  if (empty) std::fill_n(clock, width_, 0);
  clock[task_of(last)] = place_of(last) + 1;
}

void GraphSearch::settle_before() {
  for (; settled_ < run_.size(); ++settled_) find_before(run_[settled_]);
}

// Something new comes before this event: it, and what comes after it, is not right any more.
void GraphSearch::unsettle(Position event) { settled_ = std::min<std::size_t>(settled_, run_place_[event]); }

// What comes before whatever this task does next, whatever it is.
void GraphSearch::find_base(const GraphNode& node) {
  settle_before();
  base_.assign(width_, 0);
  const std::span<const Position> mine = index_.nodes_of(task_of(node.id));
  std::size_t n = mine.size();
  while (n > 0 && graph().nodes[mine[n - 1]].sequence == node.sequence) --n;
  if (n > 0)
    join(base_.data(), before(index_.group(mine[n - 1])), width_);
  else if (node.parent != kNone)
    join(base_.data(), before(index_.group(index_.at(node.parent))), width_);
  if (node.clocked) join_epochs(base_.data(), node.epoch);
}

// Did the earlier node lead to what this task does next, whatever it is?
bool GraphSearch::caused_by(NodeId earlier, const GraphNode& node) {
  const std::span<const Position> mine = index_.nodes_of(task_of(node.id));
  std::size_t n = mine.size();
  while (n > 0 && graph().nodes[mine[n - 1]].sequence == node.sequence) --n;
  if (n > 0) return has(causes(index_.group(mine[n - 1])), earlier);
  return node.parent != kNone && has(causes(index_.group(index_.at(node.parent))), earlier);
}

// The same as find_causes, in a graph that no execution has.
void GraphSearch::close_over_causes(Position node, std::vector<std::uint32_t>& clock) const {
  const std::vector<GraphNode>& nodes = stack_.back().graph.nodes;
  clock.assign(stable_.size(), 0);
  std::vector<Position> open{node};
  while (!open.empty()) {
    const GraphNode& n = nodes[open.back()];
    open.pop_back();
    const std::uint32_t task = task_of(n.id);
    for (std::uint32_t place = place_of(n.id) + 1; clock[task] < place;) {
      const Position at = index_.nodes_of(task)[--place];
      const GraphNode& each = nodes[at];
      if (place == 0 && each.parent != kNone) open.push_back(index_.at(each.parent));
      if (gets(each.kind) && each.from != kNone)
        open.push_back(index_.at(each.from));
      if (each.clocked)
        for (std::uint32_t t = 0; t < clock.size(); ++t)
          for (std::size_t i = index_.nodes_of(t).size(); i-- > 0;)
            if (nodes[index_.nodes_of(t)[i]].epoch < each.epoch) {
              open.push_back(index_.nodes_of(t)[i]);
              break;
            }
    }
    clock[task] = std::max(clock[task], place_of(n.id) + 1);
  }
}

}  // namespace heddle
