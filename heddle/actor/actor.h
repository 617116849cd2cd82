// Actors: spawn, send, exits, links, monitors. (Receiving is in receive.h.)
//
// Every function here may be called by any task of a running test. What is an operation, that is, a point where Heddle
// may let somebody else go first, is said at each; the rest has effects that only the caller can see.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "heddle/actor/message.h"
#include "heddle/actor/pid.h"
#include "heddle/base/location.h"
#include "heddle/base/unique_function.h"
#include "heddle/engine/task.h"

namespace heddle {

// --- life ---

// Starts an actor on the caller's node. It runs up to its first operation before anything else is decided.
Pid spawn(std::string_view name, UniqueFunction body);
Pid spawn(UniqueFunction body);
Pid spawn(Node node, std::string_view name, UniqueFunction body, Location where = {});  // an operation on another node
Pid spawn_link(std::string_view name, UniqueFunction body);
Pid spawn_link(Node node, std::string_view name, UniqueFunction body, Location where = {});

struct Monitored {
  Pid pid;
  Ref ref;
};
Monitored spawn_monitor(std::string_view name, UniqueFunction body);
Monitored spawn_monitor(Node node, std::string_view name, UniqueFunction body, Location where = {});

Pid self();
Ref make_ref();

// Ends the calling actor, from any depth, running destructors on the way. As in Erlang, a `catch (...)` on the way that
// does not let it through takes it back.
[[noreturn]] void exit(const Reason& reason);

// An exit signal to another actor (an operation): kKill always ends it, kNormal does nothing unless it traps exits, any
// other reason ends it or, if it traps exits, becomes an Exit message.
void exit(Pid pid, const Reason& reason, Location where = {});

// From now on exit signals come as Exit messages (an operation). Returns what it was.
bool trap_exits(bool on = true, Location where = {});

bool is_alive(Pid pid, Location where = {});  // an operation

// This actor may be blocked for ever without being part of a deadlock (see DeadlockRule::any).
void daemon();

// --- links and monitors (all operations) ---

// If either of two linked actors ends, the other gets an exit signal. Linking to a dead actor is answered at once with
// an exit signal of reason noproc.
void link(Pid pid, Location where = {});
void unlink(Pid pid, Location where = {});

// One Down message when the actor ends; at once, with reason noproc, if it has.
Ref monitor(Pid pid, Location where = {});
Ref monitor(const Name& name, Location where = {});

// No Down will come any more, unless it is on its way (Settings::delivery). With flush, one that has come already or is on
// its way is removed. Returns whether the monitor was still
// there (no Down had been sent).
enum class Flush : bool { no, yes };
bool demonitor(Ref ref, Flush flush = Flush::no, Location where = {});

// --- messages ---

void send_message(Pid to, Message* message, Location where);

// Puts the message into the actor's mailbox (an operation), at once or as Settings::delivery says. Messages to dead actors
// are lost.
template <class T>
void send(Pid to, T&& message, Location where = {}) {
  send_message(to, make_message(std::forward<T>(message)), where);
}

// Looks the name up and sends: two operations. NoSuchName if nobody has it on the caller's own node; lost if on another.
void send_named(const Name& name, Message* message, Location where);
template <class T>
void send(const Name& name, T&& message, Location where = {}) {
  send_named(name, make_message(std::forward<T>(message)), where);
}

// --- time ---

Time now();
void sleep(Duration duration, Location where = {});

}  // namespace heddle
