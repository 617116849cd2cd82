// What stands around the server in a test: machines for its clients and nodes, a thin one around the server itself, and
// the monitors that say what must hold.
#pragma once

#include <map>
#include <vector>

#include "heddle/heddle.h"
#include "studies/replicated_storage/server.h"

namespace storage {

// --- what they say to one another ---

struct Request {
  heddle::Pid client;
  Entry entry;
};
struct Ack {
  Entry entry;
};
struct Replicate {
  Entry entry;
};
struct Report {
  NodeId node;
  Log log;
};
struct Tick {};

// --- machines ---

// Around the real server: hands events on to it, and sends what it wants to have sent.
class ServerMachine final : public heddle::Machine, private Network {
 public:
  ServerMachine(std::vector<heddle::Pid> nodes, Mistakes mistakes);

 private:
  heddle::State serving_ = state("Serving");

  void replicate(NodeId to, const Entry& entry) override;
  void acknowledge(const Entry& entry) override;

  std::vector<heddle::Pid> nodes_;
  heddle::Pid client_;
  Server server_;
};

struct NodeOptions {
  int reports = 0;  // at most so many; 0: for ever
};

// Keeps what it is told, and reports now and then.
class NodeMachine final : public heddle::Machine {
 public:
  NodeMachine(NodeId id, NodeOptions options);

 private:
  heddle::State waiting_ = state("Waiting"), active_ = state("Active");

  void store(const Replicate& message);
  void report();

  NodeId id_;
  NodeOptions options_;
  heddle::Pid server_;
  Log log_;
  int reported_ = 0;
  heddle::MachineTimer timer_;

 public:
  struct Meet {  // the first thing that it is told
    heddle::Pid server;
  };
  void fingerprint(heddle::Fingerprint& print) const override { print.add(log_).add(reported_); }
};

struct Finished {};

// Writes, waits for the acknowledgement, writes again.
class ClientMachine final : public heddle::Machine {
 public:
  ClientMachine(heddle::Pid server, int requests, heddle::Pid tell);

 private:
  heddle::State writing_ = state("Writing");
  void write();

  heddle::Pid server_;
  int requests_;
  heddle::Pid tell_;
  int written_ = 0;
};

// --- monitors ---

// Safety: what is acknowledged is on every node.
class AckMeansReplicated final : public heddle::Monitor {
 public:
  struct Stored {
    NodeId node;
    Entry entry;
  };
  explicit AckMeansReplicated(int nodes);

 private:
  heddle::State watching_ = state("Watching");
  int nodes_;
  std::map<NodeId, Entry> newest_;
};

// Liveness: every write is acknowledged, sooner or later.
class EveryRequestIsAcked final : public heddle::Monitor {
 public:
  EveryRequestIsAcked();

 private:
  heddle::State idle_ = cold("Idle"), waiting_ = hot("Waiting");
};

// --- a test ---

struct Scenario {
  int nodes = 3;
  int requests = 2;
  Mistakes mistakes = {};
  NodeOptions node = {};
  bool liveness = true;  // watched; a harness whose nodes stop reporting cannot be live
};

void run(const Scenario& scenario);

}  // namespace storage
