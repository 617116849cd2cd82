#include "tests/search/textbook.h"

#include <algorithm>
#include <set>

namespace heddle::testing {
namespace {

bool depend(const MemoryAccess& a, const MemoryAccess& b) { return a.word == b.word && (a.writes || b.writes); }

class Textbook {
 public:
  enum class Way { interleavings, sleep, source };
  Textbook(const StraightLine& program, Way way) : program_(program), way_(way), next_(program.size(), 0) {}

  Expected explore() {
    visit({});
    return found_;
  }

 private:
  using Tasks = std::set<std::size_t>;
  struct Event {
    std::size_t task;
    MemoryAccess access;
    std::set<std::size_t> past;  // events that happened before
  };

  const MemoryAccess& next(std::size_t task) const { return program_[task][next_[task]]; }

  // Those that are enabled, the task that ran last first.
  std::vector<std::size_t> enabled() const {
    std::vector<std::size_t> tasks;
    const std::size_t n = program_.size(), last = run_.empty() ? 0 : run_.back().task;
    for (std::size_t i = 0; i < n; ++i)
      if (const std::size_t task = (last + i) % n; next_[task] < program_[task].size()) tasks.push_back(task);
    return tasks;
  }

  void visit(const Tasks& sleep) {
    const std::vector<std::size_t> all = enabled();
    std::vector<std::size_t> awake;
    for (std::size_t task : all)
      if (!sleep.contains(task)) awake.push_back(task);
    if (awake.empty()) {
      ++(all.empty() ? found_.complete : found_.blocked);
      return;
    }
    if (way_ == Way::source) awake.resize(1);
    backtrack_.push_back(awake);
    const std::size_t depth = run_.size();
    asleep_.push_back(sleep);
    for (std::size_t i = 0; i < backtrack_[depth].size(); ++i) {
      const std::size_t task = backtrack_[depth][i];
      if (asleep_[depth].contains(task)) continue;
      Tasks child;
      for (std::size_t other : asleep_[depth])
        if (!depend(next(other), next(task))) child.insert(other);
      execute(task);
      visit(child);
      --next_[task];
      run_.pop_back();
      if (way_ != Way::interleavings) asleep_[depth].insert(task);
    }
    asleep_.pop_back();
    backtrack_.pop_back();
  }

  void execute(std::size_t task) {
    const std::size_t here = run_.size();
    Event event{task, next(task), {}};
    std::vector<std::size_t> races;
    const auto join = [&](std::size_t other) {
      event.past.insert(other);
      event.past.insert(run_[other].past.begin(), run_[other].past.end());
    };
    for (std::size_t i = here; i-- > 0;)
      if (run_[i].task == task) {
        join(i);
        break;
      }
    for (std::size_t i = here; i-- > 0;) {
      if (event.past.contains(i) || !depend(run_[i].access, event.access)) continue;
      races.push_back(i);
      join(i);
    }
    run_.push_back(event);
    ++next_[task];
    if (way_ == Way::source)
      for (std::size_t first : races) plan(first, here);
  }

  // What does not come after the first of the two, then the second: one of its initials must be in the backtrack set,
  // or asleep (which Concuerror looks at here, and the paper when it comes to run it).
  void plan(std::size_t first, std::size_t second) {
    std::vector<std::size_t> rest;
    for (std::size_t i = first + 1; i < second; ++i)
      if (!run_[i].past.contains(first)) rest.push_back(i);
    rest.push_back(second);
    std::vector<std::size_t> initials;
    for (std::size_t i = 0; i < rest.size(); ++i) {
      const Event& event = run_[rest[i]];
      const bool after = std::any_of(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(i), [&](std::size_t e) {
        return run_[e].task == event.task || depend(run_[e].access, event.access);
      });
      if (!after) initials.push_back(event.task);
    }
    std::vector<std::size_t>& set = backtrack_[first];
    for (std::size_t task : initials)
      if (asleep_[first].contains(task) || std::find(set.begin(), set.end(), task) != set.end()) return;
    set.push_back(initials.front());
  }

  const StraightLine& program_;
  Way way_;
  std::vector<std::size_t> next_;
  std::vector<Event> run_;
  std::vector<std::vector<std::size_t>> backtrack_;  // by depth
  std::vector<Tasks> asleep_;
  Expected found_;
};

}  // namespace

Expected by_interleaving(const StraightLine& program) {
  return Textbook(program, Textbook::Way::interleavings).explore();
}
Expected by_sleep_sets(const StraightLine& program) { return Textbook(program, Textbook::Way::sleep).explore(); }
Expected by_source_sets(const StraightLine& program) { return Textbook(program, Textbook::Way::source).explore(); }

}  // namespace heddle::testing
