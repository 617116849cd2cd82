#include "studies/cassandra_lwt/replica.h"

#include <gtest/gtest.h>

namespace lwt {
namespace {

constexpr Ballot b1{1, 1}, b2{1, 2}, b3{1, 3}, b4{2, 3};
const Labelled kNothing{};

TEST(Replica, PromisesOnlyToNewerBallots) {
  Replica replica(Label::accepted);
  EXPECT_TRUE(replica.prepare(b2).promised);
  EXPECT_FALSE(replica.prepare(b2).promised);
  EXPECT_FALSE(replica.prepare(b1).promised);
  EXPECT_FALSE(replica.propose(b1, 'X'));
  EXPECT_TRUE(replica.propose(b2, 'Y'));
  EXPECT_EQ(replica.prepare(b3).in_progress, (Labelled{b2, 'Y'}));
}

TEST(Replica, ReadsTheNewestCommit) {
  Replica replica(Label::accepted);
  EXPECT_EQ(replica.read().value, kInitial);
  replica.commit(b2, 'Y');
  replica.commit(b1, 'X');
  EXPECT_EQ(replica.read(), (Labelled{b2, 'Y'}));
  EXPECT_EQ(replica.prepare(b3).committed, (Labelled{b2, 'Y'}));
}

TEST(Replica, ACommitEndsWhatIsInProgressButNothingNewer) {
  Replica replica(Label::accepted);
  replica.propose(b2, 'Y');
  replica.commit(b1, 'X');
  EXPECT_EQ(replica.prepare(b3).in_progress, (Labelled{b2, 'Y'}));
  replica.commit(b2, 'Y');
  EXPECT_FALSE(replica.prepare(b4).in_progress.value);
}

// The shortest way to a committed value that is lost: P1 proposes X with ballot b1, P2 has Y committed with b2, P3
// comes with b3, finds a replica that is behind, tells it and comes again with b4, which overtakes that.
struct Shortest {
  explicit Shortest(Label label) : r1(label), r2(label), r3(label) {}

  Replica r1, r2, r3;

  // What R1 and R3 answer to b4.
  std::pair<Promise, Promise> run() {
    EXPECT_TRUE(r1.prepare(b1).promised);
    EXPECT_TRUE(r2.prepare(b1).promised);
    EXPECT_TRUE(r1.propose(b1, 'X'));  // to the others it is late
    for (Replica* replica : {&r2, &r3}) {
      EXPECT_TRUE(replica->prepare(b2).promised);
      EXPECT_TRUE(replica->propose(b2, 'Y'));
      replica->commit(b2, 'Y');  // of R1 P2 has heard nothing, and its client is told that Y was applied
    }
    EXPECT_EQ(r1.prepare(b3).in_progress, (Labelled{b1, 'X'}));
    EXPECT_EQ(r2.prepare(b3).committed, (Labelled{b2, 'Y'})) << "newer than X: P3 tells R1, and comes again";
    return {r1.prepare(b4), r3.prepare(b4)};
  }
};

TEST(Replica, ALaterPromiseMakesAnOldProposalNewerThanACommit) {
  Shortest schedule(Label::promised);
  const auto [r1, r3] = schedule.run();
  EXPECT_EQ(r1.in_progress, (Labelled{b3, 'X'}));
  EXPECT_EQ(r1.committed, kNothing);
  EXPECT_EQ(r3.committed, (Labelled{b2, 'Y'}));
  ASSERT_GT(r1.in_progress.ballot, r3.committed.ballot) << "so P3 finishes X";
  for (Replica* replica : {&schedule.r1, &schedule.r3}) {
    EXPECT_TRUE(replica->propose(b4, 'X'));
    replica->commit(b4, 'X');
    EXPECT_EQ(replica->read().value, 'X') << "Y is lost";
  }
}

TEST(Replica, AProposalThatKeepsItsBallotStaysOld) {
  const auto [r1, r3] = Shortest(Label::accepted).run();
  EXPECT_EQ(r1.in_progress, (Labelled{b1, 'X'}));
  EXPECT_LT(r1.in_progress.ballot, r3.committed.ballot) << "so X is left alone";
}

}  // namespace
}  // namespace lwt
