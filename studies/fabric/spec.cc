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

FullSet::FullSet(const std::vector<std::string>& services, int replicas) : replicas_(replicas) {
  for (const std::string& service : services) services_[service];
  for (State state : {incomplete_, complete_}) {
    state.on<RoleIs>([this](const RoleIs& is) {
      services_[is.service].replicas[is.replica].role = is.role;
      judge();
    });
    state.on<Applied>([this](const Applied& applied) {
      services_[applied.service].replicas[applied.replica].applied = applied.lsn;
      judge();
    });
    state.on<Acked>([this](const Acked& acked) {
      services_[acked.service].acked = acked.lsn;
      judge();
    });
  }
  start_in(incomplete_);
}

void FullSet::judge() {
  const bool all =
      std::all_of(services_.begin(), services_.end(), [this](const auto& entry) { return is_complete(entry.second); });
  if (all != is_in(complete_)) go(all ? complete_ : incomplete_);
}

bool FullSet::is_complete(const Service& service) const {
  int primaries = 0, secondaries = 0;
  for (const auto& [id, replica] : service.replicas) {
    if (replica.applied != service.acked) continue;
    if (replica.role == Role::primary) ++primaries;
    if (replica.role == Role::active_secondary) ++secondaries;
  }
  return primaries == 1 && secondaries == replicas_ - 1;
}

ArrivesOnce::ArrivesOnce(std::string service, Data expected)
    : service_(std::move(service)), expected_(std::move(expected)) {
  waiting_.on<State>(&ArrivesOnce::compare);
  arrived_.on<State>(&ArrivesOnce::compare);
  start_in(waiting_);
}

void ArrivesOnce::compare(const State& state) {
  if (state.service != service_) return;
  const bool begins =
      state.items.size() <= expected_.size() && std::equal(state.items.begin(), state.items.end(), expected_.begin());
  check(begins, "{} has {}, where {} were to come, each once", service_, to_text(state.items), to_text(expected_));
  if (state.items == expected_ && is_in(waiting_)) go(arrived_);
}

}  // namespace fabric
