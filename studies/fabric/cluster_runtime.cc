#include "studies/fabric/cluster_runtime.h"

namespace fabric {

using namespace heddle;

ClusterRuntime::ClusterRuntime(Mistakes mistakes) : mistakes_(mistakes) {
  running_.on<CreateService>(&ClusterRuntime::create).on<PrimaryIs>(&ClusterRuntime::primary_is);
  running_.on<Resolve>([this](const Resolve& question) {
    if (!answer(question)) waiting_.push_back(question);
  });
  start_in(running_);
}

void ClusterRuntime::create(const CreateService& create) {
  send(create.asker, Created{spawn<ServiceRuntime>(create.kind.name, create.kind, self(), mistakes_)});
}

void ClusterRuntime::primary_is(const PrimaryIs& is) {
  primaries_[is.service] = is.host;
  std::erase_if(waiting_, [this](const Resolve& question) { return answer(question); });
}

bool ClusterRuntime::answer(const Resolve& question) {
  const Pid primary = primaries_[question.service];
  if (!primary || primary == question.stale) return false;
  send(question.asker, Resolved{question.service, primary});
  return true;
}

}  // namespace fabric
