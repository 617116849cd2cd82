// Names for actors, one registry per node. A name goes with its owner's death. An actor may have several (Erlang: badarg).
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include "heddle/actor/pid.h"
#include "heddle/base/location.h"

namespace heddle {

// False: the name is taken, or the actor is dead.
bool register_name(const std::string& text, Location where = {});
bool register_name(const std::string& text, Pid pid, Location where = {});

// False: nobody had it.
bool unregister_name(const Name& name, Location where = {});

std::optional<Pid> whereis(const Name& name, Location where = {});

// Thrown by a send to a name that nobody has on the sender's own node. To names on other nodes, messages are lost
// silently instead.
class NoSuchName : public std::runtime_error {
 public:
  explicit NoSuchName(const std::string& name) : std::runtime_error("no actor is registered as '" + name + "'") {}
};

}  // namespace heddle
