#include "studies/cassandra_lwt/coordinator.h"

#include <algorithm>
#include <chrono>

namespace lwt {
namespace {

using heddle::Pid;
using heddle::Ref;

// Requests, and what a replica answers.
struct Prepare {
  using Answer = Promise;
  Ballot ballot;
};
struct Propose {
  using Answer = bool;
  Ballot ballot;
  Value value;
};
struct Commit {
  struct Answer {};
  Labelled what;
};
struct Read {
  using Answer = Labelled;
};

template <class Request>
struct Ask {
  Pid from;
  Ref ref;
  Request request;
};
template <class T>
struct Answered {
  Pid replica;
  Ref ref;
  T value;
};

std::ostream& operator<<(std::ostream& out, const Prepare& p) { return out << "prepare " << p.ballot; }
std::ostream& operator<<(std::ostream& out, const Propose& p) {
  return out << "propose " << Labelled{p.ballot, p.value};
}
std::ostream& operator<<(std::ostream& out, const Commit& c) { return out << "commit " << c.what; }
std::ostream& operator<<(std::ostream& out, const Commit::Answer&) { return out << "committed"; }
std::ostream& operator<<(std::ostream& out, const Read&) { return out << "read"; }
template <class R>
std::ostream& operator<<(std::ostream& out, const Ask<R>& ask) {
  return out << ask.request;
}
template <class T>
std::ostream& operator<<(std::ostream& out, const Answered<T>& answer) {
  return out << heddle::to_text(answer.value);
}

template <class Request, class Handler>
auto on_ask(Handler handler) {
  return heddle::on<Ask<Request>>([handler](const Ask<Request>& ask) {
    heddle::send(ask.from, Answered<typename Request::Answer>{heddle::self(), ask.ref, handler(ask.request)});
  });
}

// Asks all replicas, and takes answers as they come, until there are enough of them.
template <class Request>
void ask_all(const std::vector<Pid>& replicas, const Request& request,
             const std::function<bool(const Answered<typename Request::Answer>&)>& enough) {
  const Ref ref = heddle::make_ref();
  for (const Pid replica : replicas) heddle::send(replica, Ask<Request>{heddle::self(), ref, request});
  using A = Answered<typename Request::Answer>;
  while (!enough(heddle::receive<A>([ref](const A& answer) { return answer.ref == ref; }))) {
  }
}

}  // namespace

Pid start_replica(const std::string& name, Label label) {
  return heddle::spawn(name, [label] {
    heddle::daemon();
    Replica replica(label);
    while (true)
      heddle::receive(on_ask<Prepare>([&](const Prepare& p) { return replica.prepare(p.ballot); }),
                      on_ask<Propose>([&](const Propose& p) { return replica.propose(p.ballot, p.value); }),
                      on_ask<Commit>([&](const Commit& c) {
                        replica.commit(c.what.ballot, *c.what.value);
                        return Commit::Answer{};
                      }),
                      on_ask<Read>([&](const Read&) { return replica.read(); }));
  });
}

// What a quorum has answered to prepare.
struct Coordinator::Prepared {
  bool refused = false;
  Labelled in_progress;  // of the answers, the newest; of several, that which came first
  Labelled committed;
  std::vector<std::pair<Pid, Labelled>> known;  // which replica knows which commit
};

Coordinator::Prepared Coordinator::prepare() {
  ballot_ = {ballot_.round + 1, client_};
  Prepared result;
  ask_all<Prepare>(replicas_, {ballot_}, [&](const Answered<Promise>& answer) {
    const Promise& promise = answer.value;
    ballot_.round = std::max(ballot_.round, promise.in_progress.ballot.round);
    if (result.known.empty() || promise.in_progress.ballot > result.in_progress.ballot)
      result.in_progress = promise.in_progress;
    if (promise.committed.ballot > result.committed.ballot) result.committed = promise.committed;
    result.known.emplace_back(answer.replica, promise.committed);
    result.refused = !promise.promised;
    return result.refused || result.known.size() == kQuorum;
  });
  return result;
}

bool Coordinator::propose(Value value) {
  std::size_t accepted = 0, refused = 0;
  ask_all<Propose>(replicas_, {ballot_, value}, [&](const Answered<bool>& answer) {
    ++(answer.value ? accepted : refused);
    return accepted == kQuorum || refused == kQuorum;
  });
  return accepted == kQuorum;
}

Value Coordinator::read() {
  std::size_t answers = 0;
  Labelled newest;
  ask_all<Read>(replicas_, {}, [&](const Answered<Labelled>& answer) {
    if (!newest.value || answer.value.ballot > newest.ballot) newest = answer.value;
    return ++answers == kQuorum;
  });
  return *newest.value;
}

void Coordinator::commit(Value value) {
  commits_[ballot_] = value;
  std::size_t answers = 0;
  ask_all<Commit>(replicas_, {{ballot_, value}}, [&](const Answered<Commit::Answer>&) { return ++answers == kQuorum; });
}

void Coordinator::back_off() { heddle::sleep(std::chrono::milliseconds(10 * client_)); }

std::optional<Outcome> Coordinator::attempt(Value expected, Value desired) {
  const Prepared prepared = prepare();
  if (prepared.refused) {
    back_off();
    return {};
  }
  const auto& [refused, in_progress, committed, known] = prepared;
  if (in_progress.value && in_progress.ballot > committed.ballot) {  // left by somebody else: first finish that
    if (propose(*in_progress.value)) commit(*in_progress.value);
    back_off();
    return {};
  }
  bool behind = false;
  for (const auto& [replica, theirs] : known) {
    if (theirs == committed) continue;
    heddle::send(replica, Ask<Commit>{heddle::self(), heddle::make_ref(), {committed}});  // without waiting
    behind = true;
  }
  if (behind) return {};
  if (read() != expected) return Outcome::not_applied;
  if (propose(desired)) {
    commit(desired);
    return Outcome::applied;
  }
  back_off();
  return {};
}

Outcome Coordinator::compare_and_set(Value expected, Value desired, int attempts) {
  for (int i = 0; i < attempts; ++i)
    if (const auto outcome = attempt(expected, desired)) return *outcome;
  return Outcome::unknown;
}

}  // namespace lwt
