#include "studies/replicated_storage/harness.h"

#include <numeric>

namespace storage {

using namespace heddle;
using namespace std::chrono_literals;

namespace {

std::vector<NodeId> ids(std::size_t count) {
  std::vector<NodeId> all(count);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

}  // namespace

ServerMachine::ServerMachine(std::vector<Pid> nodes, Mistakes mistakes)
    : nodes_(std::move(nodes)), server_(*this, ids(nodes_.size()), mistakes) {
  serving_.on<Request>([this](const Request& request) {
    client_ = request.client;
    server_.on_request(request.entry);
  });
  serving_.on<Report>([this](const Report& report) { server_.on_report(report.node, report.log); });
  start_in(serving_);
}

void ServerMachine::replicate(NodeId to, const Entry& entry) {
  send(nodes_[static_cast<std::size_t>(to)], Replicate{entry});
}
void ServerMachine::acknowledge(const Entry& entry) { send(client_, Ack{entry}); }

NodeMachine::NodeMachine(NodeId id, NodeOptions options) : id_(id), options_(options) {
  waiting_.go<Meet>(active_, [this](const Meet& meet) { server_ = meet.server; }).defer<Replicate>();
  active_.entry([this] { timer_ = start_periodic_timer(1s, 1s, Tick{}); });
  active_.on<Replicate>(&NodeMachine::store).on<Tick>(&NodeMachine::report);
  start_in(waiting_);
}

// The monitor hears of it before anybody else can.
void NodeMachine::store(const Replicate& message) {
  if (!log_.empty() && log_.back() == message.entry) return;
  log_.push_back(message.entry);
  notify<AckMeansReplicated>(AckMeansReplicated::Stored{id_, message.entry});
}

void NodeMachine::report() {
  send(server_, Report{id_, log_});
  if (++reported_ == options_.reports) stop_timer(timer_);
  if (options_.reports == 0) reported_ = 0;
}

ClientMachine::ClientMachine(Pid server, int requests, Pid tell) : server_(server), requests_(requests), tell_(tell) {
  writing_.entry(&ClientMachine::write);
  writing_.on<Ack>([this] {
    if (written_ < requests_)
      go(writing_);
    else
      send(tell_, Finished{});
  });
  start_in(writing_);
}

void ClientMachine::write() {
  ++written_;
  send(server_, Request{self(), {written_, static_cast<int>(choose(2))}});
}

AckMeansReplicated::AckMeansReplicated(int nodes) : nodes_(nodes) {
  observe<Ack>();
  watching_.on<Stored>([this](const Stored& stored) { newest_[stored.node] = stored.entry; });
  watching_.on<Ack>([this](const Ack& ack) {
    for (NodeId node = 0; node < nodes_; ++node)
      check(newest_[node] == ack.entry, "write {} is acknowledged, and node {} does not have it", ack.entry.number,
            node);
  });
  start_in(watching_);
}

EveryRequestIsAcked::EveryRequestIsAcked() {
  observe<Request, Ack>();
  idle_.go<Request>(waiting_);
  waiting_.go<Ack>(idle_);
  start_in(idle_);
}

void run(const Scenario& scenario) {
  watch<AckMeansReplicated>(scenario.nodes);
  if (scenario.liveness) watch<EveryRequestIsAcked>();
  std::vector<Pid> nodes;
  for (NodeId id = 0; id < scenario.nodes; ++id) nodes.push_back(spawn<NodeMachine>("node", id, scenario.node));
  const Pid server = spawn<ServerMachine>("server", nodes, scenario.mistakes);
  for (const Pid node : nodes) send(node, NodeMachine::Meet{server});
  spawn<ClientMachine>("client", server, scenario.requests, self());
  if (!scenario.liveness) return;
  receive<Finished>();
  for (const Pid node : nodes) send(node, Halt{});  // or they would report for ever
}

}  // namespace storage
