// gproc as its users see it, on one node.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "studies/gproc/registry.h"

namespace gproc {

class Gproc {
 public:
  // Candidates: all nodes that have one, in the same order everywhere; the first has the best chances to lead.
  Gproc(heddle::Node node, std::vector<heddle::Node> candidates, Bugs bugs);

  heddle::Node node() const { return node_; }

  // These are for actors of the node. Those that ask a server throw heddle::CallFailed if there is no answer.
  void start() const;  // comes back when the server is there, not when a leader is
  void stop() const;

  Answer reg(const std::string& name, int value) const;  // for the caller
  Answer reg_other(const std::string& name, const Process& owner, int value) const;
  Answer ensure_reg_other(const std::string& name, const Process& owner, int value) const;
  Answer unreg(const std::string& name) const;
  Answer unreg_other(const std::string& name, const Process& owner) const;

  std::optional<Entry> where(const std::string& name) const;  // as far as this node knows
  heddle::Node leader() const;
  bool sync() const;  // until all nodes know what was registered before; false: no answer for 10 s

 private:
  Answer ask(Change::Kind kind, Entry entry) const;

  heddle::Node node_;
  std::vector<heddle::Node> candidates_;
  Bugs bugs_;
  NameTable table_;
};

}  // namespace gproc
