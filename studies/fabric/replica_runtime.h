// The platform's side of a replica: which role it has, and which operations.
#pragma once

#include <string>

#include "studies/fabric/messages.h"
#include "studies/fabric/mistakes.h"

namespace fabric {

class ReplicaRuntime final : public heddle::Machine {
 public:
  ReplicaRuntime(std::string service, ReplicaId id, heddle::Pid runtime, heddle::Pid host, Mistakes mistakes);

  void fingerprint(heddle::Fingerprint& print) const override {
    print.add(epoch_).add(copied_).add(log_).add(last_).add(committed_).add(applied_);
  }

 private:
  heddle::State none_ = state("None"), idle_ = state("Idle"), active_ = state("Active"), primary_ = state("Primary");

  void new_epoch(const EpochInfo& info);
  void become_primary();
  void build();
  void rejoin(const EpochInfo& info);
  void tell(Role role);

  void copy(const CopyState& copy);
  void become_active();
  void append(const Append& append);
  void commit(const Commit& commit);
  void catch_up();
  void apply_committed();

  std::string service_;
  ReplicaId id_;
  heddle::Pid runtime_, host_;  // of the service; of this replica
  Mistakes mistakes_;
  Epoch epoch_ = 0;
  Epoch copy_epoch_ = 0;  // in which a copy was asked for
  bool copied_ = false;   // and is here
  Log log_;               // also what came too early
  Lsn last_ = 0;          // everything up to here is here
  Lsn committed_ = 0;     // as far as it was told
  Lsn applied_ = 0;       // handed on to the service
};

}  // namespace fabric
