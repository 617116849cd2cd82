// The functions of Table (table.h).
#pragma once

#include <functional>
#include <type_traits>

#include "heddle/actor/table.h"

namespace heddle {

namespace detail {

template <class K, class V>
struct TableData final : TableBase {
  // One key that somebody has asked for. Cells stay when their value goes: that a key is absent can be observed, too.
  struct Cell {
    ObjectId object = kNoObject;
    std::uint64_t hash = 0;
    std::optional<V> value;
  };
  using Entry = std::pair<const K, Cell>;

  using TableBase::TableBase;

  void add_contents(Fingerprint& print) const override {
    for (const auto& [key, cell] : cells)
      if (cell.value) print.add(key).add(*cell.value);
  }

  Cell& cell(const K& key, Location where) {
    check_usable(where);
    const auto [place, fresh] = cells.try_emplace(key);
    Cell& found = place->second;
    if (fresh) {
      found.hash = hash_of(key);
      found.object = make_key(found.hash);
    }
    return found;
  }

  // The same in every trial. A text need not be all that a key is.
  static std::uint64_t hash_of(const K& key) {
    Fingerprint print;
    print.add(key);
    return combine(hash_text(to_text(key)), print.print().low);
  }

  // Equal values have equal numbers, in every trial; different ones hardly ever. 0 if that does not matter, or if the type
  // has neither a std::hash nor bytes that say all.
  std::uint32_t number_of(const V& value) const {
    if (!options().equal_writes_commute) return 0;
    std::uint64_t hash = 0;
    if constexpr (requires { std::hash<V>{}(value); })
      hash = std::hash<V>{}(value);
    else if constexpr (std::has_unique_object_representations_v<V>)
      hash = hash_text({reinterpret_cast<const char*>(&value), sizeof value});
    else
      return 0;
    return static_cast<std::uint32_t>(mix(hash + 0x9e3779b97f4a7c15ull) >> 32) | 1;
  }

  void store(Cell& cell, V value) {
    if (!cell.value) ++live;
    cell.value.emplace(std::move(value));
  }
  void remove(Cell& cell) {
    if (cell.value) --live;
    cell.value.reset();
  }

  // The rows that are there, in the table's order.
  std::vector<Entry*> entries() {
    std::vector<Entry*> found;
    found.reserve(live);
    for (Entry& entry : cells)
      if (entry.second.value) found.push_back(&entry);
    if (options().kind == TableKind::unordered)
      std::sort(found.begin(), found.end(), [](const Entry* a, const Entry* b) {
        return a->second.hash != b->second.hash ? a->second.hash < b->second.hash : a->first < b->first;
      });
    return found;
  }

  std::string key_text(ObjectId object) const override {
    for (const auto& [key, cell] : cells)
      if (cell.object == object) return to_text(key);
    return "?";
  }
  std::string text(const K& key) const { return element(to_text(key)); }

