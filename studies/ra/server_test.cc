// The rules of a server, event by event, without Heddle: servers whose messages wait until the test delivers them.
#include "studies/ra/server.h"

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <vector>

namespace ra {
namespace {

using enum ServerId;

// Five servers, what they have sent to one another, and what each was told. Nothing happens by itself.
class Network {
 public:
  explicit Network(Bugs bugs = {}) {
    for (const ServerId id : all_) servers_.emplace(id, Server(id, all_, bugs));
  }

  Server& server(ServerId id) { return servers_.at(id); }
  const std::vector<Vote>& votes_of(ServerId id) { return votes_[id]; }
  int answers() const { return answers_; }

  void give(ServerId to, const Event& event) { perform(to, event, nullptr); }
  void request(ServerId to, const Command& command) { give(to, ClientRequest{{command}, {}}); }

  // What is on its way to a server stays there while it is stopped.
  void stop(const Members& servers) { stopped_ = servers; }
  void lose(const Members& servers) {  // what is on its way to them
    for (const ServerId server : servers) queues_[server].clear();
  }

  // Delivers until there is nothing left.
  void run() {
    bool delivered = true;
    while (delivered) {
      delivered = false;
      for (auto& [to, queue] : queues_) {
        if (queue.empty() || stopped_.contains(to)) continue;
        const Letter letter = queue.front();
        queue.pop_front();
        perform(to, letter.event, letter.caller);
        delivered = true;
      }
    }
  }

  void elect(ServerId id) {
    give(id, ElectionTimeout{});
    run();
    ASSERT_EQ(server(id).state(), State::leader);
  }

 private:
  struct Letter {
    Event event;
    const ServerId* caller;  // who wants to hear the vote
  };

  void perform(ServerId at, const Event& event, const ServerId* caller) {
    for (const Effect& effect : server(at).handle(event)) {
      if (const auto* send = std::get_if<Send>(&effect))
        std::visit([&](const auto& m) { queues_[send->to].push_back({m, nullptr}); }, send->message);
      if (const auto* ask = std::get_if<Ask>(&effect))
        for (const ServerId to : ask->servers)
          std::visit([&](const auto& m) { queues_[to].push_back({m, &*all_.find(at)}); }, ask->request);
      if (const auto* vote = std::get_if<ReplyVote>(&effect)) {
        if (!caller) throw Crash("undefined_reply");
        votes_[at].push_back(vote->vote);
        queues_[*caller].push_back({vote->vote, nullptr});
      }
      if (const auto* write = std::get_if<Write>(&effect)) queues_[at].push_back({Written{write->last}, nullptr});
      if (std::holds_alternative<ReplyClient>(effect)) ++answers_;
      if (const auto* again = std::get_if<Again>(&effect))
        perform(at, again->event, again->caller == Caller::same ? caller : nullptr);
    }
  }

