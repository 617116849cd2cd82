#include "studies/morpheus/paper.h"

#include <algorithm>

namespace morpheus {
namespace {

constexpr std::array kBugs = {
    Bug{"locks-1", "locks.version", {.0042, .0312, .0895, .1164, .1521, .2087, .1562, .2239}},
    Bug{"locks-2", "locks.watcher", {.0210, .0117, .0022, .0071, .0073, .0124, .0103, .0140}},
    Bug{"gproc-1", "gproc.late_reports", {0, .0001, .0015, .0018, .0031, .0106, .0008, .0023}},
    Bug{"gproc-2", "gproc.reverts_others", {0, .0190, .0496, .0781, .0605, .1170, .0416, .0648}},
    Bug{"gproc-3", "gproc.lost_requests", {0, .0002, .0431, .0385, .0156, .0450, .0027, .0094}},
    Bug{"mnesia-1", "mnesia.serves_unmerged", {0, .0001, .0219, .0223, .0141, .0168, .0091, .0124}},
    Bug{"mnesia-2", "mnesia.down_is_ack", {0, .0008, .0075, .0078, .0117, .0253, .0104, .0254}},
    Bug{"ms-1", "rabbitmq_ms.trusts_members", {0, .0061, .3000, .2833, .1489, .2420, .1505, .2478}},
    Bug{"ra-1", "ra.forgets_caller", {0, 0, .0025, .0036, .0070, .0120, .0062, .0126}},
    Bug{"ra-2", "ra.trusts_leavers", {0, 0, .0010, .0011, .0053, .0042, .0063, .0044}},
    Bug{"ra-3", "ra.forgets_cluster", {0, .0001, .0003, .0002, .0032, .0031, .0032, .0033}},
};

constexpr std::array kSchemes = {
    Scheme{"gproc-1", "", 6593.39, 325.59, 0, 0, .0031},
    Scheme{"gproc-1", "location", 6593.39, 325.59, .09, 1192.16, .0064},
    Scheme{"gproc-1", "task+location", 6593.39, 325.59, .54, 526.27, .0106},
    Scheme{"mnesia-2", "", 10018.80, 628.25, 0, 0, .0117},
    Scheme{"mnesia-2", "location", 10018.80, 628.25, .18, 4612.02, .0174},
    Scheme{"mnesia-2", "task+location", 10018.80, 628.25, 1.13, 1442.74, .0253},
};

}  // namespace

std::span<const Bug> bugs() { return kBugs; }

std::optional<double> published(const Bug& bug, std::string_view strategy) {
  const auto found = std::ranges::find(kStrategies, strategy);
  if (found == kStrategies.end()) return std::nullopt;
  return bug.hit_ratio[static_cast<std::size_t>(found - kStrategies.begin())];
}

std::span<const Scheme> schemes() { return kSchemes; }

}  // namespace morpheus
