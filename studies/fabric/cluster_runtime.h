// The platform: creates services, and knows where their primaries are.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "studies/fabric/service_runtime.h"

namespace fabric {

class ClusterRuntime final : public heddle::Machine {
 public:
  explicit ClusterRuntime(Mistakes mistakes);

  struct CreateService {
    heddle::Pid asker;
    ServiceKind kind;
  };
  struct Created {
    heddle::Pid service;
  };

 private:
  heddle::State running_ = state("Running");
  void create(const CreateService& create);
  void primary_is(const PrimaryIs& is);
  bool answer(const Resolve& question);

  Mistakes mistakes_;
  std::map<std::string, heddle::Pid> primaries_;  // their hosts
  std::vector<Resolve> waiting_;                  // for another primary than they know of
};

}  // namespace fabric
