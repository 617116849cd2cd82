// What a follower does with what its leader sends.
#include <algorithm>
#include <utility>

#include "studies/ra/server.h"

namespace ra {

void Server::on(const AppendEntries& rpc) {
  if (state_ == State::await_condition) {
    if (rpc.term < term_ || !log_.reaches(rpc.before.index)) return;
    state_ = State::follower;
    effects_.emplace_back(Again{rpc, Caller::none});
    return;
  }
  if (rpc.term < term_) return reject(rpc, log_.last().index + 1);
  if (state_ == State::follower) return accept(rpc);
  if (state_ == State::leader && rpc.term == term_) throw Crash("another server leads in the same term");
  become_follower(rpc.term);
  effects_.emplace_back(Again{rpc, Caller::none});
}

void Server::accept(const AppendEntries& rpc) {
  if (rpc.term > term_) set_term(rpc.term);
  follow(rpc.leader);
  if (!log_.has(rpc.before)) {
    reject(rpc, log_.reaches(rpc.before.index) ? commit_ + 1 : log_.last().index + 1);
    state_ = State::await_condition;
    effects_.emplace_back(ConditionTimer{});
    return;
  }
  bool appended = false;
  for (const Entry& entry : rpc.entries) {
    if (log_.has(entry.at)) continue;
    before_append(entry);
    log_.append(entry);
    appended = true;
  }
  const int last = rpc.before.index + static_cast<int>(rpc.entries.size());
  verified_ = std::max(verified_, last);
  commit_ = std::max(commit_, std::min(rpc.commit, last));
  apply();
  if (appended)
    effects_.emplace_back(Write{log_.last()});
  else
    confirm();
}

void Server::follow(ServerId leader) {
  effects_.emplace_back(ElectionTimer{Wait::off});
  if (leader_ == leader) return;
  leader_ = leader;
  verified_ = 0;
  effects_.emplace_back(Watch{leader});
  for (const ClientRequest& request : std::exchange(parked_, {}))
    effects_.emplace_back(ReplyClient{request.client, {.redirect = leader}});
}

void Server::reject(const AppendEntries& rpc, int next) {
  rejection_ = Send{rpc.leader, AppendReply{id_, term_, false, log_.written(), next}};
  effects_.emplace_back(*rejection_);
}

void Server::confirm() {
  effects_.emplace_back(
      Send{leader_, AppendReply{id_, term_, true, std::min(log_.written(), verified_), log_.last().index + 1}});
}

// A configuration is in force as soon as it is in the log, and not any longer than it is there.
void Server::before_append(const Entry& entry) {
  const auto* change = std::get_if<Change>(&entry.command);
  const bool replaced = bugs_.forgets_cluster ? entry.at.index == configuration_.at.index && !change
                                              : entry.at.index <= configuration_.at.index;
  if (replaced) {
    if (!previous_) throw Crash("badkey: previous_cluster");
    adopt(*previous_);
  }
  if (!change) return;
  if (!bugs_.forgets_cluster) previous_ = configuration_;
  adopt({entry.at, change->members});
}

// The leader may not have heard that something is missing; or it is another by now, and will send something by itself.
void Server::on(const ConditionTimeout&) {
  if (state_ != State::await_condition) return;
  state_ = State::follower;
  effects_.emplace_back(*rejection_);
}

void Server::on(const LeaderDown& down) {
  if (leader_ != down.leader) return;
  leader_ = ServerId::nobody;
  effects_.emplace_back(ElectionTimer{Wait::very_short});
}

}  // namespace ra
