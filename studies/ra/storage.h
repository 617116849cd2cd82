// What all servers of a machine share: one writer for their logs, and one store for terms and votes.
#pragma once

#include "studies/ra/messages.h"

namespace ra {

inline constexpr const char* kWal = "ra_log_wal";
inline constexpr const char* kMetaStore = "ra_log_meta";

struct WriteLog {  // a cast to the WAL; Written comes back
  heddle::Pid server;
  Position last;
};
struct StoreTerm {  // a call to the store
  using Reply = void;
  ServerId server;
  int term;
  ServerId voted_for;
};

// Comes back when both have their names.
void start_storage();

}  // namespace ra
