// The real component alone, and the machine around it alone.
#include "studies/replicated_storage/server.h"

#include <gtest/gtest.h>

#include "studies/replicated_storage/harness.h"

namespace storage {
namespace {

struct Wire final : Network {
  void replicate(NodeId to, const Entry& entry) override {
    said += "replicate" + std::to_string(entry.number) + ">" + std::to_string(to) + " ";
  }
  void acknowledge(const Entry& entry) override { said += "ack" + std::to_string(entry.number) + " "; }
  std::string take() { return std::exchange(said, ""); }
  std::string said;
};

TEST(StorageServer, AcknowledgesWhatAllNodesHave) {
  Wire wire;
  Server server(wire, {0, 1});
  const Entry first{1, 7}, second{2, 7};
  server.on_request(first);
  EXPECT_EQ(wire.take(), "replicate1>0 replicate1>1 ");
  server.on_report(0, {});
  EXPECT_EQ(wire.take(), "replicate1>0 ") << "not there yet: once more";
  server.on_report(0, {first});
  server.on_report(0, {first});
  EXPECT_EQ(wire.take(), "") << "twice the same node";
  server.on_report(1, {first});
  EXPECT_EQ(wire.take(), "ack1 ");
  server.on_report(1, {first});
  EXPECT_EQ(wire.take(), "") << "once is enough";
  server.on_request(second);
  wire.take();
  server.on_report(0, {first});
  EXPECT_EQ(wire.take(), "replicate2>0 ") << "a report from before";
  server.on_report(0, {first, second});
  server.on_report(1, {first, second});
  EXPECT_EQ(wire.take(), "ack2 ");
}

TEST(StorageServer, NothingIsReplicatedBeforeTheFirstRequest) {
  Wire wire;
  Server server(wire, {0});
  server.on_report(0, {});
  EXPECT_EQ(wire.take(), "");
}

TEST(StorageServerMachine, HandsOn) {
  const heddle::Report report = heddle::explore(
      [] {
        heddle::StandIn client("client"), node("node");
        heddle::MachineTest<ServerMachine> server(std::vector{node.pid()}, Mistakes{});
        const Entry entry{1, 5};
        server.feed(Request{client.pid(), entry});
        heddle::check(node.next<Replicate>().entry == entry);
        heddle::check(client.got_nothing_more(), "too early");
        server.feed(Report{0, {entry}});
        heddle::check(client.next<Ack>().entry == entry);
      },
      {.trials = 10, .save_to = ""});
  EXPECT_TRUE(report.ok()) << report;
}

}  // namespace
}  // namespace storage
