#include "studies/mnesia/merge.h"

#include <fmt/format.h>

#include <optional>

#include "studies/mnesia/transaction.h"

namespace mnesia {

using namespace heddle;

namespace {

struct Merged {
  bool all;
};

std::optional<Node> connected_but_not_running(const Here& here) {
  const Nodes running = here->running_nodes();
  for (const auto& [node, monitor] : here->connected.rows())
    if (!running.contains(node)) return node;
  return {};
}

// With one other node, and those that it runs together with.
Changes merge_with_one(const Here& here, Transaction& transaction) {
  transaction.lock_schema();
  const auto other = connected_but_not_running(here);
  if (!other) return {};
  transaction.lock_schema({*other});
  const GetSchema::Reply theirs = call(Name(kController, *other), GetSchema{}, kForever);
  transaction.lock_schema(theirs.running);

  Nodes together = theirs.running;
  together.merge(here->running_nodes());
  return {.tables = merge(here->definitions(), theirs.definitions), .announced = together};
}

}  // namespace

void merge_schema(const Here& here) {
  bool merged = false;
  while (!merged) {
    spawn(fmt::format("{} coordinator", here->node), [here, loader = self()] {
      daemon();
      const auto body = [here](Transaction& transaction) { return merge_with_one(here, transaction); };
      send(loader, Merged{.all = Transaction(here).run(body).empty()});
    });
    merged = receive<Merged>().all;
  }
  call(kController, SchemaIsMerged{}, kForever);
}

}  // namespace mnesia
