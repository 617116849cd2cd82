// Which senders' messages some receive can tell apart: the others may lie in a mailbox in any order, and their sends do not
// race ("observers", see sequence_search.h). A search by states does not know of a send what will become of it, so it
// takes for granted that nobody can tell, until it comes across a receive that could: then it starts again, knowing better.
// Whatever could be told is come across, for up to the first time that it matters, all was explored.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "heddle/engine/dependence.h"
#include "heddle/search/digest.h"
#include "heddle/search/known.h"

namespace heddle {

class MailRaces {
 public:
  MailRaces(KnownPool& pool, Observers observers) : pool_(pool), all_race_(observers == Observers::off) {}

  // Looks at the events from `first` on. True: something was not known, and what was explored may not be all.
  bool look(const Trial& trial, const StateDigest& digest, std::size_t first);

  // Objects and tasks are numbers of the pool. Do these two race when they send to this mailbox?
  bool race(std::uint32_t mailbox, std::uint32_t task, std::uint32_t other) const;
  bool anybody_races(std::uint32_t mailbox) const;

  // Whatever others do, it makes no difference when this task sends to this mailbox.
  bool quiet(std::uint32_t mailbox, std::uint32_t task) const;
  void not_quiet(std::uint32_t mailbox, std::uint32_t task) { sender(box(mailbox), task).loud = true; }

  // Two sends were explored in both orders because of what was known. Messages lie here at the end of an execution.
  void both_orders(std::uint32_t mailbox) { box(mailbox).both_orders = true; }
  void unread(std::uint32_t mailbox) { box(mailbox).unread = true; }
  // Two operations were, because they may meet, not because they do.
  void roughly() { roughly_ = true; }
  // Were all such orders told apart? If not, executions that are alike were counted more than once.
  bool all_told_apart() const;

 private:
  using Kept = std::shared_ptr<const void>;
  struct Letter {
    std::uint32_t sender;
    Print print;
    Kept kept;
  };
  struct Want {
    std::uint32_t sender;  // of what it took
    Kept kept;
  };
  struct Sender {
    std::vector<std::uint32_t> rivals;  // whose sends race with its own
    std::vector<std::uint32_t> passed_over;  // whose message a receive would not have taken that took one of its own
    bool loud = false;
  };
  struct Box {
    std::vector<Letter> letters;  // all that ever came, once
    std::vector<Want> wants;
    std::vector<Sender> senders;  // by task
    bool anybody_races = false;
    bool expires = false;      // a receive may give up, or look how many messages there are
    bool both_orders = false, unread = false;
  };

  Box& box(std::uint32_t mailbox);
  static Sender& sender(Box& box, std::uint32_t task);
  static bool choosy(const Box& box);
  static bool add_rivals(Box& box, std::uint32_t a, std::uint32_t b);
  bool compare(Box& box, const Object& object, const Want& want, const Letter& letter, bool for_sure);
  bool sent(const Trial& trial, const Event& event, const Touch& touch);
  bool taken(const Trial& trial, const Touch& touch, Print receiver);

  KnownPool& pool_;
  bool all_race_;
  bool roughly_ = false;
  bool strikes_ = false;  // tasks are ended by others
  std::vector<Box> boxes_;  // by object
  Numbering receives_;  // that were seen
};

}  // namespace heddle
