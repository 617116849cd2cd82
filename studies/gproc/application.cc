#include "studies/gproc/application.h"

#include <ranges>

namespace gproc {

using namespace heddle;

namespace {

struct Stop {
  using Reply = void;
};

void stop_child(Pid child) {
  const Ref ref = monitor(child);
  unlink(child);
  exit(child, kShutdown);
  receive<Down>([ref](const Down& down) { return down.ref == ref; });
}

void supervise(const std::string& name, const std::vector<Child>& children, Pid starter) {
  trap_exits();
  register_name(name);
  const Pid me = self();
  std::vector<Pid> pids;
  for (const Child& child : children) {
    pids.push_back(spawn_link(child.name, [child, me] { child.run(me); }));
    receive<Started>();
  }
  send(starter, Started{});
  const Call<Stop> stop = receive<Call<Stop>>();
  for (const Pid pid : std::views::reverse(pids)) stop_child(pid);
  reply(stop.from);
}

}  // namespace

void start_application(const std::string& name, const std::vector<Child>& children) {
  spawn("sup", [=, me = self()] { supervise(name, children, me); });
  receive<Started>();
}

void stop_application(const std::string& name) { call(name, Stop{}, kForever); }

}  // namespace gproc
