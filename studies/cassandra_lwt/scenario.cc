#include "studies/cassandra_lwt/scenario.h"

#include <fmt/format.h>

namespace lwt {
namespace {

using heddle::Pid;

struct Done {
  int client;
  Outcome outcome;
};

}  // namespace

void check_chain(const Commits& commits, const std::vector<Change>& changes) {
  Value row = kInitial;
  for (const auto& [ballot, value] : commits) {
    if (value == row) continue;  // somebody else has finished what was committed already
    for (const auto& [expected, desired] : changes)
      heddle::check(desired != value || expected == row,
                    "{} is committed by ballot {}.{} over {}, and was to replace {}", value, ballot.round,
                    ballot.client, row, expected);
    row = value;
  }
}

void run(Label label) {
  const std::vector<Change> changes = {{kInitial, 'X'}, {kInitial, 'Y'}, {'Y', 'Z'}};
  std::vector<Pid> replicas;
  for (int i = 1; i <= 3; ++i) replicas.push_back(start_replica(fmt::format("R{}", i), label));
  Commits commits;
  const Pid me = heddle::self();
  for (int i = 1; i <= 3; ++i)
    heddle::spawn(fmt::format("P{}", i), [&, i, me] {
      const auto [expected, desired] = changes[static_cast<std::size_t>(i - 1)];
      const Outcome outcome = Coordinator(i, replicas, commits).compare_and_set(expected, desired, 3);
      heddle::send(me, Done{i, outcome});
    });
  for (int i = 1; i <= 3; ++i) heddle::receive<Done>([i](const Done& done) { return done.client == i; });
  check_chain(commits, changes);
}

std::vector<studies::Case> cases() {
  heddle::Options options;
  options.trials = 100'000;
  options.settings.delivery = heddle::Delivery::unordered;  // several connections, and a pool of threads at each end
  return {{"cassandra_lwt.relabelled", true, [] { run(Label::promised); }, options},
          {"cassandra_lwt.relabelled.fixed", false, [] { run(Label::accepted); }, options}};
}

}  // namespace lwt
