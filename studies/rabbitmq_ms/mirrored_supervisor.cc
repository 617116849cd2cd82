#include "studies/rabbitmq_ms/mirrored_supervisor.h"

#include "studies/rabbitmq_ms/mirroring.h"

using namespace heddle;

namespace rabbitmq_ms {

// The delegate starts first and so ends last: a mirroring server that sees it end knows that its children were the
// reason, not the end of the member.
Pid MirroredSupervisors::start(const std::string& name, const std::vector<ChildSpec>& specs) const {
  const auto delegate = [name] { return start_supervisor(name + " delegate", {}); };
  const auto mirroring = [name, specs, world = MirroringWorld{groups_, table_, bugs_}] {
    return spawn_link(name + " mirroring", [world, specs, parent = self()] { Mirroring(world, specs, parent).run(); });
  };
  const Pid overall =
      start_supervisor(name, {{kDelegate, delegate, Restart::temporary}, {kMirroring, mirroring, Restart::permanent}});
  call(find_child(overall, kMirroring).value(), Init{overall}, kForever);
  return overall;
}

std::optional<Pid> MirroredSupervisors::start_child(Pid member, const ChildSpec& spec) const {
  return call(find_child(member, kMirroring).value(), StartMirrored{spec}, kForever);
}

std::vector<Pid> MirroredSupervisors::members() const { return groups_.members(kGroup); }

}  // namespace rabbitmq_ms
