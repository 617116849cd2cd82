// What servers of a cluster, their clients and their helpers say to one another.
#pragma once

#include <optional>
#include <set>
#include <variant>
#include <vector>

#include "heddle/heddle.h"

namespace ra {

enum class ServerId : int { nobody, S1, S2, S3, S4, S5 };
using Members = std::set<ServerId>;

// A place in a log. There is nothing at 0, which all logs have in common.
struct Position {
  int index = 0;
  int term = 0;
  friend bool operator==(const Position&, const Position&) = default;
};

// --- clients ---

struct Noop {  // of a new leader
  friend bool operator==(const Noop&, const Noop&) = default;
};
struct Enqueue {
  int message;
  friend bool operator==(const Enqueue&, const Enqueue&) = default;
};
struct Dequeue {
  friend bool operator==(const Dequeue&, const Dequeue&) = default;
};
struct Join {
  ServerId server;
  friend bool operator==(const Join&, const Join&) = default;
};
struct Leave {
  ServerId server;
  friend bool operator==(const Leave&, const Leave&) = default;
};
struct Change {  // what the leader makes of Join and Leave: a configuration, in force where it is in the log
  Members members;
  friend bool operator==(const Change&, const Change&) = default;
};
using Command = std::variant<Noop, Enqueue, Dequeue, Join, Leave, Change>;

struct Answer {
  ServerId redirect = ServerId::nobody;  // ask that one
  std::optional<int> message = {};       // what was dequeued
};
using Client = heddle::From<Answer>;

struct Request {  // a call
  using Reply = Answer;
  Command command;
};
struct TriggerElection {  // a call
  using Reply = void;
};

struct Entry {
  Position at;
  Command command;
  std::optional<Client> client = {};  // whoever leads when it is applied answers
  friend bool operator==(const Entry&, const Entry&) = default;
};

// --- elections: calls ---

struct Vote {
  bool pre;
  int term;
  int token;  // of the round, if pre
  bool granted;
};
struct PreVote {  // would you vote for me?
  using Reply = Vote;
  int term;
  int token;
  ServerId candidate;
  Position last;
};
struct RequestVote {
  using Reply = Vote;
  int term;
  ServerId candidate;
  Position last;
};

// --- replication: casts ---

struct AppendEntries {
  int term;
  ServerId leader;
  Position before;  // the entries
  std::vector<Entry> entries;
  int commit;
};
struct AppendReply {
  ServerId from;
  int term;
  bool success;
  int last;  // up to here the log is written, and the leader's
  int next;  // send from here
};

// --- helpers ---

struct Written {  // by the WAL, up to here
  Position last;
};

}  // namespace ra

// In reports a position is "index.term".
template <>
struct fmt::formatter<ra::Position> : heddle::detail::PlainTextFormatter {
  auto format(const ra::Position& at, fmt::format_context& context) const {
    return heddle::detail::PlainTextFormatter::format(fmt::format("{}.{}", at.index, at.term), context);
  }
};
template <>
struct fmt::formatter<ra::Entry> : heddle::detail::PlainTextFormatter {
  auto format(const ra::Entry& entry, fmt::format_context& context) const {
    return heddle::detail::PlainTextFormatter::format(
        fmt::format("{} {}", entry.at, std::visit([](const auto& c) { return heddle::to_text(c); }, entry.command)),
        context);
  }
};
