#include "studies/rabbitmq_ms/mirroring.h"

#include <utility>

using namespace heddle;

namespace rabbitmq_ms {
namespace {

// What f says, unless a process that it asks has ended.
template <class F>
auto unless_dead(F f) -> decltype(f()) {
  try {
    return f();
  } catch (const CallFailed&) {
    return {};
  }
}

// A child of a member's delegate.
struct Place {
  bool ours = false;  // nobody had it, or who had it is dead
  std::optional<Pid> child;
};

}  // namespace

Mirroring::Mirroring(MirroringWorld world, std::vector<ChildSpec> specs, Pid parent)
    : world_(std::move(world)), specs_(std::move(specs)), parent_(parent) {}

void Mirroring::run() {
  daemon();
  server_.on_call<Init>([this](const Init& request) { init(request.overall); });
  server_.on_call<StartMirrored>([this](const StartMirrored& request) { return start_child(request.spec); });
  server_.on_cast<EnsureMonitoring>([](const EnsureMonitoring& peer) { monitor(peer.overall); });
  server_.on_cast<Die>([this](const Die& order) { die(order.reason); });
  server_.on_info<Down>([this](const Down& down) { on_down(down); });
  server_.on_info<Exit>([this](const Exit& exit) {
    if (exit.from == parent_) server_.stop(exit.reason);
  });
  server_.run();
}

void Mirroring::init(Pid overall) {
  overall_ = overall;
  trap_exits();
  world_.groups.create(kGroup);
  world_.groups.join(kGroup, overall);
  std::vector<Pid> others = world_.groups.members(kGroup);
  std::erase(others, overall);
  if (others.empty()) world_.table.lock.with([this] { world_.table.rows.clear(); });
  for (const Pid member : others) meet(member);
  delegate_ = find_child(overall, kDelegate).value();
  monitor(delegate_);
  for (const ChildSpec& spec : specs_) start_child(spec);
}

// From now on either notices the other's end. A member may have ended by now, or end before it answers.
void Mirroring::meet(Pid member) {
  const auto find_mirroring = [member] { return find_child(member, kMirroring); };
  const std::optional<Pid> peer = world_.bugs.trusts_members ? find_mirroring() : unless_dead(find_mirroring);
  if (!peer) return;
  cast(*peer, EnsureMonitoring{overall_});
  monitor(member);
}

std::optional<Pid> Mirroring::start_child(const ChildSpec& spec) {
  const Place place = world_.table.lock.with([&]() -> Place {
    if (const auto row = world_.table.rows.lookup(spec.id)) {
      const auto its_delegate = unless_dead([&] { return find_child(row->owner, kDelegate); });
      if (its_delegate) return {false, unless_dead([&] { return find_child(*its_delegate, spec.id); })};
    }
    world_.table.rows.insert(spec.id, {overall_, spec});
    return {true, {}};
  });
  return place.ours ? call(delegate_, StartChild{spec}, kForever) : place.child;
}

void Mirroring::on_down(const Down& down) {
  if (down.pid == delegate_)
    die(down.reason);
  else
    take_over(down.pid);
}

// The group's table may still list the dead one.
void Mirroring::take_over(Pid dead) {
  std::vector<Pid> alive = world_.groups.members(kGroup);
  std::erase(alive, dead);
  if (alive.empty() || alive.front() != overall_) return;
  const auto orphans = world_.table.lock.with([&] {
    auto rows =
        world_.table.rows.match([&](const std::string&, const ChildTable::Row& row) { return row.owner == dead; });
    for (const auto& [id, row] : rows) world_.table.rows.insert(id, {overall_, row.spec});
    return rows;
  });
  for (const auto& [id, row] : orphans) call(delegate_, StartChild{row.spec}, kForever);
}

// The children cannot be kept running: that is the end of the whole group, not only of this member.
void Mirroring::die(const Reason& reason) {
  for (const Pid member : world_.groups.members(kGroup)) {
    if (member == overall_) continue;
    const auto peer = unless_dead([&] { return find_child(member, kMirroring); });
    if (peer) cast(*peer, Die{reason});
  }
  server_.stop(reason);
}

}  // namespace rabbitmq_ms
