// Shared memory for tests: the smallest front end there is. One cell is one object; each access is one operation.
#pragma once

#include <string>
#include <utility>

#include "heddle/engine/trial.h"

namespace heddle::testing {

inline constexpr OperationKind kReadCell{"read", kFixed};
inline constexpr OperationKind kWriteCell{"write", kFixed};
inline constexpr OperationKind kUpdateCell{"update", kFixed};

class CellKind final : public ObjectKind {
 public:
  std::string describe(ObjectId) const override { return "cell"; }
};

inline const CellKind kCell;

// Made inside a trial, by the task that first needs it. A task that is being unwound reads the last value and changes
// nothing.
template <class T>
class Cell {
 public:
  explicit Cell(T value = {}) : object_(Trial::current().make_object(kCell)), value_(std::move(value)) {}
  Cell(const Cell&) = delete;
  Cell& operator=(const Cell&) = delete;

  T read(Location where = {}) const {
    Trial& trial = Trial::current();
    if (trial.schedule({&kReadCell, object_, Access::read, where})) trial.touch(object_, Access::read);
    return value_;
  }

  void write(T value, Location where = {}) {
    Trial& trial = Trial::current();
    if (!trial.schedule({&kWriteCell, object_, Access::write, where})) return;
    trial.touch(object_, Access::write);
    value_ = std::move(value);
  }

  // Atomically: value = change(value). Returns what was there before.
  template <class Change>
  T update(Change&& change, Location where = {}) {
    Trial& trial = Trial::current();
    T before = value_;
    if (!trial.schedule({&kUpdateCell, object_, Access::update, where})) return before;
    trial.touch(object_, Access::update);
    before = value_;
    value_ = change(before);
    return before;
  }

  // The value without an operation, for looking at the end.
  const T& peek() const { return value_; }

  ObjectId object() const { return object_; }

 private:
  ObjectId object_;
  T value_;
};

}  // namespace heddle::testing
