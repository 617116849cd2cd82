// The real component alone, and the machines around it alone.
#include "studies/vnext/extent_manager.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "studies/vnext/harness.h"

namespace vnext {
namespace {

struct Wire final : NetworkEngine {
  void send(NodeId to, const RepairRequest& request) override {
    sent += std::to_string(request.extent) + ":" + std::to_string(request.source) + ">" + std::to_string(to) + " ";
  }
  std::string take() { return std::exchange(sent, ""); }
  std::string sent;
};

// Told by hand. Extent 7 has to be on two nodes.
struct Managed {
  explicit Managed(Mistakes mistakes = {}) : manager(wire, {.target = 2, .lease = 2, .patience = 2}, mistakes) {}

  void beat(NodeId node) { manager.process_message(Heartbeat{node}); }
  void join(NodeId node, std::vector<ExtentId> extents = {}) {
    beat(node);
    report(node, std::move(extents));
  }
  void report(NodeId node, std::vector<ExtentId> extents) { manager.process_message(SyncReport{node, extents}); }
  // So many rounds without a heartbeat of `silent`; everybody else is heard in time.
  void expire(NodeId silent) {
    for (int round = 0; round < 2; ++round) {
      for (const auto& [node, left] : std::map(manager.nodes().leases()))
        if (node != silent) beat(node);
      manager.expiration_loop();
    }
  }
  std::string repair_loop() {
    manager.repair_loop();
    return wire.take();
  }

