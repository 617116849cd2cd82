// What a search remembers from one execution to the next: tasks, objects and operations by small numbers that mean the
// same in every execution of the test.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "heddle/base/hash.h"
#include "heddle/engine/history.h"
#include "heddle/engine/operation.h"

namespace heddle {

// Small numbers for 64-bit keys, in the order of first sight.
class Numbering {
 public:
  std::uint32_t operator[](std::uint64_t key);
  std::uint32_t find(std::uint64_t key) const;  // kNone: never seen
  std::uint32_t count() const { return count_; }

 private:
  struct Entry {
    std::uint64_t key;
    std::uint32_t number = kNone;
  };
  void grow();

  std::vector<Entry> table_ = std::vector<Entry>(64);
  std::uint32_t count_ = 0;
};

// The detail of a touch that means the same in every execution.
constexpr std::uint32_t value_of_touch(const Touch& touch) { return touch.access == Access::write ? touch.detail : 0; }

struct KnownTouch {
  std::uint32_t object;
  Access access;
  std::uint32_t value = 0;  // that is written; 0: nobody knows, or it does not matter
  friend bool operator==(const KnownTouch&, const KnownTouch&) = default;
};

// One step: an operation with its footprint, or the answer to a choice.
struct Known {
  std::uint32_t task = 0;
  std::uint32_t sequence = 0;    // of its task, from 1
  std::uint32_t answer = kNone;  // of a choice; kNone: an operation
  const OperationKind* kind = nullptr;
  std::uint64_t past = 0;  // what its task had seen before: the same past, the same step
  std::uint64_t saw = 0;   // of a kind that varies: what it found, which decides what it sends; 0: nobody knows
  std::uint32_t first_touch = 0;
  std::uint32_t touch_count = 0;
};

using KnownId = std::uint32_t;

class KnownPool {
 public:
  std::uint32_t task(std::uint64_t stable) { return tasks_[stable]; }
  std::uint32_t object(std::uint64_t stable) { return objects_[stable]; }
  std::uint32_t task_count() const { return tasks_.count(); }

  // The task whose life an object is; kNone: it is something else.
  void set_life(std::uint32_t object, std::uint32_t task);
  std::uint32_t life_of(std::uint32_t object) const { return object < lives_.size() ? lives_[object] : kNone; }

  // Equal steps have equal numbers.
  KnownId add(Known step, std::span<const KnownTouch> touches);
  bool is(KnownId id, const Known& step, std::span<const KnownTouch> touches) const;
  const Known& operator[](KnownId id) const { return steps_[id]; }
  std::span<const KnownTouch> touches(KnownId id) const {
    return std::span(touches_).subspan(steps_[id].first_touch, steps_[id].touch_count);
  }
  std::size_t size() const { return steps_.size(); }

  // Forgets all steps but these, and gives them new numbers.
  void keep_only(std::span<KnownId*> steps);

  // The messages that a step sends and what it would receive, one per touch; empty: nobody has kept them.
  using Mail = std::vector<std::shared_ptr<const void>>;
  Mail& mail(KnownId id) { return mail_[id]; }

 private:
  void fill_table(std::size_t size);

  Numbering tasks_, objects_;
  std::vector<std::uint32_t> lives_;
  std::vector<Known> steps_;
  std::vector<KnownTouch> touches_;
  std::vector<Mail> mail_;
  std::vector<KnownId> table_ = std::vector<KnownId>(64, kNone);  // by hash, open addressing
};

}  // namespace heddle
