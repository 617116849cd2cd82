// Search over execution graphs: every class of equivalent executions once, without a memory of those it has been
// through.
//
// Kokologiannakis, Marmanis, Gladstein, Vafeiadis: Truly stateless, optimal dynamic partial order reduction (POPL'22);
// Enea, Giannakopoulou, Kokologiannakis, Majumdar: Model checking distributed protocols in Must (OOPSLA'24). An
// execution is built event by event. A read that could have seen an older write, a receive that could have taken
// another message, a choice: each is another graph to go on from. A new write or message that an event of the graph
// could have got, revisits it: what came after that event is taken back, unless it led to the new one. That happens
// only if what is taken back was the first of its possibilities, so that of all graphs that lead to the same one just
// one does.
//
// Each graph is run: the test is led along an order of its events, then left to itself.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "heddle/engine/failure.h"
#include "heddle/engine/trial.h"
#include "heddle/search/free.h"
#include "heddle/search/graph.h"
#include "heddle/search/graph_index.h"
#include "heddle/search/known.h"
#include "heddle/strategy/sampler.h"
#include "heddle/trace/describe_operation.h"

namespace heddle {

// Another way to go on from a graph that is cut to this length.
struct GraphItem {
  enum class Kind : std::uint8_t { take, place, revisit };
  Kind kind = Kind::take;
  NodeId node = kNone;       // whose choice it is
  std::uint32_t value = 0;   // take: its GraphNode::from; place: its place among the writes; revisit: what it gets
  std::uint32_t length = 0;  // of the graph
  std::uint32_t clock = 0;   // revisit: of what it gets, in GraphState::clocks
  std::uint32_t width = 0;
};

struct GraphState {
  Graph graph;
  std::vector<GraphItem> items;
  std::vector<std::uint32_t> clocks;
  std::size_t shared = 0;  // so many nodes are those of the state below, as far as the index knows them
};

struct GraphCounts {
  std::uint64_t executions = 0;  // one per class
  std::uint64_t dropped = 0;     // graphs that no execution has; they cost no run
  std::uint64_t probes = 0;      // runs to learn what an operation does at another place
};

class GraphSearch final : public Sampler {
 public:
  enum class Start : std::uint8_t { at_first, idle };
  explicit GraphSearch(Start start = Start::at_first) {
    if (start == Start::idle) stack_.clear();
  }

  std::string name() const override { return "search"; }
  Wants wants() const override { return {.history = true}; }
  bool fair() const override { return true; }
  bool alone() const override { return true; }

  void begin(const TrialStart& start) override;
  const Pending& pick(Ready& ready) override;
  std::uint32_t choose(const Choice& choice) override;
  void finished(const Trial& trial) override;
  bool end(const TrialEnd& end) override;

  const GraphCounts& counts() const { return counts_; }

  // The execution that comes next is none of the search: whoever did more and more in the last ones goes on alone, to see
  // whether he ever ends. If not, there is no end of executions: each time round is another.
  bool chases() const { return chasing_; }

  // Whom to let run beyond the graph.
  void run_free(const Free& free) { free_ = free; }

  // Searches share nothing, so one can give a part of what is before it to another, in this process or elsewhere, now
  // or later. Between executions, after end():
  std::string give();          // the oldest item; empty: there is nothing to spare
  std::uint32_t to_give() const;  // the length of its graph; 0: there is nothing to spare
  void drop_to_give();         // nobody will search it
  std::string save() const;  // all of it; the search goes on as if nothing had happened
  // Goes on with what another gave or saved. False: it is not readable. Call only when this one has nothing left to do.
  bool take_over(std::string_view piece);
  bool idle() const { return stack_.empty(); }

  // Not empty: the test does something that graphs cannot express exactly, and what. The search is over, without
  // result.
  const std::string& refused() const { return refused_; }

  // The test was given the same answers twice, and went two ways. The search is over, without result.
  const std::optional<Failure>& nondeterminism() const { return nondeterminism_; }

 private:
  using Clock = std::uint32_t*;

  // What an event did at one object.
  struct Part {
    NodeKind kind = NodeKind::plain;
    std::uint32_t object = kNone;
    std::uint32_t number = kNone;  // of the message, receive or awaited task in the trial
    std::uint32_t detail = 0;
    bool update = false, rewrites = false;  // see GraphNode
  };
  // An event that is not in the graph, or not from this part on.
  struct Fresh {
    std::uint32_t event, task;
    std::size_t part;
  };

