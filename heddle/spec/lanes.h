// Calls that overlap, laid out in lanes: those of one lane come one after the other, so what has taken effect is known
// by a number for each lane.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "heddle/spec/calls.h"

namespace heddle::detail {

// One call of a history to be put in order.
struct Item {
  CallSpan span;
  std::uint32_t group = 0;  // only calls of one group must keep the order in which they came
};

// Which calls have taken effect, and which may do so next. A call may when all of its group that had returned before it
// was invoked have.
class Lanes {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;

  // Calls that return before `horizon` must take effect, the others may.
  explicit Lanes(std::span<const Item> items, Instant horizon = kNeverReturned);

  std::size_t size() const { return lanes_.size(); }
  std::uint32_t must() const { return must_; }  // how many that must take effect have not yet
  std::uint64_t hash() const { return hash_; }
  std::span<const std::uint32_t> positions() const { return position_; }

  // The lanes whose next call may take effect now, those first that return first.
  std::span<const std::uint32_t> ready();
  std::uint32_t next_of(std::uint32_t lane) const {  // item; kNone: none left
    return position_[lane] < lanes_[lane].size() ? lanes_[lane][position_[lane]] : kNone;
  }

  bool returns(std::uint32_t item) const { return items_[item].span.returned != kNeverReturned; }

  // The farthest that ready() ever came in the first group: the first return of what had not taken effect.
  Instant farthest() const { return farthest_; }

  std::uint64_t asked() const { return asked_; }  // how often for ready(): the work of a search

  void advance(std::uint32_t lane) { move(lane, 1); }
  void go_back(std::uint32_t lane) { move(lane, -1); }

  // Has it taken effect?
  bool done(std::uint32_t item) const { return place_[item] < position_[lane_of_[item]]; }

 private:
  void move(std::uint32_t lane, int by);

  std::span<const Item> items_;
  Instant horizon_;
  std::vector<std::vector<std::uint32_t>> lanes_;  // items
  std::vector<std::uint32_t> group_;               // by lane
  std::vector<std::uint32_t> lane_of_, place_;     // by item
  std::vector<std::uint32_t> position_;            // by lane
  std::vector<Instant> first_return_;              // by group: of what has not taken effect
  std::vector<std::uint32_t> ready_;
  std::uint32_t must_ = 0;
  Instant farthest_ = 0;
  std::uint64_t asked_ = 0;
  std::uint64_t hash_ = 0;  // of the positions, order-free
};

// Gives every invocation and every return an instant of its own, from 0, without changing which call comes before
// which. Where that leaves a choice, names of clients decide: histories with the same order get the same instants,
// however they came about.
void rank_events(std::span<Item> items, std::span<const std::string_view> client_of);

}  // namespace heddle::detail
