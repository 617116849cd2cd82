// A CORFU log server: a write-once store that serves only clients of its own epoch.
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>

#include "heddle/heddle.h"
#include "studies/corfu/layout.h"

namespace corfu {

enum class Status : std::uint8_t {
  ok,
  not_written,
  written,    // already, and not by this request
  bad_value,  // the split server's head accepted another value
  bad_epoch,  // the client is behind
  wedged,     // the client is ahead, or somebody was: no service until the next layout
};

struct Answer {
  Status status = Status::ok;
  std::optional<Value> value = {};
};

// Does the answer say that the client must fetch the layout and try again?
inline bool is_stale(Status status) { return status == Status::bad_epoch || status == Status::wedged; }

// A server that is a chain of one and has another to be repaired into it is split in two: its head accepts values, and
// only its tail makes them visible, when the write has been through the repaired server. Any other server is all tail.
enum class Role : std::uint8_t { tail, head };

// What a server holds, and what it answers. Knows nothing of messages.
class LogServer {
 public:
  LogServer(Server me, Layout layout);

  Answer set_layout(const Layout& layout);
  Answer read(int epoch, Role role = Role::tail);
  Answer write(int epoch, Value value, Role role = Role::tail, bool clobber = false);

  bool is_split() const { return split_; }
  bool is_wedged() const { return wedged_; }
  void fingerprint(heddle::Fingerprint& print) const;

 private:
  std::optional<Status> refuse(int epoch);

  Server me_;
  int epoch_;
  bool wedged_ = false;
  bool split_ = false;
  std::optional<Value> stored_;
  std::optional<Value> accepted_;  // at the head of a split server, not yet at its tail; lost with the epoch
};

// The requests, each answered by one Reply with the same tag.
struct SetLayout {
  heddle::Pid from = {};
  heddle::Ref tag = {};
  Layout layout = {};
};
struct Read {
  heddle::Pid from = {};
  heddle::Ref tag = {};
  int epoch = 0;
  Role role = Role::tail;
};
struct Write {
  heddle::Pid from = {};
  heddle::Ref tag = {};
  int epoch = 0;
  Value value = {};
  Role role = Role::tail;
  bool clobber = false;
};
struct Reply {
  heddle::Ref tag = {};
  Answer answer = {};
};

// The actor: serves requests as they arrive, for ever.
void serve_log(Server me, const Layout& layout);

// Sends a request and waits for its reply: two operations, the send here and the server's.
template <class Request>
Answer ask(heddle::Pid server, Request request, heddle::Location where = {}) {
  const heddle::Ref tag = heddle::make_ref();
  request.from = heddle::self();
  request.tag = tag;
  heddle::send(server, request, where);
  return heddle::receive<Reply>([tag](const Reply& reply) { return reply.tag == tag; }, where).answer;
}

// How the messages read in a failure's story.
std::ostream& operator<<(std::ostream& out, const SetLayout& request);
std::ostream& operator<<(std::ostream& out, const Read& request);
std::ostream& operator<<(std::ostream& out, const Write& request);
std::ostream& operator<<(std::ostream& out, const Reply& reply);

}  // namespace corfu
