// Ready models (model.h) of the usual objects.
//
//   using Cell = models::Register<int>;        Cell::Read{}, Cell::Write{1}, Cell::Cas{1, 2}
//   using Jobs = models::Queue<std::string>;   Jobs::Push{"a"}, Jobs::Pop{}
//   using Names = models::Set<std::string>;    Names::Add{"a"}, Names::Remove{"a"}, Names::Contains{"a"}
//   using Store = models::Map<int, int>;       Store::Get{1}, Store::Put{1, 5}, Store::Erase{1}
//
// Sets and maps are checked key by key.
#pragma once

#include <optional>
#include <ostream>
#include <utility>
#include <variant>
#include <vector>

#include "heddle/base/print.h"

namespace heddle::models {

template <class T>
struct Register {
  struct Read {  // the value
    friend std::ostream& operator<<(std::ostream& out, const Read&) { return out << "read"; }
  };
  struct Write {
    T value;
    friend std::ostream& operator<<(std::ostream& out, const Write& w) { return out << "write " << to_text(w.value); }
  };
  struct Cas {  // compare and swap: true if the value was `expected`, and now is `desired`
    T expected, desired;
    friend std::ostream& operator<<(std::ostream& out, const Cas& c) {
      return out << "cas " << to_text(c.expected) << " to " << to_text(c.desired);
    }
  };
  using Call = std::variant<Read, Write, Cas>;

  T value{};

  T step(const Read&) const { return value; }
  void step(const Write& write) { value = write.value; }
  bool step(const Cas& cas) {
    if (!(value == cas.expected)) return false;
    value = cas.desired;
    return true;
  }
  static bool only_looked(const Cas&, bool swapped) { return !swapped; }

  bool operator==(const Register&) const = default;
  friend std::ostream& operator<<(std::ostream& out, const Register& r) { return out << to_text(r.value); }
};

// First in, first out.
template <class T>
struct Queue {
  struct Push {
    T value;
    friend std::ostream& operator<<(std::ostream& out, const Push& p) { return out << "push " << to_text(p.value); }
  };
  struct Pop {  // the oldest, or nothing if it is empty
    friend std::ostream& operator<<(std::ostream& out, const Pop&) { return out << "pop"; }
  };
  using Call = std::variant<Push, Pop>;

  std::vector<T> values{};

  void step(const Push& push) { values.push_back(push.value); }
  std::optional<T> step(const Pop&) {
    if (values.empty()) return std::nullopt;
    std::optional<T> first(std::move(values.front()));
    values.erase(values.begin());
    return first;
  }
  static bool only_looked(const Pop&, const std::optional<T>& got) { return !got; }

  bool operator==(const Queue&) const = default;
  friend std::ostream& operator<<(std::ostream& out, const Queue& q) { return out << to_text(q.values); }
};

template <class K>
struct Set {
  struct Add {  // true if it was not there
    K key;
    friend std::ostream& operator<<(std::ostream& out, const Add& a) { return out << "add " << to_text(a.key); }
  };
  struct Remove {  // true if it was there
    K key;
    friend std::ostream& operator<<(std::ostream& out, const Remove& r) { return out << "remove " << to_text(r.key); }
  };
  struct Contains {
    K key;
    friend std::ostream& operator<<(std::ostream& out, const Contains& c) {
      return out << "contains " << to_text(c.key);
    }
  };
  using Call = std::variant<Add, Remove, Contains>;
  static K key(const Call& call) {
    return std::visit([](const auto& c) { return c.key; }, call);
  }

  bool there = false;

  bool step(const Add&) { return !std::exchange(there, true); }
  bool step(const Remove&) { return std::exchange(there, false); }
  bool step(const Contains&) const { return there; }
  static bool only_looked(const Add&, bool added) { return !added; }
  static bool only_looked(const Remove&, bool removed) { return !removed; }

  bool operator==(const Set&) const = default;
  friend std::ostream& operator<<(std::ostream& out, const Set& s) { return out << (s.there ? "there" : "not there"); }
};

template <class K, class V>
struct Map {
  struct Get {  // the value, or nothing
    K key;
    friend std::ostream& operator<<(std::ostream& out, const Get& g) { return out << "get " << to_text(g.key); }
  };
  struct Put {
    K key;
    V value;
    friend std::ostream& operator<<(std::ostream& out, const Put& p) {
      return out << "put " << to_text(p.key) << " = " << to_text(p.value);
    }
  };
  struct Erase {  // true if it was there
    K key;
    friend std::ostream& operator<<(std::ostream& out, const Erase& e) { return out << "erase " << to_text(e.key); }
  };
  using Call = std::variant<Get, Put, Erase>;
  static K key(const Call& call) {
    return std::visit([](const auto& c) { return c.key; }, call);
  }

  std::optional<V> value{};

  std::optional<V> step(const Get&) const { return value; }
  void step(const Put& put) { value = put.value; }
  bool step(const Erase&) { return std::exchange(value, std::nullopt).has_value(); }
  static bool only_looked(const Erase&, bool erased) { return !erased; }

  bool operator==(const Map&) const = default;
  friend std::ostream& operator<<(std::ostream& out, const Map& m) { return out << to_text(m.value); }
};

}  // namespace heddle::models
