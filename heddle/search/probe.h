// Asks the test itself what a step would do at a place where nobody has seen it yet: runs it there.
//
// Planning needs the footprint of an operation that is moved before another one. Some operations say beforehand what it
// will be; for the others there is nothing that knows better than the objects themselves.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "heddle/engine/trial.h"
#include "heddle/search/known.h"

namespace heddle {

class Probe {
 public:
  Probe(const std::function<void()>& test, const Settings& settings, void (*shell)(Trial&, UniqueFunction&))
      : test_(test), trial_(settings), shell_(shell) {}

  // Takes the steps and returns what the last of them met. False: it did not come about.
  bool ask(std::span<const KnownId> steps, KnownPool& pool, std::vector<KnownTouch>& touches, KnownPool::Mail& mail);

 private:
  const std::function<void()>& test_;
  Trial trial_;
  BoardMemory memory_{BoardMemory::Sharing::private_memory};
  void (*shell_)(Trial&, UniqueFunction&);
};

}  // namespace heddle
