// EXPECT-FAILURE: Chord.LeavesSilently
// A ring of nodes in the manner of Chord, and a question that goes round for ever.
//
// Each node has a number on the ring and keeps the keys up to it, from its predecessor's on. It knows its successor and
// the node after that. Who is asked for a key that it does not keep hands the question on, as far as possible without
// passing the key. One of the nodes leaves, and from then on only hands on what comes.
//
// What must hold: every question is answered (EveryQuestionIsAnswered).
//
// LeavesSilently: the successor is not told that it has a new predecessor, and nobody keeps the keys of the node that
// has left. A question for one of them passes by, comes round, and passes by again. Nobody is stuck, nothing is lost,
// and no trial is long enough to show that there is never an answer; but Heddle sees that everything is as it was one
// round before: a lasso. Two trials in three: whenever the node leaves before it is asked.
//
// TellsItsSuccessor: the node that leaves says from where on its successor keeps keys now. --verify: 4 executions.
#include <heddle/heddle.h>

using namespace heddle;

namespace {

constexpr int kRing = 16;  // numbers go from 0 to 15, and round

// How far it is to a number, going up.
constexpr int distance(int from, int to) { return (to - from + kRing) % kRing; }

struct Known {
  int number;
  Pid node;
};
struct Meet {  // the first thing that a node is told
  Known successor, after_that;
};
struct Find {
  int key;
  Pid client;
};
struct Found {
  int key, number;
};
struct Leave {};
struct NewPredecessor {
  int number;
};

class EveryQuestionIsAnswered final : public Monitor {
 public:
  EveryQuestionIsAnswered() {
    observe<Find, Found>();
    idle_.go<Find>(waiting_);
    waiting_.go<Found>(idle_).ignore<Find>();  // handed on
    start_in(idle_);
  }

 private:
  State idle_ = cold("Idle"), waiting_ = hot("Waiting");
};

enum class Leaves { silently, with_a_word };

class ChordNode final : public Machine {
 public:
  ChordNode(int number, int predecessor, Leaves leaves) : number_(number), predecessor_(predecessor), leaves_(leaves) {
    alone_.go<Meet>(serving_, &ChordNode::meet).defer<Find, Leave, NewPredecessor>();
    serving_.on<Find>(&ChordNode::find).go<Leave>(gone_, &ChordNode::leave);
    serving_.on<NewPredecessor>([this](const NewPredecessor& is) { predecessor_ = is.number; });
    gone_.on<Find>([this](const Find& question) { send(successor_.node, question); });
    start_in(alone_);
  }
  void fingerprint(Fingerprint& print) const override { print.add(predecessor_); }

 private:
  State alone_ = state("Alone"), serving_ = state("Serving"), gone_ = state("Gone");

  void meet(const Meet& meet) {
    successor_ = meet.successor;
    after_that_ = meet.after_that;
  }

  void find(const Find& question) {
    const bool keeps_it = distance(question.key, number_) < distance(predecessor_, number_);
    const bool can_skip = distance(number_, after_that_.number) <= distance(number_, question.key);
    if (keeps_it)
      send(question.client, Found{question.key, number_});
    else
      send(can_skip ? after_that_.node : successor_.node, question);
  }

  void leave() {
    if (leaves_ == Leaves::with_a_word) send(successor_.node, NewPredecessor{predecessor_});
  }

  int number_, predecessor_;
  Leaves leaves_;
  Known successor_{}, after_that_{};
};

void ring(Leaves leaves) {
  watch<EveryQuestionIsAnswered>();
  const Known a{0, spawn<ChordNode>("node0", 0, 12, leaves)};
  const Known b{5, spawn<ChordNode>("node5", 5, 0, leaves)};
  const Known c{10, spawn<ChordNode>("node10", 10, 5, leaves)};
  const Known d{12, spawn<ChordNode>("node12", 12, 10, leaves)};
  send(a.node, Meet{b, c});
  send(b.node, Meet{c, d});
  send(c.node, Meet{d, a});
  send(d.node, Meet{a, b});
  spawn("farewell", [d] { send(d.node, Leave{}); });
  for (const int key : {3, 11}) {
    send(a.node, Find{key, self()});
    receive<Found>();
  }
}

// A question may go round for ever; after 500 steps nobody starves.
const Options kEndless{.settings = {.max_steps = 20'000, .fair_after = 500, .endless = true}};

HEDDLE_TEST(Chord, LeavesSilently, kEndless) { ring(Leaves::silently); }
HEDDLE_TEST(Chord, TellsItsSuccessor, kEndless) { ring(Leaves::with_a_word); }

}  // namespace
