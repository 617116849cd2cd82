#include "studies/fabric/spec.h"

#include <algorithm>

namespace fabric {

using namespace heddle;

AckedIsKept::AckedIsKept() {
  watching_.on<Acked>([this](const Acked& acked) { acked_.push_back(acked); });
  watching_.on<TookOffice>(&AckedIsKept::take_office);
  start_in(watching_);
}

void AckedIsKept::take_office(const TookOffice& taken) {
  for (const auto& [service, epoch, operation] : acked_) {
    if (service != taken.service || epoch > taken.epoch) continue;
    const auto is_it = [&](const auto& held) { return held.second == operation; };
    check(std::any_of(taken.log.begin(), taken.log.end(), is_it),
          "operation {} of replica {} was acknowledged, and replica {} becomes primary without it", operation.number,
          operation.by, taken.replica);
  }
}

// Who was told late that it is primary, and is not any more, does not count.
OnePrimary::OnePrimary() {
  watching_.on<TookOffice>([this](const TookOffice& taken) {
    TookOffice& latest = latest_[taken.service];
    if (taken.epoch > latest.epoch) latest = taken;
  });
  watching_.on<Acked>([this](const Acked& acked) {
    const ReplicaId primary = latest_[acked.service].replica;
    check(primary == acked.of, "an operation is acknowledged to replica {}, when replica {} is primary", acked.of,
          primary);
  });
  start_in(watching_);
}

FullSet::FullSet(std::vector<std::string> services, int replicas) : replicas_(replicas) {
  for (const std::string& service : services) roles_[service];
  incomplete_.on<RoleIs>(&FullSet::role_is);
  complete_.on<RoleIs>(&FullSet::role_is);
  start_in(incomplete_);
}

void FullSet::role_is(const RoleIs& is) {
  roles_[is.service][is.replica] = is.role;
  const bool all =
      std::all_of(roles_.begin(), roles_.end(), [this](const auto& service) { return is_complete(service.second); });
  if (all != is_in(complete_)) go(all ? complete_ : incomplete_);
}

bool FullSet::is_complete(const std::map<ReplicaId, Role>& roles) const {
  const auto count = [&](Role role) {
    return std::count_if(roles.begin(), roles.end(), [&](const auto& replica) { return replica.second == role; });
  };
  return count(Role::primary) == 1 && count(Role::active_secondary) == replicas_ - 1;
}

ArrivesOnce::ArrivesOnce(std::string service, Data expected)
    : service_(std::move(service)), expected_(std::move(expected)) {
  waiting_.on<State>(&ArrivesOnce::compare);
  arrived_.on<State>(&ArrivesOnce::compare);
  start_in(waiting_);
}

void ArrivesOnce::compare(const State& state) {
  if (state.service != service_) return;
  const bool begins = state.items.size() <= expected_.size() &&
                      std::equal(state.items.begin(), state.items.end(), expected_.begin());
  check(begins, "{} has {}, where {} were to come, each once", service_, to_text(state.items), to_text(expected_));
  if (state.items == expected_ && is_in(waiting_)) go(arrived_);
}

}  // namespace fabric
