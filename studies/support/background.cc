#include "studies/support/background.h"

#include <fmt/format.h>

#include <string>

namespace studies {
namespace {

using heddle::Name;
using heddle::Node;
using heddle::Pid;

struct Lookup {
  using Reply = int;
  int key;
};
struct Report {
  int service;
};
struct Up {};

void log_reports() {
  heddle::daemon();
  int reports = 0;
  heddle::ServerLoop server;
  server.on_cast<Report>([&](const Report&) { ++reports; });
  server.run();
}

void serve(const std::string& name, const Background& background, Pid supervisor) {
  heddle::daemon();
  heddle::register_name(name);
  heddle::Table<int, int> rows(name);
  heddle::ServerLoop server;
  server.on_call<Lookup>([&](const Lookup& lookup) {
    for (int i = 0; i < background.table_operations; ++i) rows.update_counter(lookup.key + i % 3, 1, 0);
    return lookup.key;
  });
  heddle::send(supervisor, Up{});
  server.run();
}

void ask(Node node, int service, const Background& background, Pid logger) {
  heddle::daemon();
  const Name server{fmt::format("service{}", service), node};
  for (int i = 0; i < background.requests; ++i) {
    heddle::call(server, Lookup{i}, heddle::kForever);
    if (i < background.reports) heddle::cast(logger, Report{service});
  }
}

void supervise(Node node, const Background& background, Pid booting) {
  heddle::daemon();
  const Pid logger = heddle::spawn("logger", log_reports);
  const Pid me = heddle::self();
  for (int i = 0; i < background.services; ++i) {
    heddle::spawn_link(fmt::format("service{}", i), [=] { serve(fmt::format("service{}", i), background, me); });
    heddle::receive<Up>();
    heddle::spawn(fmt::format("client{}", i), [=] { ask(node, i, background, logger); });
  }
  heddle::send(booting, Up{});
  heddle::receive<Report>();  // none comes: it stays, with those that are linked to it
}

}  // namespace

void boot(Node node, const Background& background) {
  if (!background.any()) return;
  const Pid me = heddle::self();
  heddle::spawn(node, "supervisor", [=] { supervise(node, background, me); });
  heddle::receive<Up>();
}

}  // namespace studies
