#include "heddle/search/mail_races.h"

#include <algorithm>
#include <utility>

namespace heddle {
namespace {

constexpr std::size_t kMostWants = 50'000;  // of a mailbox; beyond, all who send to it race

bool contains(const std::vector<std::uint32_t>& tasks, std::uint32_t task) {
  return std::ranges::find(tasks, task) != tasks.end();
}

}  // namespace

MailRaces::Box& MailRaces::box(std::uint32_t mailbox) {
  if (boxes_.size() <= mailbox) boxes_.resize(mailbox + 1);
  return boxes_[mailbox];
}

MailRaces::Sender& MailRaces::sender(Box& box, std::uint32_t task) {
  if (box.senders.size() <= task) box.senders.resize(task + 1);
  return box.senders[task];
}

bool MailRaces::race(std::uint32_t mailbox, std::uint32_t task, std::uint32_t other) const {
  if (all_race_) return true;
  if (mailbox >= boxes_.size() || task >= boxes_[mailbox].senders.size()) return false;
  return contains(boxes_[mailbox].senders[task].rivals, other);
}

bool MailRaces::anybody_races(std::uint32_t mailbox) const {
  return all_race_ || (mailbox < boxes_.size() && boxes_[mailbox].anybody_races);
}

bool MailRaces::quiet(std::uint32_t mailbox, std::uint32_t task) const {
  if (all_race_ || strikes_) return false;
  if (mailbox >= boxes_.size()) return true;
  const Box& box = boxes_[mailbox];
  if (box.expires) return false;
  return task >= box.senders.size() || (box.senders[task].rivals.empty() && !box.senders[task].loud);
}

// Did a receive take the message of one of a racing pair that would not have taken the other's?
bool MailRaces::choosy(const Box& box) {
  return std::ranges::any_of(box.senders, [](const Sender& sender) {
    return std::ranges::any_of(sender.passed_over, [&](std::uint32_t other) { return contains(sender.rivals, other); });
  });
}

bool MailRaces::all_told_apart() const {
  return !roughly_ &&
         std::ranges::none_of(boxes_, [](const Box& box) { return box.both_orders && (box.unread || choosy(box)); });
}

bool MailRaces::add_rivals(Box& box, std::uint32_t a, std::uint32_t b) {
  sender(box, a).rivals.push_back(b);
  sender(box, b).rivals.push_back(a);
  return box.anybody_races = true;
}

bool MailRaces::look(const Trial& trial, const StateDigest& digest, std::size_t first) {
  const History& history = trial.history();
  bool news = false;
  for (std::size_t i = first; i < digest.events(); ++i) {
    const Event& event = history.events[i];
    for (const Touch& touch : history.touches_of(event)) switch (touch.access) {
        case Access::send:
          news |= sent(trial, event, touch);
          break;
        case Access::take:
          news |= taken(trial, touch, digest.after(i));
          break;
        case Access::expire:
          news |= !std::exchange(box(pool_.object(trial.object(touch.object).stable)).expires, true);
          break;
        case Access::strike:
          news |= !std::exchange(strikes_, true);
          break;
        default:
          break;
      }
  }
  return news;
}

bool MailRaces::sent(const Trial& trial, const Event& event, const Touch& touch) {
  const Object& object = trial.object(touch.object);
  Box& box = this->box(pool_.object(object.stable));
  const std::uint32_t sender = pool_.task(trial.task(event.task).stable);
  const History& history = trial.history();
  const Print print = touch.detail < history.message_prints.size() ? history.message_prints[touch.detail] : Print{};
  if (print && std::ranges::any_of(box.letters, [&](const Letter& letter) {
        return letter.sender == sender && letter.print == print;
      }))
    return false;
  // Of one that cannot be looked into there may be any number of others, and only one of them is kept.
  if (!print && std::ranges::any_of(box.letters, [&](const Letter& letter) {
        return letter.sender == sender && !letter.print;
      }))
    return false;
  bool news = false;
  box.letters.push_back({sender, print, print ? object.kind->keep_message(touch.detail) : nullptr});
  const bool all_known = box.wants.size() < kMostWants;
  for (const Want& want : box.wants)
    news |= compare(box, object, want, box.letters.back(), !all_known);
  return news;
}

// A receive that took one message looks at another.
bool MailRaces::compare(Box& box, const Object& object, const Want& want, const Letter& letter, bool for_sure) {
  if (want.sender == letter.sender) return false;
  // Who cannot look into the message takes it for wanted.
  roughly_ |= !letter.kept;
  const bool could = for_sure || object.kind->could_take(want.kept.get(), letter.kept.get());
  if (could)
    return !race(pool_.object(object.stable), want.sender, letter.sender) && add_rivals(box, want.sender, letter.sender);
  std::vector<std::uint32_t>& others = sender(box, want.sender).passed_over;
  if (!contains(others, letter.sender)) others.push_back(letter.sender);
  return false;
}

bool MailRaces::taken(const Trial& trial, const Touch& touch, Print receiver) {
  const Object& object = trial.object(touch.object);
  const std::uint32_t mailbox = pool_.object(object.stable);
  Box& box = this->box(mailbox);
  const History& history = trial.history();
  const MessageRecord& message = history.messages[touch.detail];
  const std::uint32_t from = pool_.task(trial.task(history.events[message.event].task).stable);
  const std::uint32_t seen = receives_.count();  // messages of two senders may say the same
  if (receives_[combine(combine(receiver.low, receiver.high ^ mailbox), from)] != seen) return false;
  const bool all_known = box.wants.size() < kMostWants;
  const Want want{from, all_known ? object.kind->keep_receive(message.taken_by) : nullptr};
  bool news = history.receives[message.taken_by].contested && !std::exchange(box.expires, true);
  for (const Letter& letter : box.letters) news |= compare(box, object, want, letter, !all_known);
  if (all_known) box.wants.push_back(want);
  return news;
}

}  // namespace heddle
