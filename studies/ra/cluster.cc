#include "studies/ra/cluster.h"

#include <iterator>

#include "studies/ra/storage.h"

namespace ra {

using namespace heddle;

namespace {

template <class R>
std::optional<typename R::Reply> try_call(ServerId server, const R& request) {
  try {
    return call(name_of(server), request);
  } catch (const CallFailed&) {
    return {};
  }
}

}  // namespace

void Cluster::start() {
  start_storage();
  const Members all(std::begin(kServers), std::end(kServers));
  for (const ServerId id : kServers) {
    const Pid server = spawn(name_of(id), [=, bugs = bugs_, spec = spec_] { Process(id, all, bugs, *spec).run(); });
    register_name(name_of(id), server);
  }
  trigger_election(one_of(kServers));
}

void Cluster::trigger_election(ServerId server) const {
  try {
    call(name_of(server), TriggerElection{});
  } catch (const CallFailed&) {  // it has left
  }
}

bool Cluster::enqueue(ServerId server, int message) const { return process(server, Enqueue{message}).has_value(); }
std::optional<Answer> Cluster::dequeue(ServerId server) const { return process(server, Dequeue{}); }
bool Cluster::add_member(ServerId server, ServerId joining) const { return process(server, Join{joining}).has_value(); }
bool Cluster::remove_member(ServerId server, ServerId leaving) const {
  return process(server, Leave{leaving}).has_value();
}

std::optional<Status> Cluster::status(ServerId server) const { return try_call(server, GetStatus{}); }

std::optional<Answer> Cluster::process(ServerId server, const Command& command) const {
  std::optional<Answer> answer = try_call(server, Request{command});
  while (answer && answer->redirect != ServerId::nobody) answer = try_call(answer->redirect, Request{command});
  return answer;
}

}  // namespace ra
