// Shared tables (Erlang's ETS): any actor reads and changes them directly, one operation at a time.
//
//   Table<std::string, int> layout{"layout"};
//   layout.insert_new("epoch", 1);
//   std::optional<int> epoch = layout.lookup("epoch");
//   int next = layout.update_counter("epoch", 1);
//
// Keys need operator<, values only copying; both are shown in reports as to_text (base/print.h) shows them.
//
// Every function is one operation, however many keys it touches, and functions given to one (fold, match, update) run
// inside it: they may compute, but not call operations. Operations on different keys never conflict; a change that
// changes nothing (a failed insert_new, an erase of what is not there) counts as a look.
//
// A table belongs to the actor that made it. When the owner ends, the table goes to its heir if there is one alive (which
// gets a TableTransfer message), and is deleted otherwise; any use of a deleted table throws NoSuchTable. Tables of the
// test's own function stay until the trial is over.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "heddle/actor/table_base.h"
#include "heddle/base/fingerprint.h"
#include "heddle/base/hash.h"
#include "heddle/base/print.h"

namespace heddle {

namespace detail {

template <class K, class V>
struct TableData;

}  // namespace detail

// A handle: copies stand for the same table.
template <class K, class V>
class Table {
  static_assert(requires(const K& a, const K& b) { { a < b } -> std::convertible_to<bool>; },
                "keys of a Table need operator<: auto operator<=>(const Key&) const = default;");

 public:
  using Row = std::pair<K, V>;

  Table() = default;  // no table: any use is misuse
  explicit Table(std::string name, TableOptions options = {});  // not an operation: nobody else can know it yet

  std::string name() const { return data_ ? data_->name() : "(none)"; }

  // --- one key ---

  std::optional<V> lookup(const K& key, Location where = {}) const;
  bool member(const K& key, Location where = {}) const;

  void insert(const K& key, V value, Location where = {}) const;      // replaces
  bool insert_new(const K& key, V value, Location where = {}) const;  // false: there is one already

  bool erase(const K& key, Location where = {}) const;             // false: there was none
  std::optional<V> take(const K& key, Location where = {}) const;  // looks up and erases

  // Adds to the value and returns the sum. NoSuchKey if there is none, unless an initial value says what to start from.
  V update_counter(const K& key, V delta, Location where = {}) const;
  V update_counter(const K& key, V delta, V initial, Location where = {}) const;

  // Changes the value by f(V&), or to what f(V) returns. The new value, or nothing if there is none.
  template <class F>
  std::optional<V> update(const K& key, F f, Location where = {}) const;

  // True if the value was `expected` and is now `desired`.
  bool compare_and_swap(const K& key, const V& expected, V desired, Location where = {}) const;

  // --- several keys ---

  void insert(std::vector<Row> rows, Location where = {}) const;
  bool insert_new(std::vector<Row> rows, Location where = {}) const;  // all or, if one of the keys is there, none

  // --- the whole table ---

  std::size_t size(Location where = {}) const;
  std::optional<K> first(Location where = {}) const;
  std::optional<K> next(const K& key, Location where = {}) const;  // the first after it, whether it is there or not

  template <class A, class F>
  A fold(A start, F f, Location where = {}) const;  // start = f(start, key, value) for each row

  template <class Predicate>
  std::vector<Row> match(Predicate predicate, Location where = {}) const;  // rows where predicate(key, value)
  std::vector<Row> rows(Location where = {}) const;

  template <class Predicate>
  std::size_t erase_if(Predicate predicate, Location where = {}) const;  // how many
  void clear(Location where = {}) const;

  // --- life ---

  void destroy(Location where = {}) const { data().destroy(where); }
  void set_heir(Pid heir, Location where = {}) const { data().set_heir(heir, where); }  // Pid{}: none

  // The new owner gets a TableTransfer message. False: it is dead, and the table stays where it is.
  bool give_away(Pid to, Location where = {}) const { return data().give_away(to, where); }

  friend bool operator==(const Table&, const Table&) = default;

 private:
  using Data = detail::TableData<K, V>;
  using Cell = typename Data::Cell;

  Data& data() const {
    if (!data_) detail::fail_empty_table();
    return *data_;
  }

  V add(const K& key, V delta, const V* initial, Location where) const;

  std::shared_ptr<Data> data_;
};

}  // namespace heddle

template <class K, class V>
struct fmt::formatter<heddle::Table<K, V>> : fmt::formatter<std::string> {
  auto format(const heddle::Table<K, V>& table, fmt::format_context& context) const {
    return fmt::formatter<std::string>::format("table " + table.name(), context);
  }
};

#include "heddle/actor/table_impl.h"  // IWYU pragma: export
