// What Raft promises, whatever happens: a term has one leader at most, whose log has all that was committed in earlier
// terms; and all servers apply the same entries in the same order. No operations: it only looks.
#pragma once

#include <map>
#include <vector>

#include "studies/ra/server.h"

namespace ra {

class Spec {
 public:
  // After each event of a server.
  void look(const Server& server);

 private:
  struct Committed {
    Entry entry;
    int term;  // of the first that applied it, when it did
  };

  std::map<int, ServerId> leaders_;  // by term
  std::vector<Committed> committed_;
  std::map<ServerId, int> applied_;
};

}  // namespace ra