  Wire wire;
  ExtentManager manager;
};

TEST(VnextExtentCenter, AReportIsAllThatANodeHas) {
  ExtentCenter center;
  center.update({1, {7, 8}});
  center.update({2, {8}});
  center.update({1, {8, 9}});
  EXPECT_FALSE(center.has(7, 1));
  EXPECT_EQ(center.report_of(1).extents, (std::vector{8, 9}));
  EXPECT_EQ(center.replicas(), (ExtentCenter::Replicas{{7, {}}, {8, {1, 2}}, {9, {1}}}));
  center.remove(1);
  EXPECT_EQ(center.replicas(), (ExtentCenter::Replicas{{7, {}}, {8, {2}}, {9, {}}}));
}

TEST(VnextExtentNodeMap, HeartbeatsRenewTheLease) {
  ExtentNodeMap nodes(2);
  nodes.renew(1);
  nodes.pass_round();
  nodes.renew(1);
  nodes.pass_round();
  EXPECT_FALSE(nodes.ran_out(1));
  nodes.pass_round();
  nodes.pass_round();
  EXPECT_TRUE(nodes.ran_out(1)) << "and stays so";
  nodes.renew(1);
  EXPECT_FALSE(nodes.ran_out(1));
  nodes.remove(1);
  EXPECT_FALSE(nodes.knows(1));
}

TEST(VnextExtentManager, RepairsWhatHasTooFewReplicas) {
  Managed m;
  m.join(1, {7});
  EXPECT_EQ(m.repair_loop(), "") << "there is nobody to copy it";
  m.join(2), m.join(3);
  EXPECT_EQ(m.repair_loop(), "7:1>2 ");
  EXPECT_EQ(m.repair_loop(), "") << "it has time";
  EXPECT_EQ(m.repair_loop(), "7:1>2 ") << "but not for ever";
  m.report(2, {7});
  for (int i = 0; i < 4; ++i) EXPECT_EQ(m.repair_loop(), "");
}

TEST(VnextExtentManager, SilentNodesExpireAndComeBack) {
  Managed m;
  m.join(1, {7}), m.join(2, {7}), m.join(3);
  EXPECT_EQ(m.repair_loop(), "");
  m.expire(1);
  EXPECT_FALSE(m.manager.nodes().knows(1));
  EXPECT_EQ(m.repair_loop(), "7:2>3 ");
  m.join(1, {7});
  m.report(3, {});
  EXPECT_TRUE(m.manager.center().has(7, 1)) << "it was only slow";
}

TEST(VnextExtentManager, ARepairEndsWithEitherNode) {
  Managed m;
  m.join(1, {7}), m.join(2);
  EXPECT_EQ(m.repair_loop(), "7:1>2 ");
  m.join(3);
  m.expire(2);
  EXPECT_EQ(m.repair_loop(), "7:1>3 ") << "who was to copy it has gone";
  m.report(3, {}), m.join(4, {7});
  m.expire(1);
  EXPECT_EQ(m.repair_loop(), "7:4>3 ") << "who was to be copied from has gone";
}

TEST(VnextExtentManager, NothingCanBeCopiedFromNobody) {
  Managed m;
  m.join(1, {7}), m.join(2);
  m.expire(1);
  EXPECT_EQ(m.repair_loop(), "");
}

// One step from right to wrong, for each mistake.
TEST(VnextMistakes, AnExpiredNodeIsBelieved) {
  for (const bool wrong : {false, true}) {
    Managed m({.believes_the_expired = wrong});
    m.join(1, {7}), m.join(2, {7}), m.join(3);
    m.expire(1);
    m.report(1, {7});
    EXPECT_EQ(m.repair_loop(), wrong ? "" : "7:2>3 ");
    for (const NodeId silent : {1, 1, 1}) m.expire(silent);
    EXPECT_EQ(m.manager.center().has(7, 1), wrong) << "never cleaned up";
  }
}

TEST(VnextMistakes, AHolderIsRepaired) {
  for (const bool wrong : {false, true}) {
    Managed m({.repairs_holders = wrong});
    m.join(1, {7}), m.join(2);
    EXPECT_EQ(m.repair_loop(), wrong ? "7:1>1 " : "7:1>2 ");
  }
}

TEST(VnextMistakes, ADeadSourceIsKept) {
  for (const bool wrong : {false, true}) {
    Managed m({.keeps_dead_sources = wrong});
    m.join(1, {7}), m.join(3);
    EXPECT_EQ(m.repair_loop(), "7:1>3 ");
    m.join(2, {7});
    m.expire(1);
    EXPECT_EQ(m.repair_loop() + m.repair_loop(), wrong ? "7:1>3 " : "7:2>3 ");
  }
}

TEST(VnextMistakes, ARequestIsNotRepeated) {
  Managed m({.never_repeats = true});
  m.join(1, {7}), m.join(2);
  EXPECT_EQ(m.repair_loop(), "7:1>2 ");
  for (int i = 0; i < 10; ++i) EXPECT_EQ(m.repair_loop(), "");
}

TEST(VnextMistakes, AnExpiredNodeIsNotHeardAgain) {
  for (const bool wrong : {false, true}) {
    Managed m({.bans_the_expired = wrong});
    m.join(1);
    m.expire(1);
    m.beat(1);
    EXPECT_EQ(m.manager.nodes().knows(1), !wrong);
  }
}

void expect_clean(const std::function<void()>& test) {
  const heddle::Report report = heddle::explore(test, {.trials = 20, .save_to = ""});
  EXPECT_TRUE(report.ok()) << report;
}

TEST(VnextExtentManagerMachine, HandsOn) {
  expect_clean([] {
    heddle::StandIn driver("driver");
    heddle::MachineTest<ExtentManagerMachine> manager(driver.pid(), Scenario{.ticks = 1});
    manager.feed(Heartbeat{1}).feed(Heartbeat{2}).feed(SyncReport{1, {7}}).feed(RepairTick{});
    const auto asked = driver.next<Outbound>();
    heddle::check(asked.to == 2 && asked.request.extent == 7 && asked.request.source == 1);
    manager.feed(SyncReport{2, {7}}).feed(ExpirationTick{}).feed(Heartbeat{3}).feed(RepairTick{});
    heddle::check(driver.next<Outbound>().to == 3);
    manager.feed(NodeFailed{3}).feed(ExpirationTick{}).feed(Heartbeat{4}).feed(RepairTick{});
    heddle::check(driver.next<Outbound>().to == 4, "it was told that node 3 is dead");
  });
}

TEST(VnextExtentNodeMachine, CopiesAndReports) {
  expect_clean([] {
    heddle::StandIn manager("manager"), driver("driver"), source("source");
    heddle::MachineTest<ExtentNodeMachine> node(1, false, manager.pid(), driver.pid(), Scenario{.ticks = 1});
    heddle::check(manager.next<Heartbeat>().node == 1);
    node.feed(CopyRequest{7, source.pid()});
    heddle::check(source.got_nothing_more(), "it has nothing");
    node.feed(RepairFrom{7, source.pid()});
    heddle::check(source.next<CopyRequest>().to == node.pid());
    node.feed(CopyResponse{7});
    heddle::check(driver.next<ExtentRepaired>().node == 1);
    node.feed(RepairFrom{7, source.pid()});
    heddle::check(source.got_nothing_more(), "it has it");
    node.feed(SyncTick{});
    heddle::check(manager.next<SyncReport>().extents == std::vector{7});
    node.feed(CopyRequest{7, source.pid()});
    heddle::check(source.next<CopyResponse>().extent == 7);
    node.feed(Fail{});
    heddle::check(node.halted());
  });
}

}  // namespace
}  // namespace vnext
