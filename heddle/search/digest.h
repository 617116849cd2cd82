// What state a trial is in, told from its events alone: a task is what it has seen, an object is what was done to it
// last. Two executions that agree in that go on alike, as long as tasks share nothing but what operations are about.
//
// What a task sees is who left it, and all that one had seen: by that, each class of equivalent executions has states of
// its own. They become fewer where the front end knows better: a message is what it says, whoever sent it when, and a
// server that says so (remember_only) is what it remembers.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "heddle/engine/trial.h"

namespace heddle {

class StateDigest {
 public:
  void begin();

  // The events since the last call. Before the first decision and at the next one, all events are complete.
  void read(const Trial& trial);
  std::size_t events() const { return next_; }  // that were read

  // What the event's task had seen after it.
  Print after(std::size_t event) const { return after_[event]; }

  // The messages of two senders to one mailbox may lie there in any order, unless `ordered` says that it matters.
  using Ordered = std::function<bool(ObjectId mailbox)>;
  Print state(const Trial& trial, const Ordered& ordered) const;

  // Shows the mailboxes in which messages wait.
  template <class Show>
  void waiting(Show&& show) const {
    for (const ObjectId object : used_)
      if (!objects_[index(object)].mail.empty()) show(object);
  }

  static Print mixed(Print a, Print b);
  static Print mixed(Print a, std::uint64_t b) { return mixed(a, Print{b, ~b}); }

 private:
  struct Mail {
    std::uint32_t message = 0;
    TaskId sender = kNoTask;
    Print print;
  };
  struct Shown {
    Print value, added;
    std::uint32_t equal = 0;  // see Object
    std::vector<Mail> mail;
    bool used = false;
  };

  Shown& shown(ObjectId object);
  void enter(const Trial& trial, const StateRecord& record);
  void enter(const Trial& trial, std::size_t event);
  void see(const History& history, const Event& event, const Touch& touch, Print& seen);
  void leave(const Trial& trial, const Event& event, const Touch& touch, Print seen);
  Print mail_at(const History& history, const Shown& shown, bool ordered) const;
  static void add(Print& sum, Print part) { sum.low += part.low, sum.high += part.high; }

  std::vector<Print> tasks_;    // by TaskId
  std::vector<Shown> objects_;  // by ObjectId
  std::vector<ObjectId> used_;
  std::vector<Print> after_;  // by event
  std::size_t next_ = 0, next_state_ = 0, next_choice_ = 0;
};

}  // namespace heddle
