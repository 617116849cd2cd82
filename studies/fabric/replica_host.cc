#include "studies/fabric/replica_host.h"

#include <algorithm>
#include <utility>

#include "studies/fabric/spec.h"

namespace fabric {

using namespace heddle;

namespace {

Address address_of(Pid pid) { return {static_cast<std::uint32_t>(index(pid.task))}; }
Pid pid_at(Address address) { return address == Address{} ? Pid{} : Pid{static_cast<TaskId>(address.process)}; }

}  // namespace

ReplicaHost::ReplicaHost(std::string service, ReplicaId id, Pid cluster, const MakeService& make)
    : name_(std::move(service)), id_(id), cluster_(cluster), service_(make()) {
  new_.go<Open>(open_, [this](const Open& open) {
    runtime_ = open.runtime;
    service_->open(*this);
  });
  open_.on<ChangeRole>(&ReplicaHost::change_role).go<Close>(closed_, [this] { service_->close(); });
  open_.on<UpdateEpoch>([this](const UpdateEpoch& update) { service_->update_epoch(update.epoch, update.lsn); });
  open_.on<GetCopyContext>(
      [this](const GetCopyContext& get) { send(runtime_, CopyContext{id_, get.epoch, service_->copy_context()}); });
  open_.on<GetCopyState>([this](GetCopyState get) {
    get.copy.state = service_->copy_state(get.context);
    send(runtime_, get.copy);
  });
  open_.on<ApplyCopy>([this](const ApplyCopy& copy) { service_->apply_copy(copy.state); });
  open_.on<EndOfCopy>([this](const EndOfCopy& end) { send(runtime_, CopyFinished{end.epoch}); });
  open_.on<Apply>(&ReplicaHost::apply).on<Request>(&ReplicaHost::request).on<Reply>(&ReplicaHost::replied);
  open_.on<NotPrimary>([this](const NotPrimary& no) { failed(no.call); }).on<Down>(&ReplicaHost::down);
  open_.on<Resolved>(
      [this](const Resolved& found) { service_->on_resolved(found.service, address_of(found.primary)); });
  closed_.on<Request>(&ReplicaHost::refuse).ignore_any();
  start_in(new_);
}

void ReplicaHost::change_role(const ChangeRole& change) {
  role_ = change.role;
  if (role_ == Role::none) {
    for (const auto& [id, request] : std::exchange(requests_, {})) refuse(request);
    done_.clear();
  }
  service_->change_role(role_);
  if (role_ == Role::none) send(runtime_, RoleIsNone{});
}

void ReplicaHost::apply(const Apply& message) {
  service_->apply(message.operation.data);
  if (role_ == Role::primary) notify<ArrivesOnce>(ArrivesOnce::State{name_, service_->copy_state({})});
  if (message.operation.by != id_) return;
  if (auto node = done_.extract(message.operation.number)) node.mapped()();
}

void ReplicaHost::request(const Request& request) {
  if (role_ != Role::primary) return refuse(request);
  requests_[++asked_] = request;
  service_->on_request(asked_, request.data);
}

void ReplicaHost::replicate(Data operation, std::function<void()> done) {
  done_[++proposed_] = std::move(done);
  send(runtime_, Propose{{id_, proposed_, std::move(operation)}});
}

void ReplicaHost::reply(RequestId request, Data answer) {
  const auto open = requests_.extract(request);
  if (open) send(open.mapped().caller, Reply{open.mapped().call, std::move(answer)});
}

void ReplicaHost::resolve(const std::string& service, Address stale) {
  send(cluster_, Resolve{service, pid_at(stale), self()});
}

void ReplicaHost::call(CallId call, Address to, Data request) {
  calls_[call] = monitor(pid_at(to));
  send(pid_at(to), Request{self(), call, std::move(request)});
}

void ReplicaHost::replied(const Reply& reply) {
  demonitor(calls_.extract(reply.call).mapped(), Flush::yes);
  service_->on_reply(reply.call, reply.data);
}

void ReplicaHost::failed(CallId call) {
  demonitor(calls_.extract(call).mapped(), Flush::yes);
  service_->on_failed(call);
}

void ReplicaHost::down(const Down& down) {
  const auto call = std::find_if(calls_.begin(), calls_.end(), [&](const auto& c) { return c.second == down.ref; });
  failed(call->first);
}

}  // namespace fabric
