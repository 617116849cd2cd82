#include "studies/corfu/method.h"

#include <algorithm>

namespace corfu {
namespace {

using enum Server;

const Plan kTail{.servers = {a, b, c},
                 .before = {1, {a, b}, {}},
                 .during = {2, {a, b}, {c}},
                 .after = {3, {a, b, c}, {}},
                 .source = b,
                 .repaired = c,
                 .clobber = false};

const Plan kHead{.servers = {a, b, c},
                 .before = {1, {a, b}, {}},
                 .during = {2, {a, b}, {c}},
                 .after = {3, {c, a, b}, {}},
                 .source = b,
                 .repaired = c,
                 .clobber = true};

const Plan kMiddle23{.servers = {a, b, c},
                     .before = {1, {a, b}, {}},
                     .during = {2, {a, b}, {c}},
                     .after = {3, {a, c, b}, {}},
                     .source = b,
                     .repaired = c,
                     .clobber = true};

const Plan kMiddle12{.servers = {a, b},
                     .before = {1, {a}, {}},
                     .during = {2, {a}, {b}},
                     .after = {3, {a, b}, {}},
                     .source = a,
                     .repaired = b,
                     .clobber = true};

bool splits_a_server(Method method, const Layout& layout) {
  return method == Method::middle_12 && !layout.repairing.empty();
}

}  // namespace

const Plan& plan_of(Method method) {
  switch (method) {
    case Method::tail:
      return kTail;
    case Method::head:
      return kHead;
    case Method::middle_23:
      return kMiddle23;
    case Method::middle_12:
      return kMiddle12;
  }
  return kTail;
}

std::vector<WriteStep> write_steps(Method method, const Layout& layout, const Chain& done) {
  std::vector<WriteStep> steps;
  steps.reserve(layout.chain.size() + layout.repairing.size() + 1);
  const auto add = [&](const Chain& servers) {
    for (const Server server : servers) steps.push_back({server});
  };
  switch (method) {
    case Method::tail:  // from the start again, whatever was done before
      add(layout.chain);
      add(layout.repairing);
      return steps;
    case Method::head:
      add(layout.repairing);
      add(layout.chain);
      return steps;
    case Method::middle_23:
    case Method::middle_12:
      break;
  }
  add(layout.chain);
  const WriteStep tail = steps.back();
  steps.pop_back();
  if (splits_a_server(method, layout)) steps.push_back({tail.server, Role::head});
  for (const Server server : layout.repairing) steps.push_back({.server = server, .clobber = true});
  // What was done stays done; only the tail of a split server must always hear that the write has come to its end.
  std::erase_if(steps, [&](const WriteStep& step) { return contains(done, step.server); });
  if (splits_a_server(method, layout) || !contains(done, tail.server)) steps.push_back(tail);
  return steps;
}

Role role_to_check(Method method, const Layout& layout) {
  return splits_a_server(method, layout) ? Role::head : Role::tail;
}

Clash clash_at(Method method, const Layout& layout, const Chain& done, Server server) {
  if (method != Method::head) return Clash::broken;
  const auto in_repair = [&](Server one) { return contains(layout.repairing, one); };
  if (std::all_of(done.begin(), done.end(), in_repair)) return Clash::lost;
  return in_repair(server) ? Clash::ignore : Clash::stuck;
}

}  // namespace corfu
