#include "studies/ra/server.h"

#include <utility>

namespace ra {

Server::Server(ServerId id, const Members& members, Bugs bugs) : id_(id), bugs_(bugs) { adopt({{}, members}); }

Effects Server::handle(const Event& event) {
  std::visit([this](const auto& e) { on(e); }, event);
  return std::exchange(effects_, {});
}

Members Server::members() const { return configuration_.members; }

void Server::adopt(const Configuration& configuration) {
  configuration_ = configuration;
  std::erase_if(cluster_, [&](const auto& peer) { return !configuration.members.contains(peer.first); });
  for (const ServerId server : configuration.members) cluster_.try_emplace(server);
}

void Server::apply() {
  while (applied_ < commit_) {
    const Entry& entry = log_.entry(++applied_);
    const std::optional<int> message = apply(entry.command);
    if (state_ != State::leader) continue;
    if (entry.client) effects_.emplace_back(ReplyClient{*entry.client, {.message = message}});
    const bool settles = std::holds_alternative<Noop>(entry.command) || std::holds_alternative<Change>(entry.command);
    if (settles && entry.at.term == term_) permit_changes();
  }
}

std::optional<int> Server::apply(const Command& command) {
  if (const auto* enqueue = std::get_if<Enqueue>(&command)) queue_.push_back(enqueue->message);
  if (!std::holds_alternative<Dequeue>(command) || queue_.empty()) return {};
  const int message = queue_.front();
  queue_.pop_front();
  return message;
}

}  // namespace ra
