// A client's compare-and-set, coordinated by the client itself: prepare, read, propose and commit, each at a quorum of
// the replicas. What another client has left half done it finishes first.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "heddle/heddle.h"
#include "studies/cassandra_lwt/replica.h"

namespace lwt {

inline constexpr std::size_t kQuorum = 2;  // of three replicas

// An actor. Messages to it may come late and in any order: each stands for itself.
heddle::Pid start_replica(const std::string& name, Label label);

enum class Outcome : std::uint8_t { applied, not_applied, unknown };

// What was committed, by whom it may be, under which ballots: the row's history.
using Commits = std::map<Ballot, Value>;

class Coordinator {
 public:
  Coordinator(int client, std::vector<heddle::Pid> replicas, Commits& commits)
      : client_(client), replicas_(std::move(replicas)), commits_(commits) {}

  // Makes the row `desired` if it is `expected`. Gives up, not knowing, after some attempts.
  Outcome compare_and_set(Value expected, Value desired, int attempts);

 private:
  struct Prepared;

  std::optional<Outcome> attempt(Value expected, Value desired);
  Prepared prepare();
  bool propose(Value value);
  Value read();
  void commit(Value value);
  void back_off();

  int client_;
  std::vector<heddle::Pid> replicas_;
  Commits& commits_;
  Ballot ballot_;
};

}  // namespace lwt
