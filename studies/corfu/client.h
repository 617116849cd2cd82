// CORFU's clients. In CORFU it is they who do the replication: servers never talk to one another.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <ostream>

#include "heddle/heddle.h"
#include "studies/corfu/layout.h"
#include "studies/corfu/layout_service.h"
#include "studies/corfu/method.h"

namespace corfu {

// The system under test, as clients and the repairer see it.
struct Cluster {
  Method method;
  std::array<heddle::Pid, 3> servers;
  LayoutService* layouts;

  heddle::Pid at(Server server) const { return servers[static_cast<std::size_t>(server)]; }
};

// A client gives up, starved, after this many layouts: one more than there are in a repair.
inline constexpr int kLayoutsToTry = 4;

struct ReadResult {
  bool starved = false;
  std::optional<Value> value = {};  // nothing: not written
};

enum class WriteResult : std::uint8_t {
  ok,
  written,  // by somebody else, before
  starved,
  broken,  // the chain holds something that it never should
};

// Reads at the tail. Starts with `layout`, and leaves there what it has learned meanwhile.
ReadResult read_entry(const Cluster& cluster, Layout& layout);

// Writes at every server that the method wants, in its order. Starts with `layout`.
WriteResult write_entry(const Cluster& cluster, Layout layout, Value value);

std::ostream& operator<<(std::ostream& out, const ReadResult& result);
std::ostream& operator<<(std::ostream& out, WriteResult result);

}  // namespace corfu
