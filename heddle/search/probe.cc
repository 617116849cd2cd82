#include "heddle/search/probe.h"

namespace heddle {
namespace {

class Follow final : public Strategy {
 public:
  Follow(std::span<const KnownId> steps, KnownPool& pool) : steps_(steps), pool_(pool) {}

  Wants wants() const override { return {.history = true}; }
  bool fair() const override { return true; }
  void begin(const TrialStart&) override {}

  const Pending& pick(Ready& ready) override {
    const std::size_t now = Trial::current().steps() + choices_;
    for (std::size_t i = 0; now < steps_.size() && i < ready.size(); ++i)
      if (pool_.task(ready[i].task_stable) == pool_[steps_[now]].task) return ready[i];
    return ready[0];
  }

  std::uint32_t choose(const Choice& choice) override {
    const std::size_t now = Trial::current().steps() + choices_;
    if (now >= steps_.size() || pool_[steps_[now]].answer >= choice.count) return 0;
    ++choices_;
    return pool_[steps_[now]].answer;
  }

 private:
  std::span<const KnownId> steps_;
  KnownPool& pool_;
  std::size_t choices_ = 0;
};

}  // namespace

bool Probe::ask(std::span<const KnownId> steps, KnownPool& pool, std::vector<KnownTouch>& touches) {
  std::size_t operations = 0;
  for (KnownId step : steps) operations += pool[step].answer == kNone;
  trial_.settings().max_steps = operations;
  Follow follow(steps, pool);
  trial_.run(test_, follow, {}, memory_.board(), shell_);
  const History& h = trial_.history();
  const Event* last = nullptr;
  for (std::size_t i = h.events.size(); i-- > 0 && !last;)
    if (h.events[i].scheduled) last = &h.events[i];
  const Known& wanted = pool[steps.back()];
  if (!last || pool.task(h.tasks[index(last->task)].stable) != wanted.task || last->sequence != wanted.sequence ||
      last->kind != wanted.kind)
    return false;
  touches.clear();
  for (const Touch& touch : h.touches_of(*last))
    touches.push_back({pool.object(h.object_stable[index(touch.object)]), touch.access, value_of_touch(touch)});
  return true;
}

}  // namespace heddle
