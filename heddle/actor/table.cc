#include "heddle/actor/table.h"

#include <fmt/format.h>

#include <exception>

#include "heddle/actor/system.h"

namespace heddle::detail {

TableBase::TableBase(std::string name, TableOptions options) : name_(std::move(name)), options_(options) {
  Trial& trial = Trial::current();
  life_ = trial.make_object(*this);
  const std::uint64_t stable = trial.object(life_).stable;
  contents_ = trial.make_object(*this, combine(stable, "contents"_hash));
  owner_object_ = trial.make_object(*this, combine(stable, "owner"_hash));
  owner_ = Pid{trial.self()};
}

std::string TableBase::describe(ObjectId object) const {
  if (object == contents_) return "table " + name_;
  if (object == life_) return "life of table " + name_;
  if (object == owner_object_) return "owner of table " + name_;
  return element(key_text(object));
}

ObjectId TableBase::make_key(std::uint64_t text_hash) {
  Trial& trial = Trial::current();
  return trial.make_object(*this, combine(trial.object(life_).stable, text_hash));
}

void TableBase::check_usable(Location where) const {
  if (outlived_)
    Trial::current().fail(FailureKind::misuse,
                          fmt::format("table '{}' is from an earlier trial: do not keep tables in globals or statics", name_),
                          where);
}

bool TableBase::enter(const OperationKind& kind, ObjectId object, Access access, Location where) {
  Trial& trial = Trial::current();
  if (!trial.schedule({&kind, object, access, where})) return false;
  trial.touch(life_, Access::read);
  trial.describe([&] { return describe(object); });
  if (deleted_) throw NoSuchTable(name_);
  return true;
}

bool TableBase::enter_whole(const OperationKind& kind, Access access, Location where) {
  check_usable(where);
  return enter(kind, contents_, access, where);
}

void TableBase::touch_key(ObjectId key, Access access, std::uint32_t value) {
  Trial::current().touch(key, access, value);
}

void TableBase::touch_contents(Access access) { Trial::current().touch(contents_, access); }

void TableBase::changed(ObjectId key, Access access, std::uint32_t value) {
  touch_key(key, access, value);
  touch_contents(Access::add);
}

TableBase::Indivisible::Indivisible(const char* what, Location where)
    : what_(what), where_(where), steps_(Trial::current().steps()), exceptions_(std::uncaught_exceptions()) {}

TableBase::Indivisible::~Indivisible() noexcept(false) {
  if (std::uncaught_exceptions() > exceptions_) return;
  Trial& trial = Trial::current();
  if (trial.steps() != steps_)
    trial.fail(FailureKind::misuse,
               fmt::format("the function given to {} called an operation: it runs inside one, and must only compute", what_),
               where_);
}

// --- owner and heir ---

void TableBase::check_owner(Trial& trial) const {
  trial.touch(owner_object_, Access::read);
  if (owner_ != Pid{trial.self()}) throw NotTableOwner(name_, trial.name_of(trial.self()));
}

void TableBase::set_heir(Pid heir, Location where) {
  Trial& trial = Trial::current();
  check_usable(where);
  if (!enter(kTableHeir, owner_object_, Access::read, where)) return;
  check_owner(trial);
  heir_ = heir;
  trial.describe([&] { return fmt::format("{}: {}", name_, heir); });
}

bool TableBase::give_away(Pid to, Location where) {
  Trial& trial = Trial::current();
  check_usable(where);
  ActorSystem& actors = ActorSystem::of(trial);
  actors.actor(to, where);  // must be somebody
  if (!enter(kTableGive, owner_object_, Access::update, where)) return false;
  check_owner(trial);
  trial.describe([&] { return fmt::format("{} to {}", name_, to); });
  trial.touch(trial.task(to.task).life, Access::visit);
  if (!actors.actor(to).alive) return false;
  transfer(trial, to);
  return true;
}

void TableBase::transfer(Trial& trial, Pid to) {
  const Pid from = std::exchange(owner_, to);
  trial.touch(owner_object_, Access::update);
  ActorSystem::of(trial).deliver(trial, from, to, make_message(TableTransfer{name_, from}));
}

void TableBase::destroy(Location where) {
  Trial& trial = Trial::current();
  check_usable(where);
  if (!enter(kTableDelete, life_, Access::write, where)) return;
  trial.touch(life_, Access::write);
  deleted_ = true;
}

// Part of the event in which the owner ends.
void TableBase::owner_died(Trial& trial) {
  if (deleted_) return trial.touch(life_, Access::read);
  if (heir_ && heir_ != owner_) {
    trial.touch(trial.task(heir_.task).life, Access::visit);
    if (ActorSystem::of(trial).actor(heir_).alive) return transfer(trial, heir_);
  }
  trial.touch(life_, Access::write);
  deleted_ = true;
}

// --- all tables of a trial ---

TableSystem& TableSystem::of(Trial& trial) {
  TableSystem& system = trial.component<TableSystem>();
  if (!system.hooked_) {
    ActorSystem::of(trial).on_death([&system](Trial& t, Pid dead) { system.owner_died(t, dead); });
    system.hooked_ = true;
  }
  return system;
}

void TableSystem::owner_died(Trial& trial, Pid owner) {
  if (index(owner.task) == 0) return;  // the test's own tables stay while the others come to an end
  for (const std::shared_ptr<TableBase>& table : tables_)
    if (table->owner_ == owner) table->owner_died(trial);
}

void TableSystem::fingerprint(const Trial&, Fingerprint& print) const {
  for (const std::shared_ptr<TableBase>& table : tables_) {
    print.add_text(table->name_).add(table->deleted_).add(table->owner_).add(table->heir_);
    table->add_contents(print);
  }
}

void TableSystem::reset() {
  for (const std::shared_ptr<TableBase>& table : tables_) table->outlived_ = true;
  tables_.clear();
  hooked_ = false;
}

void add_table(std::shared_ptr<TableBase> table) {
  TableSystem::of(Trial::current()).add(std::move(table));
}

void fail_empty_table() {
  Trial::current().fail(FailureKind::misuse, "an empty Table{} was used: make one with Table<K, V> t{\"name\"}",
                        Location::none());
}

bool wants_table_text() { return Trial::current().detailed(); }
void set_table_text(std::string text) {
  Trial::current().describe([&] { return std::move(text); });
}

}  // namespace heddle::detail
