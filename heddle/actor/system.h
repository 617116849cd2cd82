// The state of all actors of one trial, and the steps that change it. Internal: users include heddle.h.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "heddle/actor/delivery.h"
#include "heddle/actor/matcher.h"
#include "heddle/actor/message.h"
#include "heddle/actor/pid.h"
#include "heddle/engine/trial.h"

namespace heddle {

inline constexpr OperationKind kSend{"send", kFixed};
inline constexpr OperationKind kReceive{"receive", kFixed};
inline constexpr OperationKind kExpire{"time-out", kFixed};
inline constexpr OperationKind kWake{"wake up"};
inline constexpr OperationKind kExit{"exit"};
inline constexpr OperationKind kSignal{"exit signal"};
inline constexpr OperationKind kLink{"link"};
inline constexpr OperationKind kUnlink{"unlink"};
inline constexpr OperationKind kMonitor{"monitor"};
inline constexpr OperationKind kDemonitor{"demonitor"};
inline constexpr OperationKind kTrapExits{"trap exits"};
inline constexpr OperationKind kIsAlive{"is alive?"};
inline constexpr OperationKind kRegister{"register"};
inline constexpr OperationKind kUnregister{"unregister"};
inline constexpr OperationKind kWhereIs{"where is?", kFixed};
inline constexpr OperationKind kMailboxLength{"mailbox length", kFixed};

class ActorSystem;
struct Slot;

// So long from now, however long that is.
inline Time deadline_in(const Trial& trial, Duration duration) {
  const Duration wait = std::max(duration, Duration::zero());
  return wait > kNever - trial.now() ? kNever : trial.now() + wait;
}

class MailboxKind final : public ObjectKind {
 public:
  explicit MailboxKind(ActorSystem& system) : system_(system) {}
  std::string describe(ObjectId object) const override;
  bool could_take(MailRef receive, MailRef message) const override;
  std::shared_ptr<const void> keep_message(std::uint32_t message) const override;
  std::shared_ptr<const void> keep_receive(std::uint32_t receive) const override;

 private:
  ActorSystem& system_;
};

class NameKind final : public ObjectKind {
 public:
  explicit NameKind(const ActorSystem& system) : system_(system) {}
  std::string describe(ObjectId object) const override;

 private:
  const ActorSystem& system_;
};

struct MonitorEntry {
  Ref ref;
  Pid watcher;
};

// The same monitor as its owner knows it, until the owner takes the Down or gives the monitor up.
struct Monitoring {
  Ref ref;
  Pid target;
  bool struck = false;  // the Down has been sent
};

struct Actor {
  ObjectId mailbox = kNoObject;
  Message* first = nullptr;
  Message* last = nullptr;
  std::uint32_t length = 0;
  const Matcher* waiting = nullptr;  // the receive that the actor is blocked in, unless it has to look again itself
  Message* handed = nullptr;         // what woke it
  const Slot* waiting_at = nullptr;  // that the actor is blocked at (slot.h)
  Slot* rests_at = nullptr;          // where somebody waits for it to come to rest (machine/driver.h)
  bool alive = true;
  bool struck = false;   // by an exit signal that ends it
  bool leaving = false;  // its function is over, its exit is announced
  bool traps_exits = false;
  ObjectId trapping = kNoObject;   // whether it does, as an object; made when somebody asks
  std::uint64_t struck_by = 0;     // the event that did
  Node node{};
  std::uint32_t refs = 0;
  Reason reason = kNormal;               // once dead or dying
  std::vector<Pid> links;
  std::vector<MonitorEntry> watchers;    // who monitors this actor
  std::vector<Monitoring> monitors;      // whom this actor monitors
  std::vector<std::pair<Ref, std::uint32_t>> ended_calls;  // or monitors, and the receives before; see end_call
  std::vector<std::string> names;
};

struct NameEntry {
  ObjectId object = kNoObject;
  Pid pid{};
};

// Thrown by exit(reason) to leave an actor's function from any depth.
struct ExitThrown {
  Reason reason;
};

// Whether two actors are linked, or whether one traps exits.
class TieKind final : public ObjectKind {
 public:
  std::string describe(ObjectId) const override { return "link"; }
};

class ActorSystem final : public Component {
 public:
  ActorSystem();
  ~ActorSystem() override;
  static ActorSystem& of(Trial& trial) { return trial.component<ActorSystem>(); }

  // One that is nobody is a misuse, at this place.
  Actor& actor(Pid pid, Location where = Location::none()) {
    if (index(pid.task) < count_) [[likely]]
      return *actors_[index(pid.task)];
    return meet(pid, where);
  }
  bool known(Pid pid) const { return index(pid.task) < count_; }

  // Messages between actors, part of whatever event is under way; all take the message over. `deliver` lets it travel
  // if it has to (delivery.cc), else it arrives at once (mailbox.cc). A `ref` says which monitor or call it belongs to;
  // what comes after that is over is lost.
  void deliver(Trial& trial, Pid from, Pid to, Message* message, Ref ref = {}) {
    if (travels(trial, from, to)) [[unlikely]]
      return post(trial, from, to, message, ref);
    arrive(trial, to, message);
  }
  // Not to oneself: nothing would come in between.
  static bool travels(Trial& trial, Pid from, Pid to) {
    return trial.settings().delivery != Delivery::instant && from != to;
  }
  void post(Trial& trial, Pid from, Pid to, Message* message, Ref ref);
  void arrive(Trial& trial, Pid to, Message* message);
  void lose_answer(Trial& trial, Pid to, Ref call, Message* message);  // as arrive, but nobody waits any more
  void end_call(Trial& trial, Ref call);                               // the caller does not, from here on
  // What a message will carry, for those that arrive later without being sent: timers.
  Precedence::Past past(Trial& trial) const { return precedence_.past(trial.self()); }
  void arrive_with(Trial& trial, Pid to, Message* message, Precedence::Past past);
  // Mailboxes (mailbox.cc)
  Message* await(Trial& trial, const Matcher& matcher, Time deadline, Location where);  // null: expired; or dead_letter
  Message* take_now(Trial& trial, const Matcher& matcher, Time deadline, Location where);  // null: nothing there
  void done_with(Trial& trial, Message* message);  // after the receiver has used it
  void flush_down(Trial& trial, Ref ref);          // removes a Down from the caller's mailbox
  void flush_all(Trial& trial, const std::function<bool(const Message&)>& unwanted);  // the same for any messages
  void note_expiry(Trial& trial, Pid by, ObjectId at, Pattern pattern, std::uint64_t saw);  // took nothing
  void note_look(Trial& trial, Pid self);  // saw how many messages there are

