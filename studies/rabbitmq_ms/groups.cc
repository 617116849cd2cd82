#include "studies/rabbitmq_ms/groups.h"

#include <algorithm>

using namespace heddle;

namespace rabbitmq_ms {
namespace {

using Rows = Table<std::string, std::vector<Pid>>;

struct Create {
  using Reply = void;
  std::string group;
};
struct Join {
  using Reply = void;
  std::string group;
  Pid member;
};

void insert_sorted(std::vector<Pid>& members, Pid member) {
  members.insert(std::ranges::upper_bound(members, member), member);
}

void serve_groups(const Rows& rows) {
  daemon();
  ServerLoop server;
  server.on_call<Create>([&](const Create& request) { rows.insert_new(request.group, {}); });
  server.on_call<Join>([&](const Join& request) {
    monitor(request.member);
    rows.update(request.group, [&](std::vector<Pid>& members) { insert_sorted(members, request.member); });
  });
  server.on_info<Down>([&](const Down& down) {
    for (const auto& [group, members] : rows.rows())
      rows.update(group, [&](std::vector<Pid>& left) { std::erase(left, down.pid); });
  });
  server.run();
}

}  // namespace

Groups::Groups() : server_(spawn("groups", [rows = table_] { serve_groups(rows); })) {}

void Groups::create(const std::string& group) const {
  if (table_.member(group)) return;
  lock_.with([&] { call(server_, Create{group}, kForever); });
}

void Groups::join(const std::string& group, Pid member) const {
  check(table_.member(group), "no group {}", group);
  lock_.with([&] { call(server_, Join{group, member}, kForever); });
}

std::vector<Pid> Groups::members(const std::string& group) const {
  return table_.lookup(group).value_or(std::vector<Pid>());
}

}  // namespace rabbitmq_ms
