// Where clients and the repairer learn the current layout.
#pragma once

#include <cstdint>
#include <memory>

#include "studies/corfu/layout.h"

namespace corfu {

// One service in three forms. They answer alike; they differ in which interleavings there are to explore.
enum class LayoutKind : std::uint8_t {
  server,  // an actor: even two reads race for its mailbox, since it serves them in turn
  cell,    // one key of a shared table: reads do not race with one another
  keys,    // two keys, as in the published model: a read is two lookups, and a new layout may come between them
};

class LayoutService {
 public:
  virtual ~LayoutService() = default;

  virtual Layout read() = 0;

  // False: the epoch is not newer than that of the layout there is.
  virtual bool write(const Layout& layout) = 0;
};

// Called by the task that owns the service, before anybody uses it.
std::unique_ptr<LayoutService> start_layout_service(LayoutKind kind, const Layout& first);

}  // namespace corfu