  std::map<K, Cell> cells;
  std::size_t live = 0;
};

}  // namespace detail

template <class K, class V>
Table<K, V>::Table(std::string name, TableOptions options)
    : data_(std::make_shared<Data>(std::move(name), options)) {
  detail::add_table(data_);
}

template <class K, class V>
std::optional<V> Table<K, V>::lookup(const K& key, Location where) const {
  Cell& cell = data().cell(key, where);
  if (!data_->enter(kTableLookup, cell.object, Access::read, where)) return std::nullopt;
  data_->touch_key(cell.object, Access::read);
  detail::say([&] { return data_->text(key) + ": " + to_text(cell.value); });
  return cell.value;
}

template <class K, class V>
bool Table<K, V>::member(const K& key, Location where) const {
  Cell& cell = data().cell(key, where);
  if (!data_->enter(kTableLookup, cell.object, Access::read, where)) return false;
  data_->touch_key(cell.object, Access::read);
  detail::say([&] { return data_->text(key) + (cell.value ? " is there" : " is not there"); });
  return cell.value.has_value();
}

template <class K, class V>
void Table<K, V>::insert(const K& key, V value, Location where) const {
  Cell& cell = data().cell(key, where);
  if (!data_->enter(kTableInsert, cell.object, Access::write, where)) return;
  data_->changed(cell.object, Access::write, data_->number_of(value));
  detail::say([&] { return data_->text(key) + " = " + to_text(value); });
  data_->store(cell, std::move(value));
}

template <class K, class V>
bool Table<K, V>::insert_new(const K& key, V value, Location where) const {
  Cell& cell = data().cell(key, where);
  if (!data_->enter(kTableInsertNew, cell.object, Access::update, where)) return false;
  const bool refused = cell.value.has_value();
  detail::say([&] { return data_->text(key) + " = " + to_text(value) + (refused ? ": refused" : ""); });
  if (refused) {
    data_->touch_key(cell.object, Access::read);
    return false;
  }
  data_->changed(cell.object, Access::update);
  data_->store(cell, std::move(value));
  return true;
}

template <class K, class V>
bool Table<K, V>::erase(const K& key, Location where) const {
  Cell& cell = data().cell(key, where);
  if (!data_->enter(kTableErase, cell.object, Access::update, where)) return false;
  if (!cell.value) {
    data_->touch_key(cell.object, Access::read);
    return false;
  }
  data_->changed(cell.object, Access::update);
  data_->remove(cell);
  return true;
}

template <class K, class V>
std::optional<V> Table<K, V>::take(const K& key, Location where) const {
  Cell& cell = data().cell(key, where);
  if (!data_->enter(kTableTake, cell.object, Access::update, where)) return std::nullopt;
  detail::say([&] { return data_->text(key) + ": " + to_text(cell.value); });
  if (!cell.value) {
    data_->touch_key(cell.object, Access::read);
    return std::nullopt;
  }
  data_->changed(cell.object, Access::update);
  std::optional<V> value = std::move(cell.value);
  data_->remove(cell);
  return value;
}

template <class K, class V>
V Table<K, V>::add(const K& key, V delta, const V* initial, Location where) const {
  static_assert(requires(V v) { { v + v } -> std::convertible_to<V>; }, "update_counter needs values that can be added");
  Cell& cell = data().cell(key, where);
  if (!data_->enter(kTableUpdate, cell.object, Access::update, where)) return delta;
  if (!cell.value && !initial) {
    data_->touch_key(cell.object, Access::read);
    throw NoSuchKey(data_->text(key));
  }
  V sum = static_cast<V>((cell.value ? *cell.value : *initial) + delta);
  data_->changed(cell.object, Access::update);
  detail::say([&] { return data_->text(key) + " = " + to_text(sum); });
  data_->store(cell, sum);
  return sum;
}

template <class K, class V>
V Table<K, V>::update_counter(const K& key, V delta, Location where) const {
  return add(key, std::move(delta), nullptr, where);
}
template <class K, class V>
V Table<K, V>::update_counter(const K& key, V delta, V initial, Location where) const {
  return add(key, std::move(delta), &initial, where);
}

template <class K, class V>
template <class F>
std::optional<V> Table<K, V>::update(const K& key, F f, Location where) const {
  Cell& cell = data().cell(key, where);
  if (!data_->enter(kTableUpdate, cell.object, Access::update, where)) return std::nullopt;
  if (!cell.value) {
    data_->touch_key(cell.object, Access::read);
    return std::nullopt;
  }
  data_->changed(cell.object, Access::update);
  {
    detail::TableBase::Indivisible inside("update()", where);
    if constexpr (std::is_convertible_v<std::invoke_result_t<F&, V&>, V>)
      cell.value.emplace(std::invoke(f, *cell.value));
    else
      std::invoke(f, *cell.value);
  }
  detail::say([&] { return data_->text(key) + " = " + to_text(cell.value); });
  return cell.value;
}

template <class K, class V>
bool Table<K, V>::compare_and_swap(const K& key, const V& expected, V desired, Location where) const {
  Cell& cell = data().cell(key, where);
  if (!data_->enter(kTableSwap, cell.object, Access::update, where)) return false;
  const bool swapped = cell.value && *cell.value == expected;
  detail::say([&] {
    return data_->text(key) + ": " + to_text(expected) + " to " + to_text(desired) + (swapped ? "" : ": refused");
  });
  if (!swapped) {
    data_->touch_key(cell.object, Access::read);
    return false;
  }
  data_->changed(cell.object, Access::update);
  data_->store(cell, std::move(desired));
  return true;
}

template <class K, class V>
void Table<K, V>::insert(std::vector<Row> rows, Location where) const {
  if (rows.empty()) return;
  const ObjectId first_key = data().cell(rows.front().first, where).object;
  if (!data_->enter(kTableInsert, first_key, Access::write, where)) return;
  detail::say([&] { return data_->name() + ": " + to_text(rows); });
  for (auto& [key, value] : rows) {
    Cell& cell = data_->cell(key, where);
    data_->changed(cell.object, Access::write, data_->number_of(value));
    data_->store(cell, std::move(value));
  }
}

template <class K, class V>
bool Table<K, V>::insert_new(std::vector<Row> rows, Location where) const {
  if (rows.empty()) return true;
  const ObjectId first_key = data().cell(rows.front().first, where).object;
  if (!data_->enter(kTableInsertNew, first_key, Access::update, where)) return false;
  const bool refused =
      std::any_of(rows.begin(), rows.end(), [&](const Row& row) { return data_->cell(row.first, where).value; });
  detail::say([&] { return data_->name() + ": " + to_text(rows) + (refused ? ": refused" : ""); });
  for (auto& [key, value] : rows) {
    Cell& cell = data_->cell(key, where);
    if (refused) {
      data_->touch_key(cell.object, Access::read);
      continue;
    }
    data_->changed(cell.object, Access::update);
    data_->store(cell, std::move(value));
  }
  return !refused;
}

template <class K, class V>
std::size_t Table<K, V>::size(Location where) const {
  if (!data().enter_whole(kTableLook, Access::read, where)) return 0;
  data_->touch_contents(Access::read);
  return data_->live;
}

template <class K, class V>
std::optional<K> Table<K, V>::first(Location where) const {
  if (!data().enter_whole(kTableLook, Access::read, where)) return std::nullopt;
  data_->touch_contents(Access::read);
  const auto entries = data_->entries();
  return entries.empty() ? std::nullopt : std::optional<K>(entries.front()->first);
}

template <class K, class V>
std::optional<K> Table<K, V>::next(const K& key, Location where) const {
  if (!data().enter_whole(kTableLook, Access::read, where)) return std::nullopt;
  data_->touch_contents(Access::read);
  const std::uint64_t hash = data_->options().kind == TableKind::ordered ? 0 : Data::hash_of(key);
  for (const auto* entry : data_->entries()) {
    const std::uint64_t other = data_->options().kind == TableKind::ordered ? 0 : entry->second.hash;
    if (other > hash || (other == hash && key < entry->first)) return entry->first;
  }
  return std::nullopt;
}

template <class K, class V>
template <class A, class F>
A Table<K, V>::fold(A start, F f, Location where) const {
  if (!data().enter_whole(kTableLook, Access::read, where)) return start;
  data_->touch_contents(Access::read);
  detail::TableBase::Indivisible inside("fold()", where);
  for (const auto* entry : data_->entries())
    start = std::invoke(f, std::move(start), entry->first, std::as_const(*entry->second.value));
  return start;
}

template <class K, class V>
template <class Predicate>
std::vector<std::pair<K, V>> Table<K, V>::match(Predicate predicate, Location where) const {
  std::vector<Row> found;
  if (!data().enter_whole(kTableLook, Access::read, where)) return found;
  data_->touch_contents(Access::read);
  detail::TableBase::Indivisible inside("match()", where);
  for (const auto* entry : data_->entries())
    if (std::invoke(predicate, entry->first, *entry->second.value)) found.emplace_back(entry->first, *entry->second.value);
  return found;
}

template <class K, class V>
std::vector<std::pair<K, V>> Table<K, V>::rows(Location where) const {
  return match([](const K&, const V&) { return true; }, where);
}

template <class K, class V>
template <class Predicate>
std::size_t Table<K, V>::erase_if(Predicate predicate, Location where) const {
  if (!data().enter_whole(kTableEraseIf, Access::update, where)) return 0;
  std::size_t count = 0;
  detail::TableBase::Indivisible inside("erase_if()", where);
  for (auto* entry : data_->entries()) {
    if (!std::invoke(predicate, entry->first, std::as_const(*entry->second.value))) continue;
    data_->touch_key(entry->second.object, Access::update);
    data_->remove(entry->second);
    ++count;
  }
  data_->touch_contents(count == 0 ? Access::read : Access::update);
  return count;
}

template <class K, class V>
void Table<K, V>::clear(Location where) const {
  if (!data().enter_whole(kTableClear, Access::write, where)) return;
  const auto entries = data_->entries();
  for (auto* entry : entries) {
    data_->touch_key(entry->second.object, Access::write);
    data_->remove(entry->second);
  }
  data_->touch_contents(entries.empty() ? Access::read : Access::write);
}

}  // namespace heddle