  const Members all_{S1, S2, S3, S4, S5};
  std::map<ServerId, Server> servers_;
  std::map<ServerId, std::deque<Letter>> queues_;
  std::map<ServerId, std::vector<Vote>> votes_;
  Members stopped_;
  int answers_ = 0;
};

TEST(Server, OneIsElectedAndReplicates) {
  Network network;
  network.elect(S5);
  network.request(S5, Enqueue{7});
  network.run();
  EXPECT_EQ(network.answers(), 1);
  for (const ServerId id : {S1, S2, S3, S4, S5}) {
    EXPECT_EQ(network.server(id).queue(), std::deque<int>{7});
    EXPECT_EQ(network.server(id).leader(), S5);
    EXPECT_EQ(network.server(id).term(), 1);
  }
}

TEST(Server, NothingIsCommittedWithoutAMajority) {
  Network network;
  network.elect(S5);
  network.stop({S1, S2, S3});
  network.request(S5, Enqueue{7});
  network.run();
  EXPECT_EQ(network.answers(), 0);
  EXPECT_TRUE(network.server(S5).queue().empty());
  network.stop({});
  network.run();
  EXPECT_EQ(network.answers(), 1);
}

TEST(Server, AFollowerRedirectsClientsAndParksThemWithoutALeader) {
  Network network;
  network.request(S1, Enqueue{7});
  network.run();
  EXPECT_EQ(network.answers(), 0);
  network.elect(S5);
  EXPECT_EQ(network.answers(), 1);  // a redirection
  network.request(S1, Enqueue{7});
  EXPECT_EQ(network.answers(), 2);
}

TEST(Server, WhoVotesOnceDoesNotVoteForAnother) {
  Server server(S1, {S1, S2, S3}, {});
  const auto vote = [&](ServerId candidate) {
    for (const Effect& effect : server.handle(RequestVote{4, candidate, {}}))
      if (const auto* reply = std::get_if<ReplyVote>(&effect)) return reply->vote.granted;
    return false;
  };
  EXPECT_TRUE(vote(S2));
  EXPECT_TRUE(vote(S2));
  EXPECT_FALSE(vote(S3));
}

TEST(Server, AShorterLogGetsNoVotes) {
  Network network;
  network.elect(S5);
  network.stop({S1});
  network.request(S5, Enqueue{7});
  network.run();
  network.stop({S5});
  network.give(S1, ElectionTimeout{});
  network.run();
  EXPECT_EQ(network.server(S1).term(), 1);
  EXPECT_NE(network.server(S1).state(), State::leader);
}

TEST(Server, ALeaderThatLeavesStops) {
  Network network;
  network.elect(S5);
  network.request(S5, Leave{S5});
  EXPECT_FALSE(network.server(S5).members().contains(S5));  // at once
  network.run();
  EXPECT_EQ(network.answers(), 1);
  network.stop({S5});
  network.elect(S1);
  EXPECT_EQ(network.server(S2).members(), (Members{S1, S2, S3, S4}));
}

TEST(Server, OneChangeAtATime) {
  Network network;
  network.elect(S5);
  network.request(S5, Leave{S1});
  network.request(S5, Leave{S2});
  EXPECT_EQ(network.server(S5).members(), (Members{S2, S3, S4, S5}));
  network.run();
  EXPECT_EQ(network.server(S5).members(), (Members{S3, S4, S5}));
  EXPECT_EQ(network.server(S3).members(), (Members{S3, S4, S5}));
}

// S1 has voted for the second leader, misses what the first had sent, and waits for it, when a third asks for its vote.
void ask_one_that_waits(Bugs bugs) {
  Network network(bugs);
  network.elect(S5);
  Server& waiting = network.server(S1);
  network.give(S1, AppendEntries{2, S4, {9, 1}, {}, 1});
  ASSERT_EQ(waiting.state(), State::await_condition);
  network.stop({S5});
  network.give(S2, ElectionTimeout{});
  network.run();
  EXPECT_EQ(waiting.state(), State::follower);
  EXPECT_EQ(waiting.term(), network.server(S2).term());
}

TEST(Server, OneThatWaitsForEntriesVotes) { ask_one_that_waits({}); }
TEST(Server, ForgetsCaller) { EXPECT_THROW(ask_one_that_waits({.forgets_caller = true}), Crash); }

// S1 misses an entry, rejects the next, and is removed before the leader hears of that.
void remove_one_that_lags(Bugs bugs) {
  Network network(bugs);
  network.elect(S5);
  network.request(S5, Leave{S1});
  network.run();
  network.give(S5, AppendReply{S1, 1, false, 1, 2});
  network.run();
  EXPECT_EQ(network.server(S5).state(), State::leader);
}

TEST(Server, IgnoresThoseThatHaveLeft) { remove_one_that_lags({}); }
TEST(Server, TrustsLeavers) { EXPECT_THROW(remove_one_that_lags({.trusts_leavers = true}), Crash); }

// A change reaches S4 alone; the other three elect another leader, whose entry takes its place.
void replace_a_change(Bugs bugs) {
  Network network(bugs);
  network.elect(S5);
  network.stop({S1, S2, S3});
  network.request(S5, Leave{S1});
  network.run();
  EXPECT_FALSE(network.server(S4).members().contains(S1));
  network.lose({S1, S2, S3});
  network.stop({S4, S5});
  network.give(S1, ElectionTimeout{});
  network.run();
  ASSERT_EQ(network.server(S1).state(), State::leader);
  network.stop({});
  network.run();
  EXPECT_TRUE(network.server(S4).members().contains(S1));
  EXPECT_TRUE(network.server(S5).members().contains(S1));
}

TEST(Server, RevertsAChangeThatIsReplaced) { replace_a_change({}); }
TEST(Server, ForgetsCluster) { EXPECT_THROW(replace_a_change({.forgets_cluster = true}), Crash); }

}  // namespace
}  // namespace ra
