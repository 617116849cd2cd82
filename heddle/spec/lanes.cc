#include "heddle/spec/lanes.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "heddle/base/hash.h"

namespace heddle::detail {

Lanes::Lanes(std::span<const Item> items, Instant horizon) : items_(items), horizon_(horizon) {
  lane_of_.resize(items.size());
  place_.resize(items.size());
  std::vector<std::uint32_t> order(items.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::tie(items[a].span.invoked, a) < std::tie(items[b].span.invoked, b);
  });
  std::vector<std::vector<std::uint32_t>> lanes_of;  // by group
  for (const std::uint32_t item : order) {
    const Item& call = items[item];
    if (call.group >= lanes_of.size()) lanes_of.resize(call.group + 1);
    std::vector<std::uint32_t>& mine = lanes_of[call.group];
    // What never returns keeps its lane for ever: such lanes are not looked at again.
    auto free = std::find_if(mine.begin(), mine.end(), [&](std::uint32_t lane) {
      return items[lanes_[lane].back()].span.returned < call.span.invoked;
    });
    std::uint32_t lane;
    if (free != mine.end()) {
      lane = *free;
    } else {
      lane = static_cast<std::uint32_t>(lanes_.size());
      lanes_.emplace_back();
      group_.push_back(call.group);
      mine.push_back(lane);
      free = mine.end() - 1;
    }
    lane_of_[item] = lane;
    place_[item] = static_cast<std::uint32_t>(lanes_[lane].size());
    lanes_[lane].push_back(item);
    if (call.span.returned == kNeverReturned) mine.erase(free);
    must_ += call.span.returned < horizon;
  }
  position_.resize(lanes_.size());
  first_return_.resize(lanes_of.size());
  ready_.reserve(lanes_.size());
}

std::span<const std::uint32_t> Lanes::ready() {
  ++asked_;
  std::fill(first_return_.begin(), first_return_.end(), kNeverReturned);
  const auto lanes = static_cast<std::uint32_t>(lanes_.size());
  for (std::uint32_t lane = 0; lane < lanes; ++lane)
    if (const std::uint32_t item = next_of(lane); item != kNone)
      first_return_[group_[lane]] = std::min(first_return_[group_[lane]], items_[item].span.returned);
  if (!first_return_.empty()) farthest_ = std::max(farthest_, first_return_.front());
  ready_.clear();
  for (std::uint32_t lane = 0; lane < lanes; ++lane)
    if (const std::uint32_t item = next_of(lane); item != kNone)
      if (items_[item].span.invoked <= first_return_[group_[lane]]) ready_.push_back(lane);
  std::sort(ready_.begin(), ready_.end(), [&](std::uint32_t a, std::uint32_t b) {
    const Instant x = items_[next_of(a)].span.returned, y = items_[next_of(b)].span.returned;
    return x != y ? x < y : a < b;
  });
  return ready_;
}

void Lanes::move(std::uint32_t lane, int by) {
  const auto part = [&] { return mix((static_cast<std::uint64_t>(lane) << 32) + position_[lane]); };
  const std::uint32_t item = lanes_[lane][by > 0 ? position_[lane] : position_[lane] - 1];
  hash_ -= part();
  position_[lane] = static_cast<std::uint32_t>(static_cast<int>(position_[lane]) + by);
  hash_ += part();
  if (items_[item].span.returned < horizon_) must_ -= static_cast<std::uint32_t>(by);
}

void rank_events(std::span<Item> items, std::span<const std::string_view> client_of) {
  struct Event {
    Instant at;
    bool returned;
    std::uint32_t item;
    std::uint32_t run = 0;  // of invocations alone, or of returns alone: their order does not matter
  };
  std::vector<Event> events;
  for (std::uint32_t item = 0; item < items.size(); ++item) {
    events.push_back({items[item].span.invoked, false, item});
    if (items[item].span.returned != kNeverReturned) events.push_back({items[item].span.returned, true, item});
  }
  std::sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
    return std::tie(a.at, a.returned, a.item) < std::tie(b.at, b.returned, b.item);
  });
  for (std::size_t i = 1; i < events.size(); ++i)
    events[i].run = events[i - 1].run + (events[i].returned != events[i - 1].returned);
  std::sort(events.begin(), events.end(), [&](const Event& a, const Event& b) {
    return std::tie(a.run, client_of[a.item], a.at, a.item) < std::tie(b.run, client_of[b.item], b.at, b.item);
  });
  for (std::size_t i = 0; i < events.size(); ++i) {
    CallSpan& span = items[events[i].item].span;
    (events[i].returned ? span.returned : span.invoked) = static_cast<Instant>(i);
  }
}

}  // namespace heddle::detail
