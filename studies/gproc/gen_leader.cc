#include "studies/gproc/gen_leader.h"

#include <chrono>
#include <utility>

#include "studies/gproc/prober.h"
#include "studies/gproc/timer_server.h"

namespace gproc {

using namespace heddle;

namespace {

constexpr Duration kInterval = std::chrono::seconds(5);

}  // namespace

GenLeader::GenLeader(std::vector<Node> candidates, Election::Bugs bugs)
    : self_{heddle::self(), this_node()}, election_(*this, self_, std::move(candidates), bugs) {}

void GenLeader::run(Pid supervisor) {
  trap_exits();
  register_name(kServer);
  prober_ = spawn_link("prober", [server = self_.pid] { run_prober(server); });
  election_.start();
  send(supervisor, Started{});
  while (true) {
    if (election_.over())
      take_any_message();
    else
      take_election_message();
  }
}

namespace {

// The cases of a receive that both loops have.
auto election_cases(Election& election) {
  const auto take = [&election](const auto& message) { election.take(message); };
  return std::tuple(on<HasLeader>(take), on<IsLeader>(take), on<NotLeader>(take), on<Halt>(take), on<AckLeader>(take),
                    on<Lead>(take), on<AskNormal>(take), on<NotNormal>(take), on<Heartbeat>(take),
                    on<CheckLeader>(take), on<Elect>(take), on<CandidateTimer>(take), on<Lost>(take),
                    on<Exit>([](const Exit& signal) { heddle::exit(signal.reason); }));
}

}  // namespace

void GenLeader::take_election_message() {
  std::apply([](auto... cases) { receive(cases...); }, election_cases(election_));
}

void GenLeader::take_any_message() {
  const auto take = [this](const auto& message) { election_.take(message); };
  const auto rest = [this](const AnyMessage& message) { serve(message); };
  std::apply([&](auto... cases) { receive(cases..., on<Join>(take), on<SendCheckLeader>(take), on_any(rest)); },
             election_cases(election_));
}

void GenLeader::tell(Node candidate, const ElectionMessage& message, Location where) {
  std::visit([&](const auto& m) { tell_server(candidate, m, where); }, message);
}

void GenLeader::answer(const Process& candidate, const ElectionMessage& message, Location where) {
  std::visit([&](const auto& m) { send(candidate.pid, m, where); }, message);
}

void GenLeader::watch(Node candidate) { watch(Process{{}, candidate}); }

void GenLeader::watch(const Process& candidate) {
  send(prober_, Watch{candidate.node, candidate.pid});
  receive<Watching>();
}

void GenLeader::start_candidate_timer() { send_me_later(CandidateTimer{}); }
void GenLeader::start_heartbeat() { send_me_later(Heartbeat{self_.node}); }

void GenLeader::check_leaders(const std::set<Node>& down) {
  spawn("checker", [down, server = self_] {
    tell_all(down, CheckLeader{server.node});
    send_after(kInterval, server.pid, SendCheckLeader{});
  });
}

}  // namespace gproc
