#include "studies/fabric/replica_runtime.h"

#include <algorithm>

#include "studies/fabric/spec.h"

namespace fabric {

using namespace heddle;

ReplicaRuntime::ReplicaRuntime(std::string service, ReplicaId id, Pid runtime, Pid host, Mistakes mistakes)
    : service_(std::move(service)), id_(id), runtime_(runtime), host_(host), mistakes_(mistakes) {
  for (State state : {none_, idle_, active_, primary_}) state.on<EpochInfo>(&ReplicaRuntime::new_epoch);
  for (State state : {idle_, active_, primary_}) {
    state.on<Append>(&ReplicaRuntime::append).on<Commit>(&ReplicaRuntime::commit);
    state.on<BecomeActive>(&ReplicaRuntime::become_active);
    // The host was asked as that of an idle secondary, and may answer when the role is another one.
    state.on<CopyContext>([this](const CopyContext& context) { send(runtime_, context); });
    state.on<CopyFinished>([this](const CopyFinished& end) { send(runtime_, CopyStateDone{id_, end.epoch}); });
  }
  idle_.on<CopyState>(&ReplicaRuntime::copy);
  primary_.on<CopyState>([this](const CopyState& copy) { send(runtime_, copy); });
  primary_.on<Propose>([this](const Propose& wish) { send(runtime_, Replicate{id_, epoch_, wish.operation}); });
  primary_.on<GetCopyState>([this](const GetCopyState& get) {
    CopyState copy = get.copy;
    copy.lsn = applied_;
    copy.log = Log(log_.begin(), log_.upper_bound(applied_));
    send(host_, GetCopyState{get.context, copy});
  });
  // Out of the set: deaf, until its host has been closed.
  none_.on<RoleIsNone>([this] { send(host_, Close{}); }).ignore_any();
  none_.entry([this] {
    if (epoch_ == 0) send(host_, Open{self()});
  });
  start_in(none_);
}

void ReplicaRuntime::new_epoch(const EpochInfo& info) {
  epoch_ = info.epoch;
  send(host_, UpdateEpoch{info.epoch, info.lsn});
  switch (info.role) {
    case Role::primary:
      return become_primary();
    case Role::idle_secondary:
      return build();
    case Role::active_secondary:
      return rejoin(info);
    case Role::none:
      tell(Role::none);
      return go(none_);
  }
}

// The host hears of it before anybody can act on it.
void ReplicaRuntime::tell(Role role) {
  notify<FullSet>(FullSet::RoleIs{service_, id_, role});
  send(host_, ChangeRole{role});
}

// What it has counts, whether it was committed or not; what came too early does not.
void ReplicaRuntime::become_primary() {
  log_.erase(log_.upper_bound(last_), log_.end());
  if (is_in(idle_) && !copied_) send(host_, EndOfCopy{copy_epoch_});  // its service need not wait for it any more
  notify<AckedIsKept>(AckedIsKept::TookOffice{service_, epoch_, id_, log_});
  notify<OnePrimary>(OnePrimary::TookOffice{service_, epoch_, id_});
  tell(Role::primary);
  send(runtime_, EpochAck{id_, epoch_, last_});
  go(primary_);
}

// From the beginning; what the service has already is its own business (copy_context).
void ReplicaRuntime::build() {
  log_.clear();
  last_ = committed_ = applied_ = 0;
  copied_ = false;
  copy_epoch_ = epoch_;
  tell(Role::idle_secondary);
  send(runtime_, EpochAck{id_, epoch_, 0});
  send(host_, GetCopyContext{epoch_});
  go(idle_);
}

void ReplicaRuntime::copy(const CopyState& copy) {
  copied_ = true;
  log_.insert(copy.log.begin(), copy.log.end());
  last_ = applied_ = copy.lsn;
  send(host_, ApplyCopy{copy.state});
  send(host_, EndOfCopy{copy_epoch_});
  catch_up();
}

void ReplicaRuntime::become_active() {
  check(is_in(idle_), "replica {} is told to become an active secondary, and is {}: only a secondary can", id_,
        state_name());
  tell(Role::active_secondary);
  go(active_);
}

void ReplicaRuntime::rejoin(const EpochInfo& info) {
  log_.erase(log_.upper_bound(info.lsn), log_.end());
  last_ = std::min(last_, info.lsn);
  send(runtime_, EpochAck{id_, epoch_, last_});
}

void ReplicaRuntime::append(const Append& append) {
  if (append.lsn > last_) log_[append.lsn] = append.operation;  // else it is here: sent again in a new epoch
  catch_up();
}

void ReplicaRuntime::commit(const Commit& commit) {
  committed_ = commit.lsn;
  apply_committed();
}

// An operation counts when all before it are here, too.
void ReplicaRuntime::catch_up() {
  if (is_in(idle_) && !copied_) return;
  while (log_.contains(last_ + 1)) ++last_;
  if (mistakes_.lsn_gap && !log_.empty()) last_ = std::max(last_, log_.rbegin()->first);
  if (!is_in(primary_)) send(runtime_, Ack{id_, epoch_, last_});
  apply_committed();
}

void ReplicaRuntime::apply_committed() {
  const Lsn end = std::min(last_, committed_);
  for (auto next = log_.upper_bound(applied_); next != log_.end() && next->first <= end; ++next)
    send(host_, Apply{next->second});
  applied_ = std::max(applied_, end);
  notify<FullSet>(FullSet::Applied{service_, id_, applied_});
}

}  // namespace fabric
