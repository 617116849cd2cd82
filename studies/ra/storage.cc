#include "studies/ra/storage.h"

#include <map>
#include <utility>

namespace ra {

using namespace heddle;

namespace {

void run_wal() {
  daemon();
  ServerLoop server;
  server.on_cast<WriteLog>([](const WriteLog& write) { send(write.server, Written{write.last}); });
  server.run();
}

// Who votes twice in a term, or goes back to an earlier one, would do harm.
void run_meta_store() {
  daemon();
  std::map<ServerId, std::pair<int, ServerId>> stored;
  ServerLoop server;
  server.on_call<StoreTerm>([&](const StoreTerm& now) {
    auto& [term, voted_for] = stored[now.server];
    check(now.term > term || (now.term == term && (voted_for == ServerId::nobody || voted_for == now.voted_for)),
          "{} votes again in term {}", to_text(now.server), now.term);
    term = now.term;
    voted_for = now.voted_for;
  });
  server.run();
}

}  // namespace

void start_storage() {
  register_name(kWal, spawn(kWal, run_wal));
  register_name(kMetaStore, spawn(kMetaStore, run_meta_store));
}

}  // namespace ra
