// Shared state that machines and actors use directly, without messages. Each function is one operation.
//
//   SharedCounter running{"running"};            // in the test; captured by copy
//   running.add(1);
//   SharedRegister<int> leader{"leader", 0};
//   leader.update([](int& l) { ++l; });
//   SharedMap<std::string, int> scores{"scores"};   // a Table by another name: see actor/table.h
//
// They are gone with the actor that made them: let the test make them.
#pragma once

#include <string>
#include <utility>

#include "heddle/actor/table.h"

namespace heddle {

template <class K, class V>
using SharedMap = Table<K, V>;

// A handle: copies stand for the same register.
template <class T>
class SharedRegister {
 public:
  SharedRegister(std::string name, T value, Location where = {}) : cells_(std::move(name)) {
    cells_.insert(0, std::move(value), where);
  }

  T get(Location where = {}) const { return *cells_.lookup(0, where); }
  void set(T value, Location where = {}) const { cells_.insert(0, std::move(value), where); }

  // All at once. The function may compute, but not call operations. Returns the new value.
  template <class F>
  T update(F&& change, Location where = {}) const {
    return *cells_.update(0, std::forward<F>(change), where);
  }

  // True: it was `expected`, and is `desired` now.
  bool compare_and_set(const T& expected, T desired, Location where = {}) const {
    return cells_.compare_and_swap(0, expected, std::move(desired), where);
  }

 private:
  Table<int, T> cells_;
};

// A handle, too.
class SharedCounter {
 public:
  explicit SharedCounter(std::string name, long value = 0, Location where = {})
      : value_(std::move(name), value, where) {}

  long get(Location where = {}) const { return value_.get(where); }
  void set(long value, Location where = {}) const { value_.set(value, where); }
  long add(long n, Location where = {}) const {
    return value_.update([n](long& v) { v += n; }, where);
  }

 private:
  SharedRegister<long> value_;
};

}  // namespace heddle
