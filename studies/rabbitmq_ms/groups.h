// Named groups of processes (OTP's pg2). Anybody reads them from a table; a server changes it, for one process at a
// time, and removes members when it hears of their death. So the table may list a member that is dead already.
#pragma once

#include <string>
#include <vector>

#include "heddle/heddle.h"
#include "studies/rabbitmq_ms/lock.h"

namespace rabbitmq_ms {

class Groups {
 public:
  Groups();  // starts the server

  void create(const std::string& group) const;
  void join(const std::string& group, heddle::Pid member) const;     // the group must be there
  std::vector<heddle::Pid> members(const std::string& group) const;  // in the order of their birth

 private:
  heddle::Table<std::string, std::vector<heddle::Pid>> table_{"groups"};
  Lock lock_{"global lock"};
  heddle::Pid server_;
};

}  // namespace rabbitmq_ms
