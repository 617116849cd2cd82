#include "studies/replicated_storage/server.h"

namespace storage {

void Server::on_request(const Entry& entry) {
  current_ = entry;
  if (!mistakes_.never_resets) up_to_date_.clear();
  for (const NodeId node : nodes_) network_.replicate(node, current_);
}

void Server::on_report(NodeId from, const Log& log) {
  if (log.empty() || log.back() != current_) {
    if (current_.number > 0) network_.replicate(from, current_);
    return;
  }
  if (!counts(from)) return;
  up_to_date_.insert(from);
  if (up_to_date_.size() == nodes_.size()) network_.acknowledge(current_);
}

bool Server::counts(NodeId node) { return mistakes_.counts_reports || !up_to_date_.contains(node); }

}  // namespace storage
