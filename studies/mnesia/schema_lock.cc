#include "studies/mnesia/schema_lock.h"

#include <algorithm>
#include <iterator>

namespace mnesia {

SchemaLock::Answer SchemaLock::lock(const Tid& tid) {
  if (!holder_) holder_ = tid;
  if (holder_ == tid) return Answer::granted;
  if (*holder_ < tid) return Answer::refused;
  waiting_.insert(tid);
  return Answer::queued;
}

// The youngest is next: so all others wait for a younger one still.
std::optional<Tid> SchemaLock::release(const Tid& tid) {
  waiting_.erase(tid);
  if (holder_ != tid) return {};
  holder_.reset();
  if (!waiting_.empty()) holder_ = waiting_.extract(std::prev(waiting_.end())).value();
  return holder_;
}

std::set<Tid> SchemaLock::of(heddle::Node node) const {
  std::set<Tid> all = waiting_;
  if (holder_) all.insert(*holder_);
  std::erase_if(all, [node](const Tid& tid) { return tid.node != node; });
  return all;
}

}  // namespace mnesia
