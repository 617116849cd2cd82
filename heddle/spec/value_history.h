// Which values a weak read may return: any that was in force at some instant of the read. For harnesses that know when
// changes took effect (linearization points), such as a reference table beside the one under test.
//
//   ValueHistory<std::string, int> reference;
//   reference.set("x", 1);                             // took effect now
//   reference.set("x", 2);
//   const Instant began = reference.now();             // a read begins
//   reference.set("x", 3);
//   reference.erase("x");
//   reference.may_read("x", 2, began);                 // true, and so are 3 and std::nullopt; but not 1
//
// A scan reads row by row, in the order of keys, and each row may be of any instant since the scan began. It must not
// leave out a row that was there all the time:
//
//   reference.may_scan(began, std::nullopt, row);      // the first row; std::nullopt: the end
//   reference.may_scan(began, row.first, next_row);    // the row after it
//
// Plain data, no operations: change and ask it from one actor, or inside operations of your own; else what it says
// depends on an order that no search knows of.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "heddle/spec/calls.h"

namespace heddle {

// Keys need operator<, values operator==.
template <class K, class V>
class ValueHistory {
 public:
  using Row = std::pair<K, V>;
  using Filter = std::function<bool(const Row&)>;

  // An instant after the last change and before the next: where a read begins or ends.
  Instant now() const { return last_ + 1; }

  // A change takes effect after now(), or at an instant of the caller's, not before the last one. A change at the same
  // instant as another comes after it, and each was in force.
  void set(const K& key, V value) { set_at(now() + 1, key, std::move(value)); }
  void erase(const K& key) { erase_at(now() + 1, key); }
  void set_at(Instant at, const K& key, V value) { change(at, key, std::move(value)); }
  void erase_at(Instant at, const K& key) { change(at, key, std::nullopt); }

  // The values of a key that were in force at some instant from `began` to `ended`, both included, the oldest first;
  // std::nullopt: there was none.
  std::vector<std::optional<V>> values(const K& key, Instant began, Instant ended = kNeverReturned) const {
    std::vector<std::optional<V>> found;
    for_each(key, began, ended, [&](const std::optional<V>& value) {
      if (std::find(found.begin(), found.end(), value) == found.end()) found.push_back(value);
    });
    return found;
  }

  bool may_read(const K& key, const std::optional<V>& value, Instant began, Instant ended = kNeverReturned) const {
    bool found = false;
    for_each(key, began, ended, [&](const std::optional<V>& one) { found |= one == value; });
    return found;
  }

  // May a scan that began then return this row, or the end, after the row of key `last`? Only rows that pass the filter
  // are there.
  bool may_scan(Instant began, const std::optional<K>& last, const std::optional<Row>& next, const Filter& filter = {},
                Instant ended = kNeverReturned) const {
    if (next) {
      if (last && !(*last < next->first)) return false;
      if ((filter && !filter(*next)) || !may_read(next->first, next->second, began, ended)) return false;
    }
    for (const auto& [key, changes] : changes_) {
      if (last && !(*last < key)) continue;
      if (next && !(key < next->first)) break;
      if (always_there(key, began, ended, filter)) return false;  // it would be left out
    }
    return true;
  }

 private:
  struct Change {
    Instant at;
    std::optional<V> value;
  };

  void change(Instant at, const K& key, std::optional<V> value) {
    if (at < last_) throw std::invalid_argument("ValueHistory: a change before the last one");
    last_ = at;
    changes_[key].push_back({at, std::move(value)});
  }

  // The value in force when it began, and all since.
  template <class F>
  void for_each(const K& key, Instant began, Instant ended, F f) const {
    static const std::vector<Change> none;
    const auto found = changes_.find(key);
    const std::vector<Change>& all = found == changes_.end() ? none : found->second;
    const auto later = std::partition_point(all.begin(), all.end(), [&](const Change& c) { return c.at < began; });
    // A change at the very instant may still be to come.
    f(later == all.begin() ? std::optional<V>() : std::prev(later)->value);
    for (auto change = later; change != all.end() && change->at <= ended; ++change) f(change->value);
  }

  bool always_there(const K& key, Instant began, Instant ended, const Filter& filter) const {
    bool always = true;
    for_each(key, began, ended, [&](const std::optional<V>& value) {
      always &= value.has_value() && (!filter || filter(Row{key, *value}));
    });
    return always;
  }

  std::map<K, std::vector<Change>> changes_;
  Instant last_ = 0;
};

}  // namespace heddle
