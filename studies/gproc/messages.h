// What gproc's servers say to one another.
#pragma once

#include <compare>
#include <string>
#include <variant>
#include <vector>

#include "heddle/heddle.h"

namespace gproc {

inline constexpr const char* kServer = "gproc";  // the name of the server of each node

// An actor, with the node that it lives on.
struct Process {
  heddle::Pid pid;
  heddle::Node node;
  friend auto operator<=>(const Process&, const Process&) = default;
};

// A name of the registry: who has it, and a value.
struct Entry {
  std::string name;
  Process owner;
  int value = 0;
  friend bool operator==(const Entry&, const Entry&) = default;
};
using Entries = std::vector<Entry>;

// --- elections (election.h says what each is for) ---

// Tells elections apart: the rank of who started it, and how many it had started before. (gen_leader also counts the
// candidate's lives, in a file; here nobody has a second one.)
struct ElectionId {
  std::size_t rank = 0;
  int number = 0;
  friend bool operator==(const ElectionId&, const ElectionId&) = default;
};

struct Join {  // I am new: who leads?
  Process from;
};
struct HasLeader {  // that one does
  ElectionId election;
  Process leader;
  Process from;
};
struct IsLeader {  // do you lead, as I was told?
  ElectionId election;
  Process from;
};
struct NotLeader {
  ElectionId election;
  Process from;
};
struct Halt {  // I want to lead: wait for me
  ElectionId election;
  Process from;
};
struct AckLeader {  // I do
  ElectionId election;
  Process from;
};
struct Lead {  // I lead, and this is the registry
  ElectionId election;
  Process from;
  Entries entries;
};
struct AskNormal {  // the leader to one that it thinks down: are you still electing?
  ElectionId election;
  Process from;
};
struct NotNormal {  // I was, and now I wait for you
  ElectionId election;
  Process from;
};
struct Heartbeat {  // to whom one will watch, and of a leader to itself
  heddle::Node from;
};
struct CheckLeader {  // of a leader, to those that it thinks down: it leads
  heddle::Node leader;
};
struct SendCheckLeader {};  // of a leader to itself: time for that
struct Elect {};            // two lead: elect again
struct CandidateTimer {};
struct Lost {  // of the prober: this server is not there, or not any more; no pid: it never saw one
  heddle::Node node;
  heddle::Pid pid;
};

using ElectionMessage = std::variant<Join, HasLeader, IsLeader, NotLeader, Halt, AckLeader, Lead, AskNormal, NotNormal,
                                     Heartbeat, CheckLeader, SendCheckLeader, Elect>;

// --- the registry ---

enum class Answer : int { refused, done, updated };

// A client's request, which the leader serves.
struct Change {
  enum class Kind : int { reg, ensure, unreg };  // ensure: registers, or changes the value
  using Reply = Answer;
  Kind kind;
  Entry entry;
};
struct Forwarded {  // to the leader, by the server of the client's node
  heddle::Ref ref;
  Process from;
  Change change;
};
struct ForwardedAnswer {
  heddle::Ref ref;
  Answer answer;
};
struct Update {  // of the leader, to all
  Entries insert;
  std::vector<std::string> erase;
};

// To the leader, from a server that has joined: what only one of them knows of the other's processes.
struct AddEntries {
  Entries entries;
};
struct RemoveEntries {
  std::vector<std::string> names;
};
struct ProcessDown {  // to the leader: one that has names may have died
  heddle::Pid pid;
};

struct GetLeader {
  using Reply = heddle::Node;
};

// A client waits until all servers have what was registered before.
struct Sync {
  using Reply = bool;
};
using SyncClient = heddle::From<bool>;
struct InitiateSync {  // to the leader
  SyncClient client;
  Process from;
};
struct SyncRequest {  // of the leader, to all
  SyncClient client;
};
struct SyncReply {  // to the leader
  SyncClient client;
  heddle::Node from;
};
struct SyncDone {  // of the leader, to the server of the client's node
  SyncClient client;
};

}  // namespace gproc

// In reports a process is its name, and an election "1.0".
template <>
struct fmt::formatter<gproc::Process> : fmt::formatter<heddle::Pid> {
  auto format(const gproc::Process& process, fmt::format_context& context) const {
    return fmt::formatter<heddle::Pid>::format(process.pid, context);
  }
};
template <>
struct fmt::formatter<gproc::ElectionId> : heddle::detail::PlainTextFormatter {
  auto format(const gproc::ElectionId& id, fmt::format_context& context) const {
    return heddle::detail::PlainTextFormatter::format(fmt::format("{}.{}", id.rank + 1, id.number), context);
  }
};
