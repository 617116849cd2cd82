// What the machines of the model say to one another.
#pragma once

#include <map>
#include <string>

#include "heddle/heddle.h"
#include "studies/fabric/service.h"

namespace fabric {

using ReplicaId = int;  // never used again

struct Operation {
  ReplicaId by;  // these two tell it from all others
  int number;
  Data data;
  friend bool operator==(const Operation&, const Operation&) = default;
};
using Log = std::map<Lsn, Operation>;

// --- names: clients and hosts ask the ClusterRuntime, ServiceRuntimes tell it ---

struct Resolve {
  std::string service;
  heddle::Pid stale;
  heddle::Pid asker;
};
struct Resolved {
  std::string service;
  heddle::Pid primary;
};
struct PrimaryIs {
  std::string service;
  heddle::Pid host;
};

// --- requests: to the host of a primary, from clients and other hosts ---

struct Request {
  heddle::Pid caller;
  CallId call;
  Data data;
};
struct Reply {
  CallId call;
  Data data;
};
struct NotPrimary {
  CallId call;
};

// --- ServiceRuntime and ReplicaRuntimes ---

struct EpochInfo {
  Epoch epoch;
  Role role;
  Lsn lsn;  // the primary's when the epoch began: what comes after it in an older epoch never happened
};
struct EpochAck {
  ReplicaId from;
  Epoch epoch;
  Lsn lsn;  // up to which it has everything
};

struct Replicate {  // the primary wants an operation replicated
  ReplicaId from;
  Epoch epoch;
  Operation operation;
};
struct Append {
  Lsn lsn;
  Operation operation;
};
struct Ack {
  ReplicaId from;
  Epoch epoch;
  Lsn lsn;  // up to which it has everything
};
struct Commit {
  Lsn lsn;
};

// The build of a secondary, in this order; context and state go through the ServiceRuntime.
struct CopyContext {
  ReplicaId from;
  Epoch epoch;
  Data context;
};
struct CopyState {
  ReplicaId to;
  Epoch epoch;
  Lsn lsn;
  Data state;
  Log log;  // what the state is made of, for the specification
};
struct CopyStateDone {
  ReplicaId from;
  Epoch epoch;  // in which the copy was asked for
};
struct BecomeActive {};

// --- a ReplicaRuntime and its host ---

struct Open {
  heddle::Pid runtime;
};
struct ChangeRole {
  Role role;
};
struct RoleIsNone {};
struct Close {};
struct UpdateEpoch {
  Epoch epoch;
  Lsn lsn;
};
struct GetCopyContext {
  Epoch epoch;
};
struct GetCopyState {
  Data context;
  CopyState copy;  // without the state
};
struct ApplyCopy {
  Data state;
};
struct EndOfCopy {  // nothing more comes: that was all, or it is not wanted any more
  Epoch epoch;
};
struct CopyFinished {
  Epoch epoch;
};
struct Propose {
  Operation operation;
};
struct Apply {
  Operation operation;
};

// --- what goes wrong: to a ServiceRuntime ---

enum class Failure : int {
  kill_primary,
  kill_secondary,
  suspect_primary,  // it is taken for dead, and lives
};
struct Fail {
  Failure what;
  std::uint32_t after;  // so many events of the service
};

}  // namespace fabric
