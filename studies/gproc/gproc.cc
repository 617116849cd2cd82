#include "studies/gproc/gproc.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

namespace gproc {

using namespace heddle;
using namespace std::chrono_literals;

namespace {

constexpr const char* kSupervisor = "gproc_sup";

Process caller() { return {self(), this_node()}; }

// The other servers of gproc: local names, monitors, broadcasts. Nobody asks them anything here.
void wait_for_end(Pid supervisor) {
  send(supervisor, Started{});
  receive<Exit>();
}

}  // namespace

Gproc::Gproc(Node node, std::vector<Node> candidates, Bugs bugs)
    : node_(node), candidates_(std::move(candidates)), bugs_(bugs), table_(fmt::format("names at {}", node)) {}

void Gproc::start() const {
  const auto server = [gproc = *this](Pid supervisor) {
    Registry(gproc.candidates_, gproc.table_, gproc.bugs_).run(supervisor);
  };
  start_application(kSupervisor,
                    {{"local", wait_for_end}, {"monitor", wait_for_end}, {"bcast", wait_for_end}, {"gproc", server}});
}

void Gproc::stop() const { stop_application(kSupervisor); }

Answer Gproc::reg(const std::string& name, int value) const { return reg_other(name, caller(), value); }

Answer Gproc::reg_other(const std::string& name, const Process& owner, int value) const {
  return ask(Change::Kind::reg, {name, owner, value});
}

Answer Gproc::ensure_reg_other(const std::string& name, const Process& owner, int value) const {
  return ask(Change::Kind::ensure, {name, owner, value});
}

Answer Gproc::unreg(const std::string& name) const { return unreg_other(name, caller()); }

Answer Gproc::unreg_other(const std::string& name, const Process& owner) const {
  return ask(Change::Kind::unreg, {name, owner});
}

Answer Gproc::ask(Change::Kind kind, Entry entry) const { return call(kServer, Change{kind, std::move(entry)}); }

std::optional<Entry> Gproc::where(const std::string& name) const { return table_.lookup(name); }

Node Gproc::leader() const { return call(kServer, GetLeader{}); }

bool Gproc::sync() const {
  try {
    return call(kServer, Sync{}, 10s);
  } catch (const CallFailed&) {
    return false;
  }
}

}  // namespace gproc
