// The agent of a transaction: it asks servers for the locks that its client wants, learns from them and from other
// agents who waits for whom, and gives locks back to break a deadlock. There is no coordinator: agents that know the
// same come to the same conclusion.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "studies/locks/deadlock.h"
#include "studies/locks/state_work.h"
#include "studies/locks/watcher.h"

namespace locks {

struct Granted {
  int deadlocks = 0;  // that were seen and broken meanwhile
};

// Calls to an agent.
struct LockObject {
  using Reply = Granted;
  Object object;
  std::vector<heddle::Node> nodes;  // it has to be locked on each of them
};
struct End {
  using Reply = void;
};

// From an agent that has given up a lock, to those who wait for it in the cycle, but not for that lock.
struct Surrendered {
  Deadlock deadlock;
};

// Who is told of a deadlock.
enum class Telling : std::uint8_t {
  nobody,  // the victim has to see the cycle itself, and may never know enough: a bug
  victim,  // gets from whoever sees the cycle what it cannot know of it
};

struct AgentOptions {
  Telling telling = Telling::victim;
  int state_work = 0;              // state_work.h
  bool abort_on_deadlock = false;  // rather than to give up what the client had already
  Recheck recheck = Recheck::after_each_try;
};

inline const heddle::Reason kDeadlock{"deadlock"};  // why an agent aborts

class Agent {
 public:
  explicit Agent(const AgentOptions& options) : options_(options), work_(options.state_work) {}
  void run();

 private:
  using Client = heddle::From<Granted>;

  void on_lock(const LockObject& request, Client client);
  void on_info(const Info& info);
  void on_down(const heddle::Down& down);
  void on_running(const Running& running);

  void request(const LockId& id);
  bool has_all() const;
  void resolve(const Cycle& cycle);
  void tell_younger() const;
  void tell(heddle::Pid agent, const Lock& lock) const;
  std::set<heddle::Pid> other_holders() const;

  AgentOptions options_;
  StateWork work_;
  heddle::Pid me_;
  std::set<LockId> wanted_;        // by the client, up to now
  Known known_;                    // the newest copies
  std::set<Object> claimed_;       // the client was told that it has them
  std::set<LockId> surrendering_;  // the server has not yet said that they are given up
  std::set<Deadlock> deadlocks_;
  std::map<heddle::Node, heddle::Ref> monitors_;  // of servers
  std::set<heddle::Node> down_;
  std::vector<Client> waiting_;
};

}  // namespace locks
