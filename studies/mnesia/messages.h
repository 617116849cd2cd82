// The servers of a node, and what they are told.
#pragma once

#include <optional>
#include <string>

#include "studies/mnesia/instance.h"

namespace mnesia {

// Names, the same on each node.
inline constexpr const char* kSupervisor = "mnesia_sup";
inline constexpr const char* kMonitor = "mnesia_monitor";
inline constexpr const char* kLocker = "mnesia_locker";
inline constexpr const char* kRecover = "mnesia_recover";
inline constexpr const char* kTm = "mnesia_tm";
inline constexpr const char* kController = "mnesia_controller";

// Starting: a process says that it is ready.
struct Up {
  heddle::Pid pid;
};

// --- connections: monitors ---

struct Negotiate {  // a node that starts asks the monitors of all others; answered with their pid
  using Reply = heddle::Pid;
  heddle::Node node;
  heddle::Pid monitor;
};
struct Watch {  // its own monitor hears of who answered
  using Reply = void;
  heddle::Node node;
  heddle::Pid monitor;
};
struct MnesiaDown {  // mnesia has stopped on that node: to the servers, one after the other, and to coordinators
  heddle::Node node;
};
struct DownSeen {  // a server is through with that
  heddle::Node node;
};

// --- locks ---

struct Lock {
  Tid tid;
  heddle::Pid from;
  heddle::Ref attempt;  // a transaction that is started again has requests of its own
};
struct Release {
  Tid tid;
};
struct Granted {
  heddle::Node by;
  heddle::Ref attempt;
};
struct Refused {
  heddle::Node by;
  heddle::Ref attempt;
};

// --- commits ---

struct Begin {
  using Reply = Tid;
};
struct End {
  Tid tid;
};
struct AskCommit {  // to the transaction managers of all participants
  Tid tid;
  heddle::Pid coordinator;
  Changes changes;
};
struct VoteYes {
  heddle::Node node;
  heddle::Pid participant;
};
struct VoteNo {
  heddle::Node node;
  std::string why;
};
struct PreCommit {};  // all have voted yes
struct Accept {       // I have noted that
  heddle::Node node;
};
struct Committed {};  // all have accepted
struct Applied {      // I have done it
  heddle::Node node;
};
struct Abort {
  Tid tid;
};

// --- decisions: recover ---

struct Decide {
  using Reply = void;
  Tid tid;
  Outcome outcome;
};
struct WhatHappened {  // answered when it is clear
  using Reply = Outcome;
  Tid tid;
};

// --- tables: controllers ---

struct AlterTable {  // of clients; answered with the reason if it is not done
  using Reply = std::optional<std::string>;
  Change::Kind kind;
  std::string table;
  heddle::Node node;
};

struct GetSchema {
  struct Reply {
    Definitions definitions;
    Nodes running;
  };
};
struct SchemaIsMerged {
  using Reply = void;
};
struct CopyTable {  // from another node to this one; false: not now
  using Reply = bool;
  std::string table;
  heddle::Node from;
};
struct SendTable {
  using Reply = Records;
  std::string table;
};

}  // namespace mnesia
