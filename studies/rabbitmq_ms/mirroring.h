// The mirroring server of a member: joins the group, decides with the table which children run here, takes over those
// of members that ended.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "heddle/heddle.h"
#include "studies/rabbitmq_ms/mirrored_supervisor.h"

namespace rabbitmq_ms {

inline constexpr const char* kGroup = "mirrored";
inline constexpr const char* kDelegate = "delegate";
inline constexpr const char* kMirroring = "mirroring";

// What mirroring servers are asked.
struct Init {
  using Reply = void;
  heddle::Pid overall;
};
struct StartMirrored {
  using Reply = std::optional<heddle::Pid>;
  ChildSpec spec;
};
struct EnsureMonitoring {
  heddle::Pid overall;
};
struct Die {
  heddle::Reason reason;
};

struct MirroringWorld {
  Groups groups;
  ChildTable table;
  Bugs bugs;
};

class Mirroring {
 public:
  Mirroring(MirroringWorld world, std::vector<ChildSpec> specs, heddle::Pid parent);
  void run();

 private:
  void init(heddle::Pid overall);
  void meet(heddle::Pid member);
  std::optional<heddle::Pid> start_child(const ChildSpec& spec);
  void on_down(const heddle::Down& down);
  void take_over(heddle::Pid dead);
  void die(const heddle::Reason& reason);

  MirroringWorld world_;
  std::vector<ChildSpec> specs_;
  heddle::Pid parent_;
  heddle::Pid overall_;
  heddle::Pid delegate_;
  heddle::ServerLoop server_;
};

}  // namespace rabbitmq_ms
