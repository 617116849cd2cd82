// What a service sees of the platform, and the platform of a service: the whole of it. Plain C++; a service knows
// nothing of how the platform is made, nor of how it is tested.
//
// Several replicas of a service run, each in a process of its own. One is the primary: it answers requests, and has
// every change of its state replicated. The others are secondaries: idle while they are given a copy of the state,
// active once they have caught up.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace fabric {

using Data = std::vector<int>;  // bytes, elsewhere: the platform never looks into it

enum class Role : int { none, idle_secondary, active_secondary, primary };

using Epoch = int;      // from one primary to the next
using Lsn = int;        // place of an operation in the order of all, from 1
using RequestId = int;  // that somebody asks of this replica
using CallId = int;     // that this replica asks of another service

// A process of another service.
struct Address {
  std::uint32_t process = 0;
  friend bool operator==(Address, Address) = default;
};

// What a replica can ask of the platform. Answers come later, as calls of the service.
class Platform {
 public:
  virtual ~Platform() = default;

  // The replicator, for the primary only. Once a quorum has the operation it is applied here, too, and `done` is
  // called: never, if this replica has lost its role meanwhile.
  virtual void replicate(Data operation, std::function<void()> done) = 0;

  // Requests that are not answered when the replica loses its role are refused by the platform.
  virtual void reply(RequestId request, Data answer) = 0;

  // Where is the primary of that service? If `stale` is what it was, waits until there is another.
  virtual void resolve(const std::string& service, Address stale) = 0;
  // The service numbers its calls. Each is answered, or fails because the other is dead or no primary.
  virtual void call(CallId call, Address to, Data request) = 0;
};

// One replica of a stateful service.
class Service {
 public:
  virtual ~Service() = default;

  // Its life: open, some roles, none, close.
  virtual void open(Platform& platform) = 0;
  virtual void change_role(Role role) = 0;
  virtual void close() {}

  // The state provider. A secondary says what it has (context); the primary answers with what is missing.
  virtual Data copy_context() const { return {}; }
  virtual Data copy_state(const Data& context) const = 0;
  virtual void apply_copy(const Data& state) = 0;
  virtual void apply(const Data& operation) = 0;
  virtual void update_epoch(Epoch epoch, Lsn last_of_previous) { (void)epoch, (void)last_of_previous; }

  // Requests come to the primary only. The others are for services that call services.
  virtual void on_request(RequestId request, const Data& data) = 0;
  virtual void on_resolved(const std::string& service, Address primary) { (void)service, (void)primary; }
  virtual void on_reply(CallId call, const Data& answer) { (void)call, (void)answer; }
  virtual void on_failed(CallId call) { (void)call; }
};

using MakeService = std::function<std::unique_ptr<Service>()>;

}  // namespace fabric