  // graph_search.cc: from one execution to the next
  GraphState& state() { return stack_.back(); }
  Graph& graph() { return stack_.back().graph; }
  bool advance();
  void drop_state();
  bool take(const GraphItem& item);
  bool place(const GraphItem& item);
  bool revisit(const GraphItem& item);
  std::size_t restrict_to(const GraphItem& item, GraphState& fresh);
  void offer_places(const GraphItem& item);
  bool lead(Position last, bool as_before);
  void index_anew() { index_.extend(graph(), stable_.size(), object_stable_.size()); }
  NodeId overwritten_by(const GraphNode& read) const;
  void append_rival(NodeId rival);
  void refuse(std::string_view why);

  // graph_bytes.cc: what others go on with
  struct PieceHead;
  struct Renumbering;
  std::size_t oldest() const;
  std::string bytes_of(const PieceHead& head, const std::vector<GraphState>& stack) const;
  bool renumber(GraphState& state, Renumbering& to);

  // graph_read.cc: what an execution adds
  void name_things();
  std::uint32_t number_of_task(std::uint64_t stable);
  std::uint32_t number_of_object(std::uint64_t stable);
  std::uint32_t object(ObjectId id) {
    std::uint32_t& number = object_of_[index(id)];
    if (number == kNone) number = meet_object(id);
    return number;
  }
  std::uint32_t meet_object(ObjectId id);
  bool parts_of(std::uint32_t event);
  void add_access(const Event& event, std::uint32_t object, const Touch& touch);
  bool several_objects() const;
  NodeId last_of(std::uint32_t task) const;  // by its number in the trial
  void append_event(const Fresh& fresh);
  bool contended(Position event);
  bool contended(Position node, Position event);
  bool races_with_writes(Position node, Position event);
  bool race(Position node, Position event, Position other);

  // graph_repeat.cc: what came again
  void walk();
  bool repeat(std::uint32_t event, std::uint32_t task, std::size_t& met);
  const OperationKind* missed() const;
  void depart(const OperationKind* kind);
  bool alike(const Touch& touch, std::uint32_t object, Position at);
  std::uint32_t repeat_alike(std::uint32_t event, Position first);
  std::uint32_t repeat_several(const Event& event, Position first);
  void note_run(Position event);
  bool meet_rival();

  // graph_departure.cc: something else came about than what was there
  struct Step {
    std::uint64_t did;
    OperationText text;
  };
  std::vector<Step> steps() const;
  std::string where_departed() const;
  void judge_departure();
  void tell_two_ways(const std::vector<Step>& again);

  // graph_loops.cc: executions that become longer and longer
  void look_for_loops();
  void plan_chase(const std::vector<std::uint32_t>& counts);
  const Pending& chase(Ready& ready);
  std::uint32_t choose_in_chase(const Choice& choice);

  // graph_append.cc: what else could have been
  void append(GraphNode& node, std::uint32_t number);
  Position index_last();
  Position add_last();
  void make_room(std::size_t nodes);
  void offer(NodeId node, std::uint32_t value, GraphItem::Kind kind);
  void append_await(GraphNode& node, std::uint32_t awaited);
  void append_choice(GraphNode& node);
  void append_read(GraphNode& node);
  void append_write(GraphNode& node);
  void find_place(GraphNode& node);
  void append_send(const GraphNode& node, std::uint32_t message);
  void append_receive(GraphNode& node, std::uint32_t receive);
  void find_other_messages(const GraphNode& node);
  std::size_t settled_writes(const GraphNode& node);
  bool could_take(std::uint32_t receive, std::uint32_t message, std::uint32_t object) const;

  // graph_clocks.cc: what happened before what
  Clock causes(Position event) { return graph().causes.data() + std::size_t{event} * width_; }
  Clock before(Position event) { return before_.data() + std::size_t{event} * width_; }
  static bool has(const std::uint32_t* clock, NodeId id) { return clock[task_of(id)] > place_of(id); }
  void join_epochs(Clock into, std::uint32_t epoch);
  bool widen_causes();
  void find_causes(Position event);
  void find_before(Position event);
  void settle_before();
  void unsettle(Position event);
  void find_base(const GraphNode& node);
  bool caused_by(NodeId earlier, const GraphNode& node);
  void close_over_causes(Position node, std::vector<std::uint32_t>& clock) const;

