// A sequence of events of the execution at hand, some of them changed: what a search reasons about before it runs it.
//
// It has two parts: the execution itself up to some event, and behind that what is planned. The first is not copied.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heddle/search/execution.h"

namespace heddle {

inline constexpr KnownId kNotAskedFor = kNone - 1;           // a step that has no number yet
inline constexpr std::size_t kAbsent = ~std::size_t{0} - 1;  // independent of everything in the sequence
inline constexpr std::size_t kNotFirst = ~std::size_t{0};    // something that must come before it is in the sequence

// How far a step that was done is known to have been overtaken: the first event before which it can no longer be put.
struct Done {
  KnownId step;
  std::uint32_t overtaken = kNone;  // kNone: not up to `looked`
  std::uint32_t looked = 0;         // events of the execution that were looked at
};

class Sequence {
 public:
  Sequence(const Execution& execution, KnownPool& pool) : execution_(execution), pool_(pool) {}

  // Starts with the execution up to this event, which is left out.
  void start(std::uint32_t end) {
    end_ = end;
    planned_.clear();
    moved_touches_.clear();
  }
  void add(std::uint32_t event) { planned_.push_back(execution_.event(event)); }
  void add_relabelled(std::uint32_t receive_event, std::uint32_t message);
  // A step at another place than in the execution. `event` is kNone if it never came about there.
  // `elsewhere`: what it touches of objects that the execution does not have. `mail`: what it sends, for each touch of
  // both; empty if it is what it sent in the execution.
  void add_moved(std::uint32_t event, const Known& step, std::span<const Touch> touches,
                 std::span<const KnownTouch> elsewhere, const KnownPool::Mail& mail);
  void erase(std::size_t position) { planned_.erase(planned_.begin() + static_cast<std::ptrdiff_t>(position)); }

  // The task of the last event that was not added by add_consequences, if that is a receive; else kNone.
  std::uint32_t last_receiver() const;

  // Receives and choices need no decision to come about: puts them where they will, right behind what makes them
  // possible.
  void make_eager();

  // Who receives what inside this sequence. Call when it is complete.
  void annotate();

  // Adds what will come about by itself when the sequence is run, whatever follows it: receives whose tasks come to
  // them and find a message, for what they take tells messages apart; and choices, with the answers of the execution.
  // Call after annotate().
  void add_consequences();

  // Where a step that could go first is in the planned part, so that it could really go first: nothing before it is
  // dependent with it. Otherwise kAbsent or kNotFirst.
  std::size_t place_of(KnownId step) const;

  // Could a step that was done when the execution came to event `from` have gone first in all that follows?
  bool could_go_first(Done& done, std::uint32_t from) const;

  void keep_mail(const SearchEvent& item);
  KnownId known(const SearchEvent& item);

  std::span<const SearchEvent> planned() const { return planned_; }
  bool has_steps() const;

 private:
  struct Counterpart {
    const Event* event = nullptr;
    std::span<const Touch> touches;  // as long as those of the step, or empty
    const KnownPool::Mail* mail = nullptr;

    // What the step sends or would receive with its i-th touch.
    MailRef message(std::size_t i) const;
    MailRef receive(std::size_t i, const History& history) const;

   private:
    MailRef kept(std::size_t i) const { return mail ? (*mail)[i].get() : nullptr; }
  };

  std::span<const Touch> touches_of(const SearchEvent& item) const;
  bool goes_on_as_before(const SearchEvent& item) const;
  bool comes_about(std::uint32_t event) const;
  std::uint32_t first_message_for(std::uint32_t receive, ObjectId mailbox, std::uint32_t from) const;
  bool waits_for_earlier(std::size_t position) const;
  bool has_come_about(std::size_t position) const;
  Counterpart counterpart(KnownId step) const;
  static bool same_step(const SearchEvent& item, const Known& step) {
    return item.kind == step.kind && item.sequence == step.sequence && item.answer == step.answer;
  }
  bool overtakes(std::uint32_t event, std::uint32_t from, KnownId step, const Counterpart& same) const;
  enum class Mail { by_annotation, undecided };
  bool dependent(const SearchEvent& item, KnownId step, const Counterpart& same, Mail mail) const;
  bool conflict(const SearchEvent& item, const Touch& touch, const KnownTouch& other, const Counterpart& same,
                KnownId id, std::size_t i, Mail mail) const;
  bool mail_conflict(const Touch& touch, const KnownTouch& other, const Counterpart& same, KnownId id,
                     std::size_t i) const;
  bool could_take(const ObjectKind& kind, MailRef receive, MailRef message) const;
  MailRef mail_of(const Touch& touch) const;
  bool still_there(std::uint32_t receive, std::uint32_t message) const;
  bool at_mailbox(KnownId step) const;

  const Execution& execution_;
  KnownPool& pool_;
  std::uint32_t end_ = 0;  // of the execution's part
  std::vector<SearchEvent> planned_;
  Known moved_;  // the one moved step
  std::vector<Touch> moved_touches_;
  std::vector<KnownTouch> moved_elsewhere_;
  KnownPool::Mail moved_mail_;
  std::vector<KnownTouch> scratch_;
  std::vector<std::uint32_t> observers_;  // by message: the receive that takes it in this sequence
  struct Reached {
    std::uint32_t sequence = 0;
    bool planned = false, known = true;  // known: what its task does next is what it did in the execution
  };
  std::vector<Reached> reached_;  // by task
};

}  // namespace heddle
