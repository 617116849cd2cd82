#include "studies/corfu/scenario.h"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include "heddle/heddle.h"
#include "studies/corfu/client.h"
#include "studies/corfu/log_server.h"
#include "studies/corfu/repairer.h"

using namespace heddle;

namespace corfu {
namespace {

// What the others tell the coordinator, which is the test itself, when they are done.
struct WriterDone {
  Pid from;
  WriteResult result;
};
struct ReaderDone {
  ReadResult first;
  std::optional<ReadResult> second;  // nothing: it did not read again
};
struct RepairerDone {};

std::ostream& operator<<(std::ostream& out, const WriterDone& done) { return out << "wrote: " << done.result; }

std::ostream& operator<<(std::ostream& out, const ReaderDone& done) {
  out << "read: " << done.first;
  return done.second ? out << ", then: " << *done.second : out;
}

std::ostream& operator<<(std::ostream& out, const RepairerDone&) { return out << "repaired"; }

Pid start_writer(Pid coordinator, const Cluster& cluster, const char* name, Value value) {
  return spawn(name, [coordinator, &cluster, value] {
    const WriteResult result = write_entry(cluster, plan_of(cluster.method).before, value);
    send(coordinator, WriterDone{self(), result});
  });
}

void start_reader(Pid coordinator, const Cluster& cluster, Reader kind) {
  spawn("reader", [coordinator, &cluster, kind] {
    const Layout& start = plan_of(cluster.method).before;
    Layout layout = start;
    const ReadResult first = read_entry(cluster, layout);
    std::optional<ReadResult> second;
    if (kind == Reader::twice) layout = start;
    if (kind == Reader::twice || first.value) second = read_entry(cluster, layout);
    send(coordinator, ReaderDone{first, second});
  });
}

void start_repairer(Pid coordinator, const Cluster& cluster) {
  spawn("repairer", [coordinator, &cluster] {
    repair(cluster);
    send(coordinator, RepairerDone{});
  });
}

void check_writers(const std::vector<WriteResult>& results) {
  int succeeded = 0;
  for (const WriteResult result : results) {
    check(result != WriteResult::broken, "a writer found another value than its own where none can be");
    succeeded += result == WriteResult::ok;
  }
  check(succeeded <= 1, "both writers succeeded: the log position was written twice");
}

void check_reader(const ReaderDone& done) {
  const auto& [first, second] = done;
  if (!first.value || !second || second->starved) return;
  check(second->value.has_value(), "data lost: the reader saw a value, and then that nothing is written");
  check(second->value == first.value, "the reader saw two different values: a written value has changed");
}

void check_as_first_published(const ReaderDone& done) {
  const bool saw_vb = done.first.value == Value::vb || (done.second && done.second->value == Value::vb);
  check(!saw_vb, "the reader saw the second writer's value");
}

// A write goes down the chain, so whatever moment we look at: first servers that have the value, then servers without.
void check_chain(const std::vector<std::optional<Value>>& values) {
  for (std::size_t i = 1; i < values.size(); ++i) {
    check(values[i - 1] || !values[i], "the chain has a value behind a server that has none");
    check(!values[i] || values[i] == values[i - 1], "the chain holds two different values");
  }
}

}  // namespace

void run(const Scenario& scenario) {
  const Plan& plan = plan_of(scenario.method);
  Cluster cluster{.method = scenario.method, .servers = {}, .layouts = nullptr};
  for (const Server server : plan.servers) {
    constexpr const char* kNames[] = {"a", "b", "c"};
    const auto number = static_cast<std::size_t>(server);
    cluster.servers[number] = spawn(kNames[number], [server, &plan] { serve_log(server, plan.before); });
  }
  const auto layouts = start_layout_service(scenario.layout, plan.before);
  cluster.layouts = layouts.get();

  const Pid me = self();
  const auto started = [&] {
    if (scenario.staggered) is_alive(me);  // an operation that tells nothing, so that others may go first
  };
  std::vector<Pid> writers;
  if (scenario.writers > 0) {
    writers.push_back(start_writer(me, cluster, "writer A", Value::va));
    started();
  }
  if (scenario.writers > 1) {
    writers.push_back(start_writer(me, cluster, "writer B", Value::vb));
    started();
  }
  if (scenario.reader != Reader::none) {
    start_reader(me, cluster, scenario.reader);
    started();
  }
  start_repairer(me, cluster);

  // Each by name: in which order they finish makes no difference, and Heddle need not explore it.
  std::vector<WriteResult> results;
  for (const Pid writer : writers)
    results.push_back(receive<WriterDone>([writer](const WriterDone& done) { return done.from == writer; }).result);
  ReaderDone reads;
  if (scenario.reader != Reader::none) reads = receive<ReaderDone>();
  receive<RepairerDone>();
  check_writers(results);
  check_reader(reads);
  if (scenario.first_check) check_as_first_published(reads);

  std::vector<std::optional<Value>> values;
  for (const Server server : plan.after.chain)
    values.push_back(ask(cluster.at(server), Read{.epoch = plan.after.epoch}).value);
  check_chain(values);
}

std::string name_of(Method method) {
  constexpr const char* kNames[] = {"tail", "head", "middle23", "middle12"};
  return kNames[static_cast<int>(method)];
}

std::string name_of(const Scenario& scenario) {
  constexpr const char* kReaders[] = {"none", "twice", "conditional"};
  constexpr const char* kLayouts[] = {"server", "cell", "keys"};
  return fmt::format("{}.{}.{}.{}w{}{}", name_of(scenario.method), kReaders[static_cast<int>(scenario.reader)],
                     kLayouts[static_cast<int>(scenario.layout)], scenario.writers,
                     scenario.staggered ? ".staggered" : "", scenario.first_check ? ".first" : "");
}

}  // namespace corfu
