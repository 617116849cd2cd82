// Registered names, one registry per node.
#include "heddle/actor/registry.h"

#include <fmt/format.h>

#include <algorithm>

#include "heddle/actor/system.h"

namespace heddle {

std::string NameKind::describe(ObjectId object) const {
  for (const auto& [key, entry] : system_.names())
    if (entry.object == object) return fmt::format("name {}", key.second);
  return "name";
}

NameEntry& ActorSystem::name(Trial& trial, Node node, const std::string& text) {
  NameEntry& entry = names_[{node.id, text}];
  if (entry.object == kNoObject)
    entry.object = trial.make_object(name_kind_, combine(hash_text(text), combine("name"_hash, node.id)));
  return entry;
}

Node ActorSystem::resolve(Trial& trial, const Name& name) {
  return name.node.id == Name::kHere ? actor(Pid{trial.self()}).node : name.node;
}

bool register_name(const std::string& text, Pid pid, Location where) {
  Trial& trial = Trial::current();
  ActorSystem& system = ActorSystem::of(trial);
  const Node node = system.actor(pid, where).node;
  NameEntry& entry = system.name(trial, node, text);
  if (!trial.schedule({&kRegister, entry.object, Access::update, where})) return false;
  trial.touch(trial.task(pid.task).life, Access::visit);
  const bool free = !entry.pid && system.actor(pid).alive;
  trial.touch(entry.object, free ? Access::update : Access::read);
  trial.describe([&] { return fmt::format("{} as {}{}", pid, text, free ? "" : ": refused"); });
  if (!free) return false;
  entry.pid = pid;
  system.actor(pid).names.push_back(text);
  return true;
}

bool register_name(const std::string& text, Location where) {
  return register_name(text, Pid{Trial::current().self()}, where);
}

bool unregister_name(const Name& name, Location where) {
  Trial& trial = Trial::current();
  ActorSystem& system = ActorSystem::of(trial);
  NameEntry& entry = system.name(trial, system.resolve(trial, name), name.text);
  if (!trial.schedule({&kUnregister, entry.object, Access::update, where})) return false;
  const bool was = static_cast<bool>(entry.pid);
  trial.touch(entry.object, was ? Access::update : Access::read);
  trial.describe([&] { return name.text; });
  if (!was) return false;
  trial.touch(trial.task(entry.pid.task).life, Access::visit);  // had it ended first, the name would have gone with it
  std::erase(system.actor(entry.pid).names, name.text);
  entry.pid = Pid{};
  return true;
}

std::optional<Pid> whereis(const Name& name, Location where) {
  Trial& trial = Trial::current();
  ActorSystem& system = ActorSystem::of(trial);
  const NameEntry& entry = system.name(trial, system.resolve(trial, name), name.text);
  if (!trial.schedule({&kWhereIs, entry.object, Access::read, where})) return std::nullopt;
  trial.touch(entry.object, Access::read);
  trial.describe([&] { return fmt::format("{}: {}", name.text, entry.pid); });
  return entry.pid ? std::optional(entry.pid) : std::nullopt;
}

}  // namespace heddle
