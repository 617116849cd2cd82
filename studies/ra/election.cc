// Who leads.
#include <utility>

#include "studies/ra/server.h"

namespace ra {

void Server::on(const ElectionTimeout&) {
  if (!member(id_) || state_ == State::leader) return;
  if (state_ == State::candidate)
    start_election();
  else
    start_pre_vote();
}

// Asks whether it would be worthwhile, before a new term disturbs everybody.
void Server::start_pre_vote() {
  state_ = State::pre_vote;
  leader_ = ServerId::nobody;
  votes_ = 1;
  effects_.emplace_back(Ask{peers(), PreVote{term_, ++token_, id_, log_.last()}});
  effects_.emplace_back(ElectionTimer{Wait::normal});
}

void Server::start_election() {
  set_term(term_ + 1, id_);
  state_ = State::candidate;
  votes_ = 1;
  effects_.emplace_back(Ask{peers(), RequestVote{term_, id_, log_.last()}});
}

void Server::on(const Vote& vote) {
  if (state_ != (vote.pre ? State::pre_vote : State::candidate)) return;
  if (vote.term > term_) return become_follower(vote.term);
  if (!vote.granted || vote.term < term_ || (vote.pre && vote.token != token_)) return;
  if (++votes_ != majority()) return;
  if (vote.pre)
    start_election();
  else
    lead();
}

void Server::lead() {
  state_ = State::leader;
  leader_ = id_;
  changes_permitted_ = false;  // until my first entry is applied
  effects_.emplace_back(ElectionTimer{Wait::off});
  effects_.emplace_back(StartTicking{});
  for (auto& [server, peer] : cluster_) {
    peer = Peer{.next = log_.last().index + 1};
    if (server != id_) send_entries(server, peer);
  }
  append(Noop{});
  for (const ClientRequest& request : std::exchange(parked_, {})) effects_.emplace_back(Again{request, Caller::none});
}

void Server::on(const PreVote& request) {
  switch (state_) {
    case State::leader:
      if (!member(request.candidate)) return;
      if (request.term <= term_)
        return send_entries(request.candidate, cluster_[request.candidate]);  // it has a leader
      break;
    case State::candidate:
      if (request.term <= term_) return;
      break;
    case State::await_condition:
      return;
    case State::follower:
    case State::pre_vote:
      return judge(request);
  }
  become_follower(request.term);
  effects_.emplace_back(Again{request});
}

void Server::judge(const PreVote& request) {
  if (request.term < term_) {
    effects_.emplace_back(ReplyVote{{true, term_, request.token, false}});
    return;
  }
  if (request.term > term_) set_term(request.term);
  if (up_to_date(request.last))
    effects_.emplace_back(ReplyVote{{true, term_, request.token, true}});
  else if (state_ == State::follower)
    effects_.emplace_back(ElectionTimer{Wait::normal});  // rather than that one, I
}

void Server::on(const RequestVote& request) {
  switch (state_) {
    case State::follower:
      return judge(request);
    case State::await_condition:
      state_ = State::follower;
      effects_.emplace_back(Again{request, bugs_.forgets_caller ? Caller::none : Caller::same});
      return;
    case State::leader:
      if (!member(request.candidate)) return;
      break;
    case State::pre_vote:
    case State::candidate:
      break;
  }
  if (request.term <= term_) {
    effects_.emplace_back(ReplyVote{{false, term_, 0, false}});
    return;
  }
  become_follower(request.term);
  effects_.emplace_back(Again{request});
}

void Server::judge(const RequestVote& request) {
  const bool newer = request.term > term_;
  const bool free = voted_for_ == ServerId::nobody || voted_for_ == request.candidate;
  const bool granted = (newer || (request.term == term_ && free)) && up_to_date(request.last);
  if (newer || granted) set_term(request.term, granted ? request.candidate : ServerId::nobody);
  effects_.emplace_back(ReplyVote{{false, term_, 0, granted}});
}

bool Server::up_to_date(Position last) const {
  return std::pair(last.term, last.index) >= std::pair(log_.last().term, log_.last().index);
}

void Server::set_term(int term, ServerId vote) {
  if (term > term_) leader_ = ServerId::nobody;
  term_ = term;
  voted_for_ = vote;
  effects_.emplace_back(Persist{term_, voted_for_});
  if (leader_ == ServerId::nobody) effects_.emplace_back(ElectionTimer{Wait::normal});
}

void Server::become_follower(int term) {
  if (term > term_) set_term(term);
  state_ = State::follower;
  changes_.clear();  // who asked for them will wait in vain, and may ask again
}

Members Server::peers() const {
  Members result = members();
  result.erase(id_);
  return result;
}

}  // namespace ra
