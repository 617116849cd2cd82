// Loops without end. A search by graphs goes round such a loop once more in each execution, and each of them ends; so it
// would go on for ever without a word. When executions become longer than usual, those tasks that do more than usual are
// let go on alone: who never ends comes to the limit of operations, which is a failure like any other.
#include <fmt/format.h>

#include <algorithm>

#include "heddle/search/graph_search.h"

namespace heddle {
namespace {

constexpr std::size_t kSomeMore = 20;  // events that are not worth a look

}  // namespace

void GraphSearch::look_for_loops() {
  const std::size_t events = history_->events.size();
  if (long_ != 0 && events < long_) return;
  std::vector<std::uint32_t> counts(stable_.size(), 0);
  for (const Event& event : history_->events) ++counts[task_of_[index(event.task)]];
  if (long_ == 0)
    usual_ = std::move(counts);
  else
    plan_chase(counts);
  long_ = 2 * events + kSomeMore;
}

// As this execution, until the task that grew most has done half of what it did.
void GraphSearch::plan_chase(const std::vector<std::uint32_t>& counts) {
  chase_ = {};
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const std::uint32_t usual = i < usual_.size() ? usual_[i] : 0;
    chase_.growth.push_back(counts[i] - std::min(counts[i], usual));
  }
  const auto most = static_cast<std::size_t>(std::ranges::max_element(chase_.growth) - chase_.growth.begin());
  std::uint32_t left = counts[most] / 2;
  auto choice = history_->choices.begin();
  for (std::uint32_t j = 0; left > 0; ++j) {
    const Event& event = history_->events[j];
    const std::uint32_t task = task_of_[index(event.task)];
    if (event.scheduled) chase_.led.push_back(task);
    for (; choice != history_->choices.end() && choice->event == j; ++choice)
      chase_.answers.push_back({stable_[task], event.sequence, choice->answer, {}});
    if (task == most) --left;
  }
  chase_planned_ = true;
}

const Pending& GraphSearch::chase(Ready& ready) {
  const std::uint64_t now = Trial::current().steps();
  const Pending* best = nullptr;
  std::uint32_t most = 0;
  for (std::size_t i = 0; i < ready.size(); ++i) {
    const std::uint32_t task = tasks_.find(ready[i].task_stable);
    if (now < chase_.led.size() && task == chase_.led[now]) return ready[i];
    const std::uint32_t growth = task < chase_.growth.size() ? chase_.growth[task] : 1;
    if (best && (growth < most || (growth == most && ready[i].task > best->task))) continue;
    best = &ready[i];
    most = growth;
  }
  return *best;
}

// As before; then what the task was answered last.
std::uint32_t GraphSearch::choose_in_chase(const Choice& choice) {
  const Task& task = Trial::current().task(choice.task);
  std::uint32_t answer = kNone;
  for (const Answer& known : chase_.answers)
    if (known.task == task.stable && known.sequence <= task.sequence + 1) answer = known.answer;
  const auto possible = [&](std::uint32_t each) { return choice.weights.empty() || choice.weights[each] > 0; };
  if (answer < choice.count && possible(answer)) return answer;
  for (answer = 0; answer + 1 < choice.count && !possible(answer);) ++answer;
  return answer;
}

}  // namespace heddle
