#include "studies/corfu/repairer.h"

#include "studies/corfu/log_server.h"

using namespace heddle;

namespace corfu {
namespace {

void move_to(const Cluster& cluster, const Layout& layout) {
  check(cluster.layouts->write(layout), "the layout service refuses epoch {}", layout.epoch);
  for (const Server server : plan_of(cluster.method).servers) {
    const Status status = ask(cluster.at(server), SetLayout{.layout = layout}).status;
    check(status == Status::ok, "a server refuses epoch {}", layout.epoch);
  }
}

}  // namespace

void repair(const Cluster& cluster) {
  const Plan& plan = plan_of(cluster.method);
  move_to(cluster, plan.during);

  const int epoch = plan.during.epoch;
  const Answer found = ask(cluster.at(plan.source), Read{.epoch = epoch});
  if (found.value) {
    const Write copy{.epoch = epoch, .value = *found.value, .clobber = plan.clobber};
    const Status status = ask(cluster.at(plan.repaired), copy).status;
    check(status == Status::ok || status == Status::written, "the copy is refused");
  }

  move_to(cluster, plan.after);
}

}  // namespace corfu
