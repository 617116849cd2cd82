// The election of one candidate alone: what it says when it hears something.
#include "studies/gproc/election.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>

namespace gproc {
namespace {

using heddle::Node;

constexpr Process server(std::uint32_t i) { return {heddle::Pid{heddle::TaskId{100 + i}}, Node{i}}; }

// Writes down what it is asked to do: "halt>2".
class Wire final : public Election::Host {
 public:
  std::string take() { return std::exchange(said_, ""); }

 private:
  struct NameOf {
    std::string operator()(const Join&) const { return "join"; }
    std::string operator()(const HasLeader& m) const { return fmt::format("{}leads", m.leader.node.id); }
    std::string operator()(const IsLeader&) const { return "lead?"; }
    std::string operator()(const NotLeader&) const { return "notleader"; }
    std::string operator()(const Halt&) const { return "halt"; }
    std::string operator()(const AckLeader&) const { return "ack"; }
    std::string operator()(const Lead&) const { return "lead"; }
    std::string operator()(const AskNormal&) const { return "normal?"; }
    std::string operator()(const NotNormal&) const { return "notnormal"; }
    std::string operator()(const Heartbeat&) const { return "heartbeat"; }
    std::string operator()(const CheckLeader&) const { return "check"; }
    std::string operator()(const SendCheckLeader&) const { return "sendcheck"; }
    std::string operator()(const Elect&) const { return "elect"; }
  };

  void say(const std::string& text, Node to) { said_ += fmt::format("{}>{} ", text, to.id); }

  void tell(Node candidate, const ElectionMessage& message, heddle::Location) override {
    say(std::visit(NameOf(), message), candidate);
  }
  void answer(const Process& candidate, const ElectionMessage& message, heddle::Location where) override {
    tell(candidate.node, message, where);
  }
  void watch(Node candidate) override { say("watch", candidate); }
  void watch(const Process& candidate) override { say("watchpid", candidate.node); }
  void start_candidate_timer() override {}
  void start_heartbeat() override {}
  void check_leaders(const std::set<Node>& down) override {
    for (const Node node : down) say("check", node);
  }
  Entries entries() override { return {}; }
  void lead() override { said_ += "LEADS "; }
  void follow(const Entries&) override { said_ += "FOLLOWS "; }
  void drop(Node node) override { say("drop", node); }

  std::string said_;
};

// One of three candidates, that has started.
struct Candidate {
  explicit Candidate(std::uint32_t i, Election::Bugs bugs = {})
      : election(wire, server(i), {Node{1}, Node{2}, Node{3}}, bugs) {
    election.start();
  }
  template <class M>
  std::string hears(const M& message) {
    election.take(message);
    return wire.take();
  }
  std::string loses(std::uint32_t i) { return hears(Lost{Node{i}, {}}); }

