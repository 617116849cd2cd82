// A sequence of events of the execution at hand, some of them changed: what a search reasons about before it runs it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heddle/search/execution.h"

namespace heddle {

inline constexpr std::size_t kAbsent = ~std::size_t{0} - 1;  // independent of everything in the sequence
inline constexpr std::size_t kNotFirst = ~std::size_t{0};    // something that must come before it is in the sequence

class Sequence {
 public:
  Sequence(const Execution& execution, KnownPool& pool) : execution_(execution), pool_(pool) {}

  struct Item {
    std::uint32_t event;           // of the execution; for a moved one, the event that it takes the place of
    std::uint32_t task;
    std::uint32_t sequence;
    KnownId known = kNone;         // kNone: not a step
    bool moved = false;            // has another footprint than in the execution
    std::uint32_t took = kNone;    // a receive that takes another message than in the execution
  };

  void clear() {
    items_.clear();
    moved_touches_.clear();
  }
  void add(std::uint32_t event);
  void add_range(std::uint32_t first, std::uint32_t last);  // events [first, last)
  void add_relabelled(std::uint32_t receive_event, std::uint32_t message);
  // A step at another place than in the execution. `event` is kNone if it never came about there.
  void add_moved(std::uint32_t event, const Known& step, std::span<const Touch> touches);
  void append(const Sequence& other);
  void erase(std::size_t position) { items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(position)); }

  // Who receives what inside this sequence. Call when it is complete.
  void annotate();

  // Where a step that could go first is in the sequence, so that it could really go first: nothing before it is dependent
  // with it. Otherwise kAbsent or kNotFirst. `alien`: of its task other things are known than in the execution.
  std::size_t place_of(KnownId step, bool alien = false) const;

  std::span<const Item> items() const { return items_; }
  bool has_steps() const;

 private:
  struct Counterpart {
    const Event* event = nullptr;
    std::span<const Touch> touches;  // as long as those of the step, or empty
  };

  std::span<const Touch> touches_of(const Item& item) const;
  bool waits_for_earlier(std::size_t position) const;
  Counterpart counterpart(KnownId step, bool alien) const;
  bool dependent(const Item& item, KnownId step, const Counterpart& same) const;
  bool conflict(const Item& item, const Touch& touch, const KnownTouch& other, const Counterpart& same,
                const Touch* same_touch) const;
  bool still_there(std::uint32_t receive, std::uint32_t message) const;
  std::uint32_t observer(std::uint32_t message) const {
    return message < observers_.size() ? observers_[message] : kNone;
  }

  const Execution& execution_;
  KnownPool& pool_;
  std::vector<Item> items_;
  std::vector<Touch> moved_touches_;       // of the one moved item
  std::vector<std::uint32_t> observers_;   // by message: the receive that takes it in this sequence
};

}  // namespace heddle
