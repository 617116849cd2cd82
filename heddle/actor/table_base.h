// What all tables share, whatever their keys and values: life, owner, heir, and the objects that operations meet at.
// Internal: users include table.h.
//
// A table has these objects. Together they say exactly which operations commute:
//
//   its life        read by every operation; written when the table is deleted
//   its contents    changes of single keys add, whole-table looks (size, fold) read, whole-table changes write
//   its owner       changed by give_away and inheritance
//   one per key     read by looks, written or updated by changes of that key
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "heddle/actor/pid.h"
#include "heddle/base/location.h"
#include "heddle/engine/component.h"
#include "heddle/engine/object.h"
#include "heddle/engine/operation.h"

namespace heddle {

class Trial;

enum class TableKind : std::uint8_t {
  ordered,    // first, next, fold and match go by key
  unordered,  // they go in an order of their own, which is fixed, but nothing to rely on
};

struct TableOptions {
  TableKind kind = TableKind::ordered;

  // Two inserts of the same key with equal values by different actors count as one order, not two: nobody can tell which
  // came first. Needs operator== on the values.
  bool equal_writes_commute = false;
};

// To the new owner, by give_away or because it is the heir.
struct TableTransfer {
  std::string name;
  Pid from;
};

// Any use of a table that was deleted, or whose owner died.
class NoSuchTable : public std::runtime_error {
 public:
  explicit NoSuchTable(const std::string& name) : std::runtime_error("table '" + name + "' was deleted") {}
};

// A change of a key that must be there, and is not.
class NoSuchKey : public std::runtime_error {
 public:
  explicit NoSuchKey(const std::string& element) : std::runtime_error("there is no " + element) {}
};

// Only the owner may give a table away or name its heir.
class NotTableOwner : public std::runtime_error {
 public:
  NotTableOwner(const std::string& name, const std::string& who)
      : std::runtime_error(who + " does not own table '" + name + "'") {}
};

namespace detail {

class TableBase : public ObjectKind {
 public:
  TableBase(std::string name, TableOptions options);

  const std::string& name() const { return name_; }
  std::string describe(ObjectId object) const override;

  void set_heir(Pid heir, Location where);
  bool give_away(Pid to, Location where);
  void destroy(Location where);

  // --- for Table ---

  // Announces an operation on an object of this table. False: the caller is dying and must do nothing. Throws if the
  // table is gone by the time the operation is picked.
  [[nodiscard]] bool enter(const OperationKind& kind, ObjectId object, Access access, Location where);
  [[nodiscard]] bool enter_whole(const OperationKind& kind, Access access, Location where);

  // What the operation did.
  void touch_key(ObjectId key, Access access, std::uint32_t value = 0);
  void touch_contents(Access access);
  void changed(ObjectId key, Access access, std::uint32_t value = 0);  // a key, and with it the contents

  ObjectId make_key(std::uint64_t text_hash);
  std::string element(const std::string& key) const { return name_ + "[" + key + "]"; }
  virtual std::string key_text(ObjectId object) const = 0;
  const TableOptions& options() const { return options_; }
  void check_usable(Location where) const;

  // Functions of the user that run in the middle of an operation may not be operations themselves.
  class Indivisible {
   public:
    Indivisible(const char* what, Location where);
    ~Indivisible() noexcept(false);

   private:
    const char* what_;
    Location where_;
    std::uint64_t steps_;
    int exceptions_;
  };

 private:
  friend class TableSystem;

  void check_owner(Trial& trial) const;
  void transfer(Trial& trial, Pid to);
  void owner_died(Trial& trial);

  virtual void add_contents(Fingerprint& print) const = 0;

  std::string name_;
  TableOptions options_;
  ObjectId life_ = kNoObject;
  ObjectId contents_ = kNoObject;
  ObjectId owner_object_ = kNoObject;
  Pid owner_;
  Pid heir_;
  bool deleted_ = false;
  bool outlived_ = false;  // its trial is over
};

// All tables of a trial.
class TableSystem final : public Component {
 public:
  static TableSystem& of(Trial& trial);
  void add(std::shared_ptr<TableBase> table) { tables_.push_back(std::move(table)); }
  void fingerprint(const Trial& trial, Fingerprint& print) const override;
  void reset() override;

 private:
  void owner_died(Trial& trial, Pid owner);

  std::vector<std::shared_ptr<TableBase>> tables_;
  bool hooked_ = false;
};

void add_table(std::shared_ptr<TableBase> table);
[[noreturn]] void fail_empty_table();

// Text of the operation under way, made only if somebody watches.
bool wants_table_text();
void set_table_text(std::string text);
template <class MakeText>
void say(MakeText&& make_text) {
  if (wants_table_text()) set_table_text(make_text());
}

}  // namespace detail

inline constexpr OperationKind kTableInsert{"insert", kFixed};
inline constexpr OperationKind kTableInsertNew{"insert new"};
inline constexpr OperationKind kTableLookup{"look up", kFixed};
inline constexpr OperationKind kTableErase{"erase"};
inline constexpr OperationKind kTableTake{"take"};
inline constexpr OperationKind kTableUpdate{"update"};
inline constexpr OperationKind kTableSwap{"compare and swap"};
inline constexpr OperationKind kTableLook{"look at table"};
inline constexpr OperationKind kTableEraseIf{"erase if"};
inline constexpr OperationKind kTableClear{"clear table"};
inline constexpr OperationKind kTableDelete{"delete table"};
inline constexpr OperationKind kTableGive{"give table away"};
inline constexpr OperationKind kTableHeir{"set heir of table"};

}  // namespace heddle
