#include <fmt/format.h>

#include <utility>
#include <vector>

#include "studies/mnesia/alter.h"
#include "studies/mnesia/servers.h"

namespace mnesia {

using namespace heddle;

namespace {

class Controller {
 public:
  explicit Controller(const Here& here) : here_(here) {}

  void down(Node node) {
    here_->running.erase(node);
    cast(kMonitor, DownSeen{node});
  }

  void schema_is_merged() {
    merged_ = true;
    for (const auto& [order, from] : std::exchange(early_, {})) copy_table(order, from);
  }

  // A node that is merging its schema is not ready to copy tables. In mnesia the order waited until it was; but whoever
  // gave it may hold the lock that merging needs.
  void copy_table(const CopyTable& order, const From<bool>& from) {
    if (merged_)
      load(order, from);
    else if (here_->bugs.serves_unmerged)
      early_.push_back({order, from});
    else
      reply(from, false);
  }

  void alter_table(const AlterTable& alter, const From<AlterTable::Reply>& from) {
    spawn(fmt::format("{} coordinator", here_->node), [here = here_, alter, from] {
      daemon();
      reply(from, mnesia::alter_table(here, alter));
    });
  }

  void send_table(const SendTable& order, const From<Records>& from) {
    spawn(fmt::format("{} sender", here_->node),
          [here = here_, order, from] { reply(from, here->disc.tables.lookup(order.table).value_or(Records{})); });
  }

 private:
  struct Early {
    CopyTable order;
    From<bool> from;
  };

  void load(const CopyTable& order, const From<bool>& from) {
    spawn(fmt::format("{} copier", here_->node), [here = here_, order, from] {
      here->disc.tables.insert(order.table, call(Name(kController, order.from), SendTable{order.table}, kForever));
      reply(from, true);
    });
  }

  const Here here_;
  bool merged_ = false;
  std::vector<Early> early_;
};

}  // namespace

void run_controller(const Here& here, Pid supervisor) {
  register_name(kController);
  Controller controller(here);
  ServerLoop server;
  server.on_cast<MnesiaDown>([&](const MnesiaDown& down) { controller.down(down.node); });
  server.on_call<SchemaIsMerged>([&](const SchemaIsMerged&) { controller.schema_is_merged(); });
  server.on_call_later<AlterTable>(
      [&](const AlterTable& a, From<AlterTable::Reply> from) { controller.alter_table(a, from); });
  server.on_call<GetSchema>(
      [&](const GetSchema&) { return GetSchema::Reply{here->definitions(), here->running_nodes()}; });
  server.on_call_later<CopyTable>([&](const CopyTable& c, From<bool> from) { controller.copy_table(c, from); });
  server.on_call_later<SendTable>([&](const SendTable& s, From<Records> from) { controller.send_table(s, from); });
  send(supervisor, Up{self()});
  server.run();
}

}  // namespace mnesia
