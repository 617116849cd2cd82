#include "studies/fabric/service_runtime.h"

#include <algorithm>

#include "studies/fabric/replica_host.h"
#include "studies/fabric/replica_runtime.h"
#include "studies/fabric/spec.h"

namespace fabric {

using namespace heddle;

ServiceRuntime::ServiceRuntime(ServiceKind kind, Pid cluster, Mistakes mistakes)
    : kind_(std::move(kind)), cluster_(cluster), mistakes_(mistakes) {
  electing_.on<EpochAck>(counted(&ServiceRuntime::take_office));
  serving_.on<EpochAck>(counted(&ServiceRuntime::joined));
  for (State state : {electing_, serving_}) {
    state.on<Fail>(&ServiceRuntime::fail);
    state.on<Replicate>(counted(&ServiceRuntime::replicate)).on<SendNext>(counted(&ServiceRuntime::send_next));
    state.on<Ack>(counted(&ServiceRuntime::acked)).on<CopyContext>(counted(&ServiceRuntime::copy_from_primary));
    state.on<CopyState>(counted(&ServiceRuntime::hand_over)).on<CopyStateDone>(counted(&ServiceRuntime::copied));
  }
  electing_.entry([this] {
    if (epoch_ > 0) return;
    while (static_cast<int>(members_.size()) < kind_.replicas) launch();
    elect();
  });
  start_in(electing_);
}

// --- replicas ---

ReplicaId ServiceRuntime::launch() {
  const auto id = static_cast<ReplicaId>(members_.size()) + 1;
  Member& member = members_[id];
  const std::string name = std::to_string(id);
  member.node = start_node(fmt::format("node {} of {}", id, kind_.name));
  member.host = spawn<ReplicaHost>(member.node, name + " host", kind_.name, id, cluster_, kind_.make);
  member.runtime = spawn<ReplicaRuntime>(member.node, name, kind_.name, id, self(), member.host, mistakes_);
  return id;
}

void ServiceRuntime::fill() {
  const auto living = [](const auto& member) { return member.second.alive; };
  while (std::count_if(members_.begin(), members_.end(), living) < kind_.replicas) join(launch());
}

std::vector<ReplicaId> ServiceRuntime::living_secondaries() const {
  std::vector<ReplicaId> found;
  for (const auto& [id, member] : members_)
    if (member.alive && id != primary_) found.push_back(id);
  return found;
}

// Who may become primary. A majority of two is both, so any voter has all that is acknowledged. While nothing is,
// anyone will do.
std::vector<ReplicaId> ServiceRuntime::successors() const {
  std::vector<ReplicaId> found = living_secondaries();
  if (committed_ > 0 && !mistakes_.elect_idle)
    std::erase_if(found, [this](ReplicaId id) { return !members_.at(id).is_voter(); });
  return found;
}

void ServiceRuntime::elect() {
  ++epoch_;
  to_send_.clear();
  const std::vector<ReplicaId> candidates = successors();
  primary_ = one_of(candidates);
  members_.at(primary_).role = Role::primary;
  send(members_.at(primary_).runtime, EpochInfo{epoch_, Role::primary, committed_});
  go(electing_);
}

// What the new primary does not have never happened. What it has is replicated to the others, in the new epoch.
void ServiceRuntime::take_office(const EpochAck& ack) {
  if (ack.epoch != epoch_ || ack.from != primary_) return;
  std::erase_if(in_flight_, [&](const InFlight& entry) { return entry.lsn > ack.lsn; });
  for (InFlight& entry : in_flight_) entry.of = primary_;
  next_ = ack.lsn + 1;
  not_sent_again_ = committed_;
  for (auto& [id, member] : members_) {
    member.caught_up = false;
    if (!mistakes_.old_ack) member.acked = 0;
  }
  for (const ReplicaId id : living_secondaries()) join(id);
  fill();
  send(cluster_, PrimaryIs{kind_.name, members_.at(primary_).host});
  go(serving_);
}

void ServiceRuntime::join(ReplicaId id) {
  const Member& member = members_.at(id);
  send(member.runtime, EpochInfo{epoch_, member.role, next_ - 1});
  for (const InFlight& entry : in_flight_) will_send(id, entry);
}

void ServiceRuntime::joined(const EpochAck& ack) {
  if (ack.epoch != epoch_) return;
  Member& member = members_.at(ack.from);
  if (member.role == Role::active_secondary && ack.lsn < not_sent_again_ && !mistakes_.lost_catch_up) {
    member.role = Role::idle_secondary;  // only a copy can help
    return join(ack.from);
  }
  has(member, ack.lsn);
}

void ServiceRuntime::count() {
  for (Fail& failure : to_come_)
    if (--failure.after == 0) send(self(), failure);
  std::erase_if(to_come_, [](const Fail& failure) { return failure.after == 0; });
}

// Fails a replica, unless that would lose what nobody can keep: the last copy of something acknowledged.
void ServiceRuntime::fail(const Fail& fail) {
  if (fail.after > 0) return to_come_.push_back(fail);
  const std::vector<ReplicaId> secondaries = living_secondaries();
  if (fail.what == Failure::kill_secondary ? secondaries.empty() : successors().empty()) return;
  const ReplicaId id = fail.what == Failure::kill_secondary ? one_of(secondaries) : primary_;
  Member& member = members_.at(id);
  member.alive = false;
  if (fail.what == Failure::suspect_primary) {
    send(member.runtime, EpochInfo{epoch_ + 1, Role::none, committed_});
  } else {
    stop_node(member.node);
    notify<FullSet>(FullSet::RoleIs{kind_.name, id, Role::none});
  }
  if (id == primary_) return elect();
  if (!is_in(serving_)) return;
  fill();
  commit();
}

// --- replication ---

void ServiceRuntime::replicate(const Replicate& request) {
  if (request.epoch != epoch_ && !mistakes_.double_primary) return;
  const InFlight entry{next_++, request.operation, request.from};
  in_flight_.push_back(entry);
  send(members_.at(request.from).runtime, Append{entry.lsn, entry.operation});
  for (const ReplicaId id : living_secondaries()) will_send(id, entry);
}

// One event for each, one after the other: anything can come in between. They may overtake one another.
void ServiceRuntime::will_send(ReplicaId to, const InFlight& entry) {
  to_send_.push_back({to, {entry.lsn, entry.operation}});
  if (to_send_.size() == 1) send(self(), SendNext{});
}

void ServiceRuntime::send_next(const SendNext&) {
  if (to_send_.empty()) return;  // it was for an epoch that is over
  const auto next = to_send_.begin() + choose(static_cast<std::uint32_t>(to_send_.size()));
  const ToSend message = *next;
  to_send_.erase(next);
  send(members_.at(message.to).runtime, message.append);
  if (!to_send_.empty()) send(self(), SendNext{});
}

void ServiceRuntime::acked(const Ack& ack) {
  if (ack.epoch != epoch_ && !mistakes_.old_ack) return;
  has(members_.at(ack.from), ack.lsn);
}

void ServiceRuntime::has(Member& member, Lsn lsn) {
  member.acked = std::max(member.acked, lsn);
  if (member.role == Role::active_secondary && member.acked >= committed_) member.caught_up = true;
  commit();
}

bool ServiceRuntime::has_quorum(Lsn lsn) const {
  int voters = 0, votes = 0;
  for (const auto& [id, member] : members_) {
    if (!member.is_voter()) continue;
    if (member.alive) ++voters;
    if ((member.alive || mistakes_.dead_quorum) && member.acked >= lsn) ++votes;
  }
  return votes > voters / 2;
}

void ServiceRuntime::commit() {
  while (is_in(serving_) && !in_flight_.empty() && has_quorum(in_flight_.front().lsn)) {
    const InFlight entry = in_flight_.front();
    in_flight_.pop_front();
    committed_ = entry.lsn;
    notify<AckedIsKept>(AckedIsKept::Acked{kind_.name, epoch_, entry.operation});
    notify<OnePrimary>(OnePrimary::Acked{kind_.name, entry.of});
    notify<FullSet>(FullSet::Acked{kind_.name, entry.lsn});
    send(members_.at(entry.of).runtime, Commit{entry.lsn});
    for (const ReplicaId id : living_secondaries()) send(members_.at(id).runtime, Commit{entry.lsn});
  }
}

// --- copies ---

void ServiceRuntime::copy_from_primary(const CopyContext& context) {
  if (context.epoch != epoch_) return;
  send(members_.at(primary_).runtime, GetCopyState{context.context, {context.from, epoch_, 0, {}, {}}});
}

void ServiceRuntime::hand_over(const CopyState& copy) {
  if (copy.epoch == epoch_) send(members_.at(copy.to).runtime, copy);
}

void ServiceRuntime::copied(const CopyStateDone& done) {
  if (done.epoch != epoch_ && !mistakes_.promote_while_becoming_primary) return;
  Member& member = members_.at(done.from);
  member.role = Role::active_secondary;
  send(member.runtime, BecomeActive{});
  has(member, 0);
}

}  // namespace fabric
