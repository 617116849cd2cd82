#include "studies/corfu/client.h"

#include "studies/corfu/log_server.h"

using namespace heddle;

namespace corfu {
namespace {

// One attempt to write down the chain as `layout` has it. Nothing: a server knows of another epoch. What the attempt
// has reached is added to `done`, so that the next one knows which values are its own.
std::optional<WriteResult> try_to_write(const Cluster& cluster, const Layout& layout, Value value, Chain& done) {
  for (const WriteStep& step : write_steps(cluster.method, layout, done)) {
    const Write write{.epoch = layout.epoch, .value = value, .role = step.role, .clobber = step.clobber};
    Status status = ask(cluster.at(step.server), write).status;
    if (status == Status::written) {
      if (done.empty()) return WriteResult::written;
      const Role role = role_to_check(cluster.method, layout);
      const Answer there = ask(cluster.at(step.server), Read{.epoch = layout.epoch, .role = role});
      status = there.status;
      if (status == Status::ok && there.value != value) {
        switch (clash_at(cluster.method, layout, done, step.server)) {
          case Clash::lost:
            return WriteResult::written;
          case Clash::ignore:
            continue;
          case Clash::stuck:
            return WriteResult::starved;
          case Clash::broken:
            return WriteResult::broken;
        }
      }
    }
    if (is_stale(status)) return std::nullopt;
    if (status != Status::ok) return WriteResult::broken;
    if (!contains(done, step.server)) done.push_back(step.server);
  }
  return WriteResult::ok;
}

}  // namespace

ReadResult read_entry(const Cluster& cluster, Layout& layout) {
  for (int i = 0; i < kLayoutsToTry; ++i) {
    const Answer answer = ask(cluster.at(layout.chain.back()), Read{.epoch = layout.epoch});
    if (!is_stale(answer.status)) return {.value = answer.value};
    layout = cluster.layouts->read();
  }
  return {.starved = true};
}

WriteResult write_entry(const Cluster& cluster, Layout layout, Value value) {
  Chain done;
  for (int i = 0; i < kLayoutsToTry; ++i) {
    if (const auto result = try_to_write(cluster, layout, value, done)) return *result;
    layout = cluster.layouts->read();
  }
  const bool all_done = write_steps(cluster.method, layout, done).empty();
  return all_done ? WriteResult::ok : WriteResult::starved;
}

std::ostream& operator<<(std::ostream& out, const ReadResult& result) {
  if (result.starved) return out << "starved";
  return result.value ? out << *result.value : out << "not written";
}

std::ostream& operator<<(std::ostream& out, WriteResult result) {
  switch (result) {
    case WriteResult::ok:
      return out << "ok";
    case WriteResult::written:
      return out << "already written";
    case WriteResult::starved:
      return out << "starved";
    case WriteResult::broken:
      return out << "broken chain";
  }
  return out;
}

}  // namespace corfu
