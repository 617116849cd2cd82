#include "studies/vnext/extent_manager.h"

#include <algorithm>
#include <vector>

namespace vnext {

void ExtentManager::process_message(const Heartbeat& heartbeat) {
  if (!banned_.contains(heartbeat.node)) nodes_.renew(heartbeat.node);
}

// A report may have been under way for long. Only what is in the map expires, and is cleaned up then: what a node that
// has gone from there says must not get into the center, or it would stay.
void ExtentManager::process_message(const SyncReport& report) {
  if (!nodes_.knows(report.node) && !mistakes_.believes_the_expired) return;
  center_.update(report);
  for (const ExtentId extent : report.extents) repairs_.erase({extent, report.node});
}

void ExtentManager::expiration_loop() {
  nodes_.pass_round();
  std::vector<NodeId> expired;
  for (const auto& [node, left] : nodes_.leases())
    if (is_expired(node)) expired.push_back(node);
  for (const NodeId node : expired) expire(node);
}

void ExtentManager::expire(NodeId node) {
  nodes_.remove(node);
  center_.remove(node);
  std::erase_if(repairs_, [&](const auto& entry) {
    const auto& [task, repair] = entry;
    return task.second == node || (repair.source == node && !mistakes_.keeps_dead_sources);
  });
  if (mistakes_.bans_the_expired) banned_.insert(node);
}

void ExtentManager::repair_loop() {
  if (!mistakes_.never_repeats) repeat_requests();
  for (const auto& [extent, holders] : center_.replicas()) start_repairs(extent, holders);
}

void ExtentManager::repeat_requests() {
  for (auto& [task, repair] : repairs_) {
    if (--repair.patience > 0) continue;
    repair.patience = options_.patience;
    network_.send(task.second, {task.first, repair.source});
  }
}

void ExtentManager::start_repairs(ExtentId extent, const std::set<NodeId>& holders) {
  if (holders.empty()) return;  // until a report says where there is one
  const auto begun = std::ranges::count_if(repairs_, [&](const auto& entry) { return entry.first.first == extent; });
  auto missing = options_.target - std::ssize(holders) - begun;
  for (const auto& [node, left] : nodes_.leases()) {
    if (missing <= 0) return;
    if (holders.contains(node) && !mistakes_.repairs_holders) continue;
    const Repair repair{*holders.begin(), options_.patience};
    if (!repairs_.try_emplace({extent, node}, repair).second) continue;
    --missing;
    network_.send(node, {extent, repair.source});
  }
}

}  // namespace vnext
