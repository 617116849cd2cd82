// What a log server answers, without messages or schedules.
#include "studies/corfu/log_server.h"

#include <gtest/gtest.h>

namespace corfu {
namespace {

using enum Server;
using enum Value;

const Layout kFirst{1, {a, b}, {}};
const Layout kSecond{2, {a, b}, {c}};
const Layout kThird{3, {a, b, c}, {}};

const Layout kAlone{1, {a}, {}};
const Layout kSplit{2, {a}, {b}};
const Layout kJoined{3, {a, b}, {}};

TEST(LogServer, StartsEmptyInTheEpochOfItsLayout) {
  LogServer server(a, kFirst);
  EXPECT_EQ(server.read(1).status, Status::not_written);
  EXPECT_FALSE(server.read(1).value);
  EXPECT_FALSE(server.is_split());
  EXPECT_FALSE(server.is_wedged());
}

TEST(LogServer, KeepsTheFirstValue) {
  LogServer server(a, kFirst);
  EXPECT_EQ(server.write(1, va).status, Status::ok);
  EXPECT_EQ(server.write(1, vb).status, Status::written);
  EXPECT_EQ(server.write(1, va).status, Status::written) << "the same value again is a second write too";
  EXPECT_EQ(server.read(1).status, Status::ok);
  EXPECT_EQ(server.read(1).value, va);
}

TEST(LogServer, ClobberingReplacesTheValue) {
  LogServer server(c, kFirst);
  EXPECT_EQ(server.write(1, va).status, Status::ok);
  EXPECT_EQ(server.write(1, vb, Role::tail, true).status, Status::ok);
  EXPECT_EQ(server.read(1).value, vb);
}

TEST(LogServer, TakesOnlyNewerLayouts) {
  LogServer server(a, kFirst);
  EXPECT_EQ(server.set_layout(kFirst).status, Status::bad_epoch);
  EXPECT_EQ(server.set_layout(kThird).status, Status::ok);
  EXPECT_EQ(server.set_layout(kSecond).status, Status::bad_epoch);
}

TEST(LogServer, KeepsItsValueAcrossEpochs) {
  LogServer server(a, kFirst);
  server.write(1, va);
  server.set_layout(kSecond);
  EXPECT_EQ(server.read(2).value, va);
}

TEST(LogServer, SendsClientsOfAnOlderEpochAway) {
  LogServer server(a, kFirst);
  server.set_layout(kSecond);
  EXPECT_EQ(server.write(1, va).status, Status::bad_epoch);
  EXPECT_EQ(server.read(1).status, Status::bad_epoch);
  EXPECT_EQ(server.read(2).status, Status::not_written) << "the refused write must not have had an effect";
  EXPECT_FALSE(server.is_wedged());
}

TEST(LogServer, AClientThatIsAheadWedgesIt) {
  LogServer server(a, kFirst);
  server.write(1, va);
  EXPECT_EQ(server.read(2).status, Status::wedged);
  EXPECT_TRUE(server.is_wedged());
  EXPECT_EQ(server.read(1).status, Status::wedged) << "now also for clients of its own epoch";
  EXPECT_EQ(server.write(2, vb).status, Status::wedged);
}

TEST(LogServer, AWedgedServerServesAgainWithItsNextLayout) {
  LogServer server(a, kFirst);
  server.write(2, vb);
  EXPECT_EQ(server.set_layout(kFirst).status, Status::bad_epoch);
  EXPECT_TRUE(server.is_wedged());
  EXPECT_EQ(server.set_layout(kSecond).status, Status::ok);
  EXPECT_FALSE(server.is_wedged());
  EXPECT_EQ(server.read(2).status, Status::not_written);
  EXPECT_EQ(server.read(1).status, Status::bad_epoch);
}

TEST(LogServer, AWedgedServerStillTellsOldClientsThatTheyAreBehind) {
  LogServer server(a, kFirst);
  server.set_layout(kSecond);
  server.read(3);
  EXPECT_EQ(server.read(1).status, Status::bad_epoch);
  EXPECT_EQ(server.read(2).status, Status::wedged);
}

TEST(LogServer, IsSplitOnlyWhenAloneWithARepairGoingOn) {
  LogServer alone(a, kAlone);
  EXPECT_FALSE(alone.is_split());
  alone.set_layout(kSplit);
  EXPECT_TRUE(alone.is_split());
  alone.set_layout(kJoined);
  EXPECT_FALSE(alone.is_split());

  LogServer repaired(b, kAlone);
  repaired.set_layout(kSplit);
  EXPECT_FALSE(repaired.is_split());

  LogServer of_two(a, kFirst);
  of_two.set_layout(kSecond);
  EXPECT_FALSE(of_two.is_split());
}

class SplitServer : public testing::Test {
 protected:
  SplitServer() { server.set_layout(kSplit); }
  Answer write_head(Value value) { return server.write(2, value, Role::head); }
  Answer write_tail(Value value) { return server.write(2, value, Role::tail); }

  LogServer server{a, kAlone};
};

TEST_F(SplitServer, ShowsAValueOnlyOnceItReachedTheTail) {
  EXPECT_EQ(write_head(va).status, Status::ok);
  EXPECT_EQ(server.read(2, Role::tail).status, Status::not_written);
  EXPECT_EQ(server.read(2, Role::head).value, va);
  EXPECT_EQ(write_tail(va).status, Status::ok);
  EXPECT_EQ(server.read(2, Role::tail).value, va);
}

TEST_F(SplitServer, TheHeadTakesOneValue) {
  write_head(va);
  EXPECT_EQ(write_head(vb).status, Status::written);
  write_tail(va);
  EXPECT_EQ(write_head(vb).status, Status::written);
}

TEST_F(SplitServer, TheTailTakesOnlyWhatTheHeadAccepted) {
  write_head(va);
  EXPECT_EQ(write_tail(vb).status, Status::bad_value);
  EXPECT_EQ(server.read(2, Role::tail).status, Status::not_written);
  EXPECT_EQ(write_tail(va).status, Status::ok);
  EXPECT_EQ(write_tail(va).status, Status::written);
}

TEST_F(SplitServer, WhatWasWrittenBeforeTheSplitIsVisibleAtOnce) {
  LogServer before(a, kAlone);
  before.write(1, va);
  before.set_layout(kSplit);
  EXPECT_EQ(before.read(2, Role::tail).value, va);
  EXPECT_EQ(before.write(2, vb, Role::head).status, Status::written);
  EXPECT_EQ(before.write(2, va, Role::tail).status, Status::written);
}

TEST_F(SplitServer, TheNextEpochMakesAnAcceptedValueAnOrdinaryOne) {
  write_head(va);
  server.set_layout(kJoined);
  EXPECT_EQ(server.read(3).value, va) << "the server is now the head of a real chain, whose tail is elsewhere";
  EXPECT_EQ(server.write(3, va).status, Status::written);
}

TEST_F(SplitServer, RefusedRequestsChangeNothing) {
  EXPECT_EQ(server.write(1, va, Role::head).status, Status::bad_epoch);
  EXPECT_EQ(server.read(2, Role::head).status, Status::not_written);
  EXPECT_EQ(server.write(3, va, Role::head).status, Status::wedged);
  server.set_layout(kJoined);
  EXPECT_EQ(server.read(3).status, Status::not_written);
}

}  // namespace
}  // namespace corfu
