// The lock of the schema on one node: one transaction holds it, others wait or are turned away.
//
// A transaction locks the schema on several nodes, so that two of them could wait for one another. To prevent that,
// only the older may wait for the younger (wait-die); the younger gives up what it has, and tries again later, no
// younger than before.
#pragma once

#include <optional>
#include <set>

#include "studies/mnesia/schema.h"

namespace mnesia {

class SchemaLock {
 public:
  enum class Answer : int { granted, queued, refused };

  Answer lock(const Tid& tid);

  // Ends what the transaction has or waits for. Who holds the lock now, if that has changed.
  std::optional<Tid> release(const Tid& tid);

  // Of this node, all that hold the lock or wait for it.
  std::set<Tid> of(heddle::Node node) const;

 private:
  std::optional<Tid> holder_;
  std::set<Tid> waiting_;
};

}  // namespace mnesia