  // graph_revisit.cc: who could have got what is new
  void look_back(Position fresh, Position rival, const std::uint32_t* causes);
  bool there(Position other, Position at, const std::uint32_t* causes, Position fresh) const;
  bool first_choice(Position at, const std::uint32_t* causes, Position fresh);
  bool first_message(Position at, const std::uint32_t* causes, Position fresh);
  bool possible(Position receive, Position message, const GraphIndex::Part& part);

  // Who is who in all executions.
  Numbering tasks_, objects_;
  std::vector<std::uint64_t> stable_;  // of tasks, by number
  std::vector<std::uint64_t> object_stable_;
  std::vector<std::uint8_t> added_to_, accessed_;  // by object: commuting changes; other accesses

  std::vector<GraphState> stack_ = std::vector<GraphState>(1);
  std::vector<GraphState> spare_;  // those that are over, for their memory
  GraphIndex index_;  // of the graph on top
  std::vector<Position> order_;

  // The execution under way.
  struct Answer {
    std::uint64_t task;  // stable
    std::uint32_t sequence;
    std::uint32_t answer;
    std::vector<std::uint32_t> others;
  };
  std::vector<std::uint32_t> led_;     // tasks whose operations go first
  std::vector<Answer> answers_;        // that are given again
  std::vector<Answer> fresh_answers_;  // the first of several
  TaskId last_ = kNoTask;
  Free free_;
  NodeId changed_ = kNone;  // what the graph was planned for
  NodeId suspect_ = kNone;  // a read that would be another's rival if it wrote

  // While it is read.
  const Trial* trial_ = nullptr;
  const History* history_ = nullptr;
  std::size_t width_ = 0;                               // of clocks
  std::vector<std::uint32_t> task_of_, object_of_;      // by number in the trial
  std::vector<ObjectId> local_;                         // by object: its number in the trial
  std::vector<NodeId> sent_by_;                         // by message: its node
  std::vector<NodeId> node_of_;                         // by event: its first node
  std::vector<std::uint32_t> message_at_, receive_at_;  // by node
  std::vector<std::uint32_t> cursor_;                   // by task: its next node
  std::vector<std::uint32_t> clock_moves_;              // events before which the clock moved
  std::vector<Fresh> fresh_;
  std::size_t trailing_ = 0;              // of these, the first: what is missing of events that are there
  const OperationKind* varied_ = nullptr;  // one of these may do more or less from time to time
  std::vector<Part> parts_;               // of the event at hand
  std::vector<Position> multiple_;        // events that meet several objects
  std::vector<Position> run_;             // events in the order of execution
  std::vector<std::uint32_t> run_place_;  // by event
  std::size_t settled_ = 0;               // of run_: before() is right
  std::vector<std::uint32_t> before_, base_;
  std::vector<NodeId> latest_;  // by object: its last write so far
  bool rivals_ = false;
  bool recount_ = false;  // Graph::causes
  Position changed_event_ = kNone;

  const GraphIndex::Part whole_;
  GraphIndex::Part seen_;
  std::vector<std::uint32_t> kept_;  // by task: how many of its nodes stay
  std::vector<Position> candidates_, trial_order_;
  std::vector<NodeId> others_;
  std::vector<Position> earlier_;

  struct Chase {
    std::vector<std::uint32_t> led;     // tasks whose operations go first
    std::vector<Answer> answers;        // that are given again
    std::vector<std::uint32_t> growth;  // by task: how much more it does than usual
  };
  std::vector<std::uint32_t> usual_;  // by task: events in the first execution
  std::size_t long_ = 0;              // so many events are worth a chase; 0: not known yet
  bool chase_planned_ = false, chasing_ = false;
  Chase chase_;

  bool departed_ = false;                  // from the graph, this time
  const OperationKind* departed_by_ = nullptr;  // because it varies
  std::uint32_t departed_at_ = kNone;      // event; kNone: at the end
  bool repeats_ = false;                   // the last execution comes again
  std::vector<Step> departing_;            // what it did

  GraphCounts counts_;
  std::string refused_;
  std::optional<Failure> nondeterminism_;
};

}  // namespace heddle
