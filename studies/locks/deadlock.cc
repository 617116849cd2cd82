#include "studies/locks/deadlock.h"

#include <algorithm>

namespace locks {
namespace {

// Reachability among a handful of locks: from a lock to those that agents hold who wait for it.
class Waits {
 public:
  explicit Waits(const Known& known) {
    for (const auto& [id, lock] : known)
      if (lock.contended()) locks_.push_back(&lock);
    const std::size_t n = locks_.size();
    reach_.assign(n * n, false);
    for (std::size_t from = 0; from < n; ++from)
      for (std::size_t to = 0; to < n; ++to) {
        const heddle::Pid waiting = locks_[to]->holder();
        reach(from, to) = waiting != locks_[from]->holder() && locks_[from]->has(waiting);
      }
    for (std::size_t via = 0; via < n; ++via)
      for (std::size_t from = 0; from < n; ++from)
        for (std::size_t to = 0; to < n; ++to)
          if (reach(from, via) && reach(via, to)) reach(from, to) = true;
  }

  std::optional<Cycle> first_cycle() {
    for (std::size_t first = 0; first < locks_.size(); ++first) {
      if (!reach(first, first)) continue;
      Cycle cycle{.locks = {}, .way_out = {locks_[first]->holder(), locks_[first]->id}};
      for (std::size_t other = first; other < locks_.size(); ++other) {
        if (!reach(first, other) || !reach(other, first)) continue;
        cycle.locks.push_back(locks_[other]->id);
        cycle.way_out = std::max(cycle.way_out, {locks_[other]->holder(), locks_[other]->id});
      }
      return cycle;
    }
    return {};
  }

 private:
  std::vector<bool>::reference reach(std::size_t from, std::size_t to) { return reach_[from * locks_.size() + to]; }

  std::vector<const Lock*> locks_;
  std::vector<bool> reach_;
};

}  // namespace

std::optional<Cycle> find_cycle(const Known& known) { return Waits(known).first_cycle(); }

}  // namespace locks
