#include "heddle/runner/isolation.h"

#include <sys/wait.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "heddle/runner/autopsy.h"
#include "heddle/runner/child.h"

namespace heddle {
namespace {

constexpr std::size_t kHistoryBytes = std::size_t{1} << 30;  // address space; pages are taken when touched

template <class T>
bool put(SharedBytes& bytes, std::span<const T> items) {
  static_assert(std::is_trivially_copyable_v<T>);
  const std::uint64_t count = items.size();
  return bytes.append(&count, sizeof count) && bytes.append(items.data(), items.size_bytes());
}

template <class T>
bool get(std::string_view& from, std::vector<T>& items) {
  std::uint64_t count = 0;
  if (from.size() < sizeof count) return false;
  std::memcpy(&count, from.data(), sizeof count);
  from.remove_prefix(sizeof count);
  if (from.size() / sizeof(T) < count) return false;
  items.resize(count);
  if (count == 0) return true;  // data() may be null, which memcpy must not see
  std::memcpy(static_cast<void*>(items.data()), from.data(), count * sizeof(T));
  from.remove_prefix(count * sizeof(T));
  return true;
}

}  // namespace

Isolation::Isolation(const Options& options) : options_(options), bytes_(kHistoryBytes) {}

Outcome Isolation::run(TrialLoop& loop, const TrialStart& start, Board& board, std::atomic<int>& pid,
                       const std::atomic<bool>& ended_as_stuck) {
  bytes_.clear();
  *result_ = Result{};
  board.failure.present.store(0);
  board.count.store(0);
  const pid_t child = run_in_child(options_, &board.failure, [&] {
    const Outcome outcome = loop.run(start, board);
    const TrialEnd end = loop.end_of(outcome);
    write_history(end);
    *result_ = {outcome.steps, outcome.contested, outcome.order_hash, outcome.ended_at.count(), true};
  });
  if (child < 0) throw std::runtime_error(std::string("cannot fork a process for a trial: ") + std::strerror(errno));
  pid.store(child);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  pid.store(0);

  Outcome outcome;
  outcome.steps = result_->complete ? result_->steps : board.steps.load();
  outcome.contested = result_->complete ? result_->contested : board.count.load();
  outcome.order_hash = result_->order_hash;
  outcome.ended_at = Time(result_->ended_at);
  if (result_->complete) {
    if (board.failure.present.load()) outcome.failure = board.failure.read();
  } else {
    outcome.failure = autopsy(board, status, ended_as_stuck.load());
    write_note(board.failure, *outcome.failure);
  }
  loop.strategy().begin(start);  // as if the trial had run here: wants() and end() may depend on it
  have_history_ = result_->complete && read_history();
  return outcome;
}

void Isolation::write_history(const TrialEnd& end) {
  const bool with_history = end.history != nullptr;
  if (!with_history) return;
  const History& h = *end.history;
  put(bytes_, std::span(h.events)) && put(bytes_, std::span(h.touches)) && put(bytes_, std::span(h.tasks)) &&
      put(bytes_, std::span(h.messages)) && put(bytes_, std::span(h.receives)) && put(bytes_, std::span(h.lost)) &&
      put(bytes_, std::span(h.object_stable)) && put(bytes_, end.races);
}

// Events hold pointers to static data (kinds, source locations): the same in the parent, which is the same program.
bool Isolation::read_history() {
  std::string_view from = bytes_.view();
  have_races_ = false;
  if (from.empty()) return false;
  History& h = history_;
  if (!get(from, h.events) || !get(from, h.touches) || !get(from, h.tasks) || !get(from, h.messages) ||
      !get(from, h.receives) || !get(from, h.lost) || !get(from, h.object_stable))
    return false;
  have_races_ = get(from, races_);
  return true;
}

TrialEnd Isolation::end_of(const Outcome& outcome) const {
  TrialEnd end = end_of_trial(outcome);
  if (have_history_) end.history = &history_;
  if (have_races_) end.races = races_;
  return end;
}

}  // namespace heddle
