// The process of a replica: the layer between the platform's messages and the plain interface of its service.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "studies/fabric/messages.h"

namespace fabric {

class ReplicaHost final : public heddle::Machine, private Platform {
 public:
  ReplicaHost(std::string service, ReplicaId id, heddle::Pid cluster, const MakeService& make);

  void fingerprint(heddle::Fingerprint& print) const override {
    print.add(role_).add(service_->copy_state({})).add(requests_).add(calls_);
  }

 private:
  heddle::State new_ = state("New"), open_ = state("Open"), closed_ = state("Closed");

  void change_role(const ChangeRole& change);
  void apply(const Apply& message);
  void request(const Request& request);
  void refuse(const Request& request) { send(request.caller, NotPrimary{request.call}); }
  void replied(const Reply& reply);
  void failed(CallId call);
  void down(const heddle::Down& down);

  void replicate(Data operation, std::function<void()> done) override;
  void reply(RequestId request, Data answer) override;
  void resolve(const std::string& service, Address stale) override;
  void call(CallId call, Address to, Data request) override;

  std::string name_;
  ReplicaId id_;
  heddle::Pid cluster_, runtime_;
  std::unique_ptr<Service> service_;
  Role role_ = Role::none;
  int proposed_ = 0;
  std::map<int, std::function<void()>> done_;  // by number of the operation
  RequestId asked_ = 0;
  std::map<RequestId, Request> requests_;  // not answered yet
  std::map<CallId, heddle::Ref> calls_;    // not answered yet: the monitor of whom is asked
};

}  // namespace fabric
