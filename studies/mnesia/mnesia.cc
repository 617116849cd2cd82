#include "studies/mnesia/mnesia.h"

#include <fmt/format.h>

#include <memory>
#include <ranges>
#include <utility>

#include "studies/mnesia/merge.h"
#include "studies/mnesia/servers.h"

namespace mnesia {

using namespace heddle;

namespace {

struct Child {
  const char* name;
  void (*run)(const Here& here, Pid supervisor);
};

constexpr Child kServers[] = {{"monitor", run_monitor},
                              {"locker", run_locker},
                              {"recover", run_recover},
                              {"tm", run_tm},
                              {"controller", run_controller}};

void merge_at_start(const Here& here, Pid supervisor) {
  merge_schema(here);
  send(supervisor, Up{self()});
}

Pid start_child(const Here& here, const Child& child) {
  const Pid pid =
      spawn_link(fmt::format("{} {}", here->node, child.name), [here, run = child.run, supervisor = self()] {
        daemon();
        run(here, supervisor);
      });
  receive<Up>([pid](const Up& up) { return up.pid == pid; });
  return pid;
}

// Starts all, one after the other, and stops them in the opposite order: the monitor last, by which other nodes hear of
// it.
void supervise(const Here& here, Pid starter) {
  daemon();
  register_name(kSupervisor);
  std::vector<Pid> servers;
  for (const Child& child : kServers) servers.push_back(start_child(here, child));
  start_child(here, {"loader", merge_at_start});
  send(starter, Up{self()});

  ServerLoop().run();
  for (const Pid server : servers | std::views::reverse) stop_server(server);
}

}  // namespace

Mnesia::Mnesia(Node node, std::vector<Node> all, const Definitions& schema, Bugs bugs)
    : node_(node), all_(std::move(all)), bugs_(bugs) {
  for (const auto& [table, definition] : schema) {
    disc_.schema.insert(table, definition);
    if (definition.copies.contains(node)) disc_.tables.insert(table, Records{1, 2, 3});
  }
}

void Mnesia::start() const {
  const Pid supervisor = spawn(fmt::format("{} mnesia", node_), [mnesia = *this, starter = self()] {
    const auto here = std::make_shared<const Instance>(
        Instance{.node = mnesia.node_, .all = mnesia.all_, .disc = mnesia.disc_, .bugs = mnesia.bugs_});
    here->running.insert(mnesia.node_, 1);
    supervise(here, starter);
  });
  receive<Up>([supervisor](const Up& up) { return up.pid == supervisor; });
}

void Mnesia::stop() const { stop_server(whereis(kSupervisor).value()); }

std::optional<std::string> Mnesia::add_table_copy(const std::string& table, Node node) const {
  return call(kController, AlterTable{Change::Kind::add_copy, table, node}, kForever);
}

std::optional<std::string> Mnesia::del_table_copy(const std::string& table, Node node) const {
  return call(kController, AlterTable{Change::Kind::del_copy, table, node}, kForever);
}

Nodes Mnesia::copies(const std::string& table) const { return disc_.schema.lookup(table).value().copies; }

bool Mnesia::has_records(const std::string& table) const { return disc_.tables.member(table); }

}  // namespace mnesia
