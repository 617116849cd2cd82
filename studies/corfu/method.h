// The repair methods. All they differ in is here: where the repaired server goes, in which order clients write, and
// what a writer does when it finds another value than its own.
#pragma once

#include <cstdint>
#include <vector>

#include "studies/corfu/layout.h"
#include "studies/corfu/log_server.h"

namespace corfu {

enum class Method : std::uint8_t {
  tail,       // method 1: behind the tail
  head,       // method 2: before the head
  middle_23,  // method 3: between the two servers of a healthy chain
  middle_12,  // method 3 for a chain of one: between the two halves of that server
};

// The three epochs of a repair. Clients start in the first, the repairer brings about the others.
struct Plan {
  Chain servers;  // all of them, in the order in which they are told of a new layout
  Layout before;
  Layout during;
  Layout after;
  Server source;    // the tail of the healthy chain, whose data is copied ...
  Server repaired;  // ... to the server that had crashed and came back empty
  bool clobber;     // does the copy overwrite what a client may have written there meanwhile?
};

const Plan& plan_of(Method method);

// One step of a write: to whom, and how.
struct WriteStep {
  Server server;
  Role role = Role::tail;
  bool clobber = false;
};

// Where a writer that knows `layout`, and has reached the servers `done` in earlier attempts, must write now.
std::vector<WriteStep> write_steps(Method method, const Layout& layout, const Chain& done);

// Which half of a server to ask what it holds. The split server's head knows of values that its tail does not show yet.
Role role_to_check(Method method, const Layout& layout);

// Another value than the writer's own is at a server, although the writer has reached the servers `done` before it.
enum class Clash : std::uint8_t {
  lost,    // the other writer was first
  ignore,  // go on with the next server
  stuck,   // neither finish nor give up is right: leave it to others
  broken,  // must never happen
};
Clash clash_at(Method method, const Layout& layout, const Chain& done, Server server);

}  // namespace corfu
