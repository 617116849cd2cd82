// What a leader does: takes commands, sends entries, decides what is committed.
#include <algorithm>
#include <functional>
#include <utility>

#include "studies/ra/server.h"

namespace ra {

void Server::on(const ClientRequest& request) {
  if (state_ != State::leader) {
    if (leader_ == ServerId::nobody)
      parked_.push_back(request);
    else
      effects_.emplace_back(ReplyClient{request.client, {.redirect = leader_}});
    return;
  }
  Members members = this->members();
  const Command& command = request.request.command;
  if (const auto* join = std::get_if<Join>(&command)) {
    members.insert(join->server);
    return change_cluster(request, std::move(members));
  }
  if (const auto* leave = std::get_if<Leave>(&command)) {
    members.erase(leave->server);
    return change_cluster(request, std::move(members));
  }
  append(command, request.client);
}

// One at a time. Where nothing changes, nobody is answered: the client gives up some time.
void Server::change_cluster(const ClientRequest& request, Members members) {
  if (!changes_permitted_) return changes_.push_back(request);
  if (members == configuration_.members || members.empty()) return;
  changes_permitted_ = false;
  previous_ = configuration_;
  adopt({{log_.last().index + 1, term_}, members});
  append(Change{std::move(members)}, request.client);
}

void Server::append(Command command, std::optional<Client> client) {
  log_.append({{log_.last().index + 1, term_}, std::move(command), client});
  effects_.emplace_back(Write{log_.last()});
  pipeline();
}

// Sends what is new, without waiting for answers to what was sent before.
void Server::pipeline() {
  for (auto& [server, peer] : cluster_)
    if (server != id_ && (log_.reaches(peer.next) || peer.commit_sent < commit_)) send_entries(server, peer);
}

void Server::send_entries(ServerId to, Peer& peer) {
  effects_.emplace_back(Send{to, AppendEntries{term_, id_, log_.at(peer.next - 1), log_.from(peer.next), commit_}});
  peer.next = log_.last().index + 1;
  peer.commit_sent = commit_;
}

void Server::on(const AppendReply& reply) {
  if (state_ != State::leader) return;
  const bool known = member(reply.from);
  if (reply.term > term_) {
    if (known) become_follower(reply.term);
    return;
  }
  if (!known) {
    if (bugs_.trusts_leavers && !reply.success) throw Crash("badmatch: a reply of a server that is not a member");
    return;
  }
  Peer& peer = cluster_[reply.from];
  if (!reply.success) {
    peer.next = std::clamp(reply.next, peer.match + 1, log_.last().index + 1);
    return send_entries(reply.from, peer);
  }
  if (reply.term < term_) return;
  peer.match = std::max(peer.match, reply.last);
  advance_commit();
}

void Server::on(const Written& written) {
  log_.wrote(written.last);
  if (state_ == State::leader)
    advance_commit();
  else if (state_ == State::follower && leader_ != ServerId::nobody)
    confirm();
}

// An entry is committed when it is of my term, and in the logs of a majority; and all before it are, too.
void Server::advance_commit() {
  std::vector<int> matches;
  for (const auto& [server, peer] : cluster_) matches.push_back(server == id_ ? log_.written() : peer.match);
  std::ranges::sort(matches, std::greater());
  const int agreed = matches[majority() - 1];
  if (agreed > commit_ && log_.at(agreed).term == term_) {
    commit_ = agreed;
    apply();
  }
  pipeline();
  if (!member(id_) && commit_ >= configuration_.at.index) effects_.emplace_back(Stop{});
}

void Server::permit_changes() {
  changes_permitted_ = true;
  for (const ClientRequest& request : std::exchange(changes_, {})) effects_.emplace_back(Again{request, Caller::none});
}

// Those that lag may have missed what was sent, or waited for something else.
void Server::on(const Tick&) {
  if (state_ != State::leader) return;
  for (auto& [server, peer] : cluster_)
    if (server != id_ && (peer.match < log_.last().index || peer.commit_sent < commit_)) send_entries(server, peer);
}

}  // namespace ra
