#include "heddle/search/probe.h"

namespace heddle {
namespace {

class Follow final : public Strategy {
 public:
  Follow(std::span<const KnownId> steps, KnownPool& pool, std::vector<KnownTouch>& touches, KnownPool::Mail& mail)
      : steps_(steps), pool_(pool), touches_(touches), mail_(mail) {}

  // Did the last step come about?
  bool came_about() const { return came_about_; }

  Wants wants() const override { return {.history = true}; }
  bool fair() const override { return true; }
  bool alone() const override { return true; }
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

  void finished(const Trial& trial) override {
    const History& h = trial.history();
    const Event* last = nullptr;
    for (std::size_t i = h.events.size(); i-- > 0 && !last;)
      if (h.events[i].scheduled) last = &h.events[i];
    const Known& wanted = pool_[steps_.back()];
    came_about_ = last && pool_.task(h.tasks[index(last->task)].stable) == wanted.task &&
                  last->sequence == wanted.sequence && last->kind == wanted.kind;
    if (!came_about_) return;
    touches_.clear();
    mail_.clear();
    for (const Touch& touch : h.touches_of(*last)) {
      touches_.push_back({pool_.object(h.object_stable[index(touch.object)]), touch.access, value_of_touch(touch)});
      const ObjectKind& kind = *trial.object(touch.object).kind;
      mail_.push_back(touch.access == Access::send     ? kind.keep_message(touch.detail)
                      : touch.access == Access::expire ? kind.keep_receive(touch.detail)
                                                       : nullptr);
    }
  }

 private:
  std::span<const KnownId> steps_;
  KnownPool& pool_;
  std::vector<KnownTouch>& touches_;
  KnownPool::Mail& mail_;
  std::size_t choices_ = 0;
  bool came_about_ = false;
};

}  // namespace

bool Probe::ask(std::span<const KnownId> steps, KnownPool& pool, std::vector<KnownTouch>& touches,
                KnownPool::Mail& mail) {
  std::size_t operations = 0;
  for (KnownId step : steps) operations += pool[step].answer == kNone;
  trial_.settings().max_steps = operations;
  Follow follow(steps, pool, touches, mail);
  trial_.run(test_, follow, {}, memory_.board(), shell_);
  return follow.came_about();
}

}  // namespace heddle