  // Slots (slot.cc). To fill one is part of whatever event is under way; the first time counts, and nobody sees the others.
  // To wait for that, once and by its owner, is no operation: only the owner can tell when it looks. False: the caller is
  // being unwound by an exception, and there was nothing.
  void fill(Trial& trial, Slot& slot, std::uint32_t value = 0);
  [[nodiscard]] bool await(Trial& trial, const Slot& slot, const char* what, Location where);
  // The running actor comes to rest, and tells who waits for that at `rests_at`.
  void rest(Trial& trial, Actor& actor);

  // Life and death (life.cc)
  Pid spawn(Trial& trial, std::string_view name, Node node, UniqueFunction body);
  static void run_body(Trial& trial, UniqueFunction& body);  // around every actor's function
  void end(Trial& trial, Pid pid, const Reason& reason);  // the fan-out of a death, inside the current event
  void signal(Trial& trial, Pid from, Pid to, const Reason& reason, bool linked);
  void strike(Trial& trial, Pid target, const Reason& reason);
  void give_up_waiting(Trial& trial, Pid target);  // it dies in the middle of a receive
  ObjectId trapping(Trial& trial, Pid pid);        // the object that says whether it traps exits
  ObjectId link_between(Trial& trial, Pid a, Pid b);
  void tell_watcher(Trial& trial, const MonitorEntry& entry, Pid target, const Reason& reason);
  void drop_timers(Trial& trial, Node node);  // the node stops, and its timers with it (timer.cc)
  Ref new_ref(Trial& trial);

  // Names (registry.cc)
  NameEntry& name(Trial& trial, Node node, const std::string& text);
  Node resolve(Trial& trial, const Name& name);

  // Called for every message that is sent, inside that event, before it arrives. One hook, added once.
  using SendHook = std::function<void(Trial&, Message&)>;
  void on_send(SendHook hook) {
    if (!send_hook_) send_hook_ = std::move(hook);
  }
  void tell_observers(Trial& trial, Message& message) {
    if (send_hook_) [[unlikely]]
      send_hook_(trial, message);
  }

  // Called when a receiver has taken what a machine's timer sent (Message::timer).
  void on_timer_taken(std::function<void(Trial&, std::uint32_t timer)> hook) { timer_hook_ = std::move(hook); }

  // A message that a light task will deliver, for fingerprints.
  void comes_later(TaskId task, Pid to, const Message* message) { later_.push_back({task, to, message}); }
  void fingerprint(const Trial& trial, Fingerprint& print) const override;

  std::string describe_mailbox(Pid pid) const;
  const std::map<std::pair<std::uint32_t, std::string>, NameEntry>& names() const { return names_; }
  const MailboxKind& mailbox_kind() const { return mailbox_kind_; }

  // Other front ends add to what a death or the end of a trial means (tables, nodes).
  using DeathHook = std::function<void(Trial&, Pid)>;
  void on_death(DeathHook hook) { death_hooks_.push_back(std::move(hook)); }

  void reset() override;

 private:
  friend class MailboxKind;

  Actor& meet(Pid pid, Location where);  // one not seen before

  std::uint64_t identity_at(Trial& trial, Pid to);  // of a message that arrives there in the event under way
  void land(Trial& trial, Pid to, Message* message, Ref ref);
  void number(Trial& trial, Actor& target, Message* message);
  static void print(History& history, const Message& message);
  void enqueue(Actor& actor, Message* message);
  void lost(Trial& trial, Pid to, const Message& message);
  bool wants(Trial& trial, Pid to, const Message& message);
  void unlink_message(Actor& actor, Message* before, Message* message);
  void took(Trial& trial, Pid self, Message* message, const Matcher& matcher, Time deadline, Location where);

  MailboxKind mailbox_kind_;
  NameKind name_kind_;
  TieKind tie_kind_;
  std::vector<std::unique_ptr<Actor>> actors_;  // by task; kept for later trials
  std::size_t count_ = 0;
  std::map<std::pair<std::uint32_t, std::string>, NameEntry> names_;
  std::vector<DeathHook> death_hooks_;
  SendHook send_hook_;
  std::function<void(Trial&, std::uint32_t)> timer_hook_;
  Precedence precedence_;
  std::map<std::pair<TaskId, TaskId>, ObjectId> links_;  // as objects, where somebody linked or unlinked
  struct Later {
    TaskId task;
    Pid to;
    const Message* message;  // while the task is not done
  };
  mutable std::vector<Later> later_;  // some may have been delivered since
  // Kept for analysis only: every message, and what every receive wanted.
  std::vector<Message*> messages_;
  std::vector<std::shared_ptr<const void>> kept_;  // by message: those that somebody keeps beyond the trial
  struct Wanted {
    Pattern pattern;
    TaskId by;
  };
  std::vector<Wanted> patterns_;
};

}  // namespace heddle
