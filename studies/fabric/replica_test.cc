// Machines of the model alone.
#include <gtest/gtest.h>

#include "studies/fabric/cluster_runtime.h"
#include "studies/fabric/replica_runtime.h"

namespace fabric {
namespace {

using heddle::check;
using heddle::MachineTest;
using heddle::StandIn;

void expect_passes(std::function<void()> test) {
  const heddle::Report report = heddle::explore(std::move(test), {.trials = 10, .save_to = ""});
  EXPECT_TRUE(report.ok()) << report;
}

Append append(Lsn lsn) { return {lsn, {1, lsn, {}}}; }

TEST(FabricReplica, HoldsBackWhatComesTooEarly) {
  expect_passes([] {
    StandIn service("service"), host("host");
    MachineTest<ReplicaRuntime> replica(std::string("s"), 2, service.pid(), host.pid(), Mistakes{});
    replica.feed(EpochInfo{1, Role::idle_secondary, 0}).feed(CopyState{2, 1, 0, {}, {}}).feed(BecomeActive{});
    check(replica.state() == "Active");
    service.next<EpochAck>();
    check(service.next<Ack>().lsn == 0);
    replica.feed(append(2));
    check(service.next<Ack>().lsn == 0, "1 is missing");
    replica.feed(append(1));
    check(service.next<Ack>().lsn == 2);
  });
}

TEST(FabricReplica, WhatTheNewPrimaryDoesNotHaveNeverHappened) {
  expect_passes([] {
    StandIn service("service"), host("host");
    MachineTest<ReplicaRuntime> replica(std::string("s"), 2, service.pid(), host.pid(), Mistakes{});
    replica.feed(EpochInfo{1, Role::idle_secondary, 0}).feed(CopyState{2, 1, 0, {}, {}}).feed(BecomeActive{});
    replica.feed(append(1)).feed(append(2)).feed(EpochInfo{2, Role::active_secondary, 1});
    service.next<EpochAck>();
    for (const Lsn lsn : {0, 1, 2}) check(service.next<Ack>().lsn == lsn);
    check(service.next<EpochAck>().lsn == 1);
  });
}

TEST(FabricReplica, EndsItsCopyWhenItBecomesPrimary) {
  expect_passes([] {
    StandIn service("service"), host("host");
    MachineTest<ReplicaRuntime> replica(std::string("s"), 2, service.pid(), host.pid(), Mistakes{});
    replica.feed(EpochInfo{1, Role::idle_secondary, 0}).feed(EpochInfo{2, Role::primary, 0});
    check(replica.state() == "Primary");
    replica.feed(CopyFinished{1});
    service.next<EpochAck>();
    check(service.next<EpochAck>().epoch == 2);
    check(service.next<CopyStateDone>().epoch == 1, "the epoch in which it was a secondary");
  });
}

TEST(FabricCluster, WaitsForAnotherPrimaryThanTheStaleOne) {
  expect_passes([] {
    StandIn asker("asker"), first("first"), second("second");
    MachineTest<ClusterRuntime> cluster(Mistakes{});
    cluster.feed(Resolve{"s", {}, asker.pid()});
    check(asker.got_nothing_more());
    cluster.feed(PrimaryIs{"s", first.pid()});
    check(asker.next<Resolved>().primary == first.pid());
    cluster.feed(Resolve{"s", first.pid(), asker.pid()});
    check(asker.got_nothing_more());
    cluster.feed(PrimaryIs{"s", second.pid()});
    check(asker.next<Resolved>().primary == second.pid());
  });
}

}  // namespace
}  // namespace fabric