  Wire wire;
  Election election;
};

constexpr ElectionId kOf1{0, 0}, kOf2{1, 0}, kOf3{2, 0};

TEST(Election, TheFirstAsksTheOthersOneByOneAndLeads) {
  Candidate first(1);
  EXPECT_EQ(first.wire.take(), "heartbeat>2 watch>2 halt>2 join>2 join>3 ");
  EXPECT_EQ(first.hears(AckLeader{kOf1, server(3)}), "") << "was not asked yet";
  EXPECT_EQ(first.hears(AckLeader{kOf1, server(2)}), "heartbeat>3 watch>3 halt>3 ");
  EXPECT_EQ(first.hears(AckLeader{kOf1, server(3)}), "lead>2 lead>3 sendcheck>1 LEADS ");
  EXPECT_TRUE(first.election.leads());
  EXPECT_EQ(first.hears(Join{server(3)}), "1leads>3 ");
}

TEST(Election, TheLastLeadsIfNobodyElseIsThere) {
  Candidate last(3);
  EXPECT_EQ(last.wire.take(), "heartbeat>1 watch>1 heartbeat>2 watch>2 join>1 join>2 ");
  EXPECT_EQ(last.loses(2), "");
  EXPECT_EQ(last.loses(1), "sendcheck>3 LEADS ");
  EXPECT_TRUE(last.election.others_alive().empty());
  EXPECT_EQ(last.hears(SendCheckLeader{}), "check>1 check>2 ");
  EXPECT_EQ(last.hears(Heartbeat{Node{2}}), "normal?>2 ") << "the first is never asked";
  EXPECT_EQ(last.hears(NotNormal{kOf3, server(2)}), "watchpid>2 lead>2 ");
  EXPECT_EQ(last.hears(IsLeader{kOf3, server(1)}), "watchpid>1 lead>1 ");
  EXPECT_EQ(last.election.others_alive().size(), 2u);
  EXPECT_EQ(last.hears(Lost{Node{2}, server(2).pid}), "drop>2 sendcheck>3 ");
}

TEST(Election, OneThatStartsLaterJoinsTheLeader) {
  Candidate first(1);
  first.wire.take();
  EXPECT_EQ(first.hears(AckLeader{kOf1, server(2)}), "heartbeat>3 watch>3 halt>3 ");
  EXPECT_EQ(first.hears(HasLeader{kOf3, server(3), server(3)}), "3leads>2 lead?>3 ") << "tells who waits for it";
  EXPECT_EQ(first.hears(Lead{kOf2, server(2), {}}), "") << "of another election";
  EXPECT_EQ(first.hears(Lead{kOf3, server(3), {}}), "FOLLOWS ");
  EXPECT_TRUE(first.election.over());
  EXPECT_EQ(first.election.leader(), server(3));
  EXPECT_EQ(first.hears(Lost{Node{3}, server(3).pid}), "heartbeat>2 halt>2 ") << "elects again";
  EXPECT_FALSE(first.election.over());
}

TEST(Election, OneThatWaitsStartsAgainIfItWaitsInVain) {
  Candidate second(2);
  second.wire.take();
  EXPECT_EQ(second.hears(Halt{kOf1, server(1)}), "ack>1 ");
  EXPECT_EQ(second.hears(NotLeader{kOf3, server(3)}), "");
  EXPECT_EQ(second.hears(NotLeader{kOf1, server(1)}), "heartbeat>1 ");
  EXPECT_EQ(second.hears(Lost{Node{1}, server(1).pid}), "heartbeat>3 watch>3 halt>3 ");
}

TEST(Election, ALateReportIsAboutSomebodyElse) {
  for (const bool bug : {false, true}) {
    Candidate second(2, {.late_reports = bug});
    second.wire.take();
    EXPECT_EQ(second.hears(Halt{kOf1, server(1)}), "ack>1 ");
    EXPECT_EQ(second.loses(1), bug ? "heartbeat>1 watch>1 " : "watchpid>1 ");
    EXPECT_EQ(second.hears(Lead{kOf1, server(1), {}}), bug ? "" : "FOLLOWS ");
  }
}

TEST(Election, WhoJoinsALeaderDoesNotWaitForAnother) {
  for (const bool bug : {false, true}) {
    Candidate second(2, {.any_halt = bug});
    second.wire.take();
    EXPECT_EQ(second.hears(HasLeader{kOf3, server(3), server(3)}), "watchpid>3 lead?>3 ");
    EXPECT_EQ(second.hears(Halt{kOf1, server(1)}), bug ? "ack>1 " : "3leads>1 ");
    EXPECT_EQ(second.hears(Lead{kOf3, server(3), {}}), bug ? "" : "FOLLOWS ");
  }
}

TEST(Election, OfTwoLeadersNeitherStays) {
  Candidate last(3);
  last.loses(1);
  last.loses(2);
  last.wire.take();
  EXPECT_EQ(last.hears(CheckLeader{Node{3}}), "");
  EXPECT_EQ(last.hears(CheckLeader{Node{1}}), "elect>1 elect>2 heartbeat>1 watch>1 heartbeat>2 watch>2 ");
  EXPECT_FALSE(last.election.over());
  EXPECT_EQ(last.hears(Elect{}), "") << "does already";
}

}  // namespace
}  // namespace gproc
