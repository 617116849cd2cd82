// gproc's global registry: names of processes, known on every node. The leader decides who gets a name, and tells all;
// clients look names up in the table of their own node.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "studies/gproc/gen_leader.h"

namespace gproc {

using NameTable = heddle::Table<std::string, Entry>;

// What was wrong with gproc and gen_leader, each on its own.
struct Bugs {
  Election::Bugs election = {};
  bool reverts_others = false;  // who joins has names removed that others gave to its processes
  bool lost_requests = false;   // nobody remembers what was sent to a leader that had died
};

class Registry final : public GenLeader {
 public:
  Registry(std::vector<heddle::Node> candidates, NameTable table, Bugs bugs);

 private:
  // Elections.
  Entries entries() override;
  void lead() override;
  void follow(const Entries& leaders_entries) override;
  void drop(heddle::Node node) override;

  // Requests, and what servers say to one another.
  void serve(const heddle::AnyMessage& message) override;
  void on(const heddle::Call<Change>& call);
  void on(const heddle::Call<GetLeader>& call);
  void on(const Forwarded& forwarded);
  void on(const ForwardedAnswer& message);
  void on(const Update& update);
  void on(const AddEntries& message);
  void on(const RemoveEntries& message);
  void on(const ProcessDown& message);
  void on(const heddle::Down& down);
  void on(const heddle::Call<Sync>& call);
  void on(const InitiateSync& message);
  void on(const SyncRequest& message);
  void on(const SyncReply& message);
  void on(const SyncDone& message);

  Answer change(const Change& change);  // by the leader
  void insert(const Entry& entry);
  void tell_followers(const Update& update, heddle::Location where = {});
  void erase_everywhere(const std::vector<std::string>& names);
  void forward(const Change& change, heddle::Ref ref);
  void synced(const SyncClient& client);
  void send_again();

  // True: I do not lead, and the leader has it now.
  template <class T>
  bool passed_on(const T& message, heddle::Location where = {});

  NameTable table_;
  const Bugs bugs_;
  std::set<heddle::Pid> monitored_;  // owners of names

  struct Waiting {
    heddle::From<Answer> client;
    Change change;
  };
  std::map<heddle::Ref, Waiting> forwarded_;  // to the leader, for clients of this node
  std::set<SyncClient> syncing_;              // clients of this node

  struct Round {
    Process server;                  // of the client's node
    std::set<heddle::Node> missing;  // have not answered
  };
  std::map<SyncClient, Round> rounds_;  // of the leader
};

}  // namespace gproc
