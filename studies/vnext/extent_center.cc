#include "studies/vnext/extent_center.h"

namespace vnext {

void ExtentCenter::remove(NodeId node) {
  for (auto& [extent, nodes] : replicas_) nodes.erase(node);
}

void ExtentCenter::update(const SyncReport& report) {
  remove(report.node);
  for (const ExtentId extent : report.extents) add(extent, report.node);
}

bool ExtentCenter::has(ExtentId extent, NodeId node) const {
  const auto found = replicas_.find(extent);
  return found != replicas_.end() && found->second.contains(node);
}

SyncReport ExtentCenter::report_of(NodeId node) const {
  SyncReport report{node, {}};
  for (const auto& [extent, nodes] : replicas_)
    if (nodes.contains(node)) report.extents.push_back(extent);
  return report;
}

}  // namespace vnext
