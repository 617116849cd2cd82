#include "heddle/spec/liveness.h"

#include <fmt/format.h>

#include <algorithm>

#include "heddle/engine/trial.h"
#include "heddle/spec/monitors.h"

namespace heddle {
namespace {

constexpr std::uint64_t kFirstAnchor = 32;
// To look at a task takes more than a step: this keeps looking to a fifth of the time.
constexpr std::uint64_t kStepsPerTask = 8;
constexpr std::uint64_t kPartsPerStep = 3;  // the same for what else is in a state: mailboxes, tables
// Of a cycle before it is believed. Nobody has to tell of all variables, and a loop of some hundred rounds whose counter
// nobody told of looks like a cycle until it ends: so it takes a tenth of all steps that there may be.
constexpr std::uint64_t kMinRounds = 10, kMinSteps = 1'000, kMaxSteps = 10'000;
constexpr std::size_t kMaxVisits = 4'096;  // remembered of one anchor

// The same operation at the same place by the same sort of task.
std::uint64_t anchor_of(const Pending& next) {
  const Operation& operation = next.operation;
  return combine(combine(next.owner->name_hash, operation.kind->hash), operation.where.hash());
}

// Who it is: a timer of a machine that is started again and again is another task each time, but the same object.
std::uint64_t identity(const Trial& trial, TaskId id) {
  const Task& task = trial.task(id);
  const Operation& operation = task.pending.operation;
  const bool timer = task.light && operation.kind == &kTimer && operation.object != kNoObject;
  return timer ? trial.object(operation.object).stable : index(id);
}

bool same(const Trial& trial, Decision a, Decision b) {
  if (a == b) return true;
  if (a.type() != DecisionType::pick || b.type() != DecisionType::pick) return false;
  return identity(trial, static_cast<TaskId>(a.value())) == identity(trial, static_cast<TaskId>(b.value()));
}

}  // namespace

bool Liveness::Cycle::fair() const {
  if (unfair) return false;
  if (!std::ranges::includes(done, ready)) return false;
  return std::ranges::all_of(choices, [](const auto& at) { return at.second.second.size() == at.second.first; });
}

std::uint64_t Liveness::limit(const Trial& trial) {
  const Settings& settings = trial.settings();
  if (settings.max_heat != 0) return settings.max_heat;
  return settings.max_steps > trial.heat_from() ? (settings.max_steps - trial.heat_from()) / 2 : kNoLimit;
}

// The step at which the hottest would be too hot, if it stays so.
std::uint64_t Liveness::too_hot_at(const Trial& trial) const {
  const Monitor* const hottest = monitors_.hottest(trial);
  if (!hottest) return kNoLimit;
  const std::uint64_t most = limit(trial), from = std::max(trial.steps(), trial.heat_from());
  const std::uint64_t heat = Monitors::heat(trial, *hottest);
  return most > kNoLimit - from ? kNoLimit : from + (heat > most ? 0 : most - heat);
}

void Liveness::heat_changed(Trial& trial, bool owing) {
  if (!owing) {
    reset();
    trial.lead(false);
    return trial.watch_steps(*this, kNoLimit);
  }
  trial.watch_steps(*this, trial.settings().lasso ? 0 : too_hot_at(trial));
}

void Liveness::reset() {
  circling_ = false;
  visits_.clear();
  anchor_ = next_anchor_ = gap_ = pace_ = not_before_ = 0;
}

void Liveness::before_step(Trial& trial, const Pending& next) {
  if (!monitors_.owing()) return;
  const Monitor* const monitor = monitors_.hottest(trial);  // null: all that owe something are in plain states
  const std::uint64_t heat = monitor ? Monitors::heat(trial, *monitor) : 0;
  const bool too_hot = heat > limit(trial);
  if (too_hot && trial.still_since() <= trial.steps() - heat) {  // who waits for the clock was not treated fairly
    monitors_.judge_anew(trial);
  } else if (too_hot) {
    trial.flag_failure(FailureKind::liveness,
                       fmt::format("{}, and was for more than {} steps of a fair run (--max-heat)",
                                   Monitors::describe_hot(*monitor), limit(trial)),
                       Monitors::hot_at(*monitor));
    return;
  }
  if (!trial.settings().lasso) return trial.watch_steps(*this, too_hot_at(trial));
  if (circling_)
    follow(trial, next);
  else
    look_for_lasso(trial, next);
  // Until something is to be looked at again, the steps need not wait for us.
  trial.watch_steps(*this, circling_ ? 0 : std::min({not_before_, next_anchor_, too_hot_at(trial)}));
}

void Liveness::look_for_lasso(Trial& trial, const Pending& next) {
  const std::uint64_t step = trial.steps();
  if (gap_ == 0) next_anchor_ = step + (gap_ = kFirstAnchor);
  if (step >= next_anchor_) {
    anchor_ = anchor_of(next);
    next_anchor_ = step + gap_;
    gap_ *= 2;
    pace_ = 0;
    for (std::size_t i = 0; i < trial.task_count(); ++i)
      pace_ += trial.task(static_cast<TaskId>(i)).state == TaskState::done ? 0 : kStepsPerTask;
    visits_.clear();
  }
  if (anchor_ == 0 || step < not_before_ || anchor_of(next) != anchor_) return;
  not_before_ = step + pace_;
  Visit now{trial.fingerprint(), step, trial.board().count.load(std::memory_order_relaxed), monitors_.heat_changes()};
  not_before_ = std::max(not_before_, step + now.state.parts() / kPartsPerStep);
  if (!now.state.known()) {
    not_before_ = kNoLimit;  // nor will it be later
    if (Tally* const tally = trial.tally()) tally->add(fmt::format("no lassos\t{}", now.state.unknown()), 1);
    return;
  }
  const auto [found, fresh] = visits_.try_emplace(now.state.low(), now);
  if (fresh) {
    if (visits_.size() > kMaxVisits) visits_.clear();
    return;
  }
  if (!(found->second.state == now.state) || !monitors_.owing_since(trial, found->second.heat_changes)) {
    found->second = std::move(now);
    return;
  }
  cycle_ = Cycle{found->second, std::move(now), 0, false, {}, {}, {}};
  circling_ = true;
  trial.lead(true);
  follow(trial, next);
}

// Who finds that the cycle asks for something else than what is to be decided stops leading; that it is no cycle shows
// at its end, as in a replay.
std::optional<std::uint32_t> Liveness::lead(Trial& trial, DecisionType type, std::uint32_t count) {
  if (cycle_.decisions() == 0) return std::nullopt;
  const Board& board = trial.board();
  const std::uint64_t made = board.count.load(std::memory_order_relaxed) - cycle_.second.decisions;
  const Decision decision = board.decisions()[cycle_.first.decisions + made % cycle_.decisions()];
  if (decision.type() != type) return std::nullopt;
  if (type != DecisionType::pick) return decision.value() < count ? std::optional(decision.value()) : std::nullopt;
  const std::uint64_t wanted = identity(trial, static_cast<TaskId>(decision.value()));
  for (std::size_t i = 0; i < trial.ready().size(); ++i) {
    const Pending& pending = trial.ready()[i];
    if (identity(trial, pending.task) == wanted) return static_cast<std::uint32_t>(pending.task);
  }
  return std::nullopt;
}

void Liveness::chose(const Trial& trial, const Choice& choice, std::uint32_t value) {
  if (choice.type == DecisionType::fault) {
    if (value == 0) return;
    monitors_.judge_anew(trial);
    cycle_.unfair = true;
    return;
  }
  if (!circling_) return;
  auto& [count, given] = cycle_.choices[combine(identity(trial, choice.task), choice.where.hash())];
  count = choice.count;
  given.insert(value);
}

// One step of going round. In a replay nobody leads: there the schedule has the repetitions, and they are looked at.
void Liveness::follow(Trial& trial, const Pending& next) {
  const std::uint64_t since = trial.steps() - cycle_.second.step;
  if (since > 0 && since % cycle_.steps() == 0) {
    const Board& board = trial.board();
    const std::uint64_t made = board.count.load(std::memory_order_relaxed) - cycle_.second.decisions;
    const std::uint64_t length = cycle_.decisions();
    ++cycle_.rounds;
    const Decision* const all = board.decisions();
    const bool same_decisions =
        made == cycle_.rounds * length && std::equal(all + cycle_.first.decisions, all + cycle_.second.decisions,
                                                     all + (cycle_.second.decisions + made - length),
                                                     [&](Decision a, Decision b) { return same(trial, a, b); });
    const Monitor* const monitor = monitors_.owing_since(trial, cycle_.first.heat_changes);
    if (!monitor || !same_decisions || anchor_of(next) != anchor_ || !(trial.fingerprint() == cycle_.first.state) ||
        !cycle_.fair() || trial.still_since() <= cycle_.first.step)
      return give_up(trial);
    if (cycle_.rounds >= kMinRounds && since >= std::clamp(trial.settings().max_steps / 10, kMinSteps, kMaxSteps)) {
      trial.log(fmt::format("{} steps lead back to the same state, and did so {} times in a row", cycle_.steps(),
                            cycle_.rounds + 1));
      trial.flag_failure(FailureKind::liveness,
                         fmt::format("{}, and can stay so for ever: the same state comes again and again",
                                     Monitors::describe_hot(*monitor)),
                         Monitors::hot_at(*monitor));
      return;
    }
  }
  if (cycle_.rounds > 0) return;  // the first round has shown who takes part
  for (std::size_t i = 0; i < trial.ready().size(); ++i) cycle_.ready.insert(identity(trial, trial.ready()[i].task));
  cycle_.done.insert(identity(trial, next.task));
}

void Liveness::give_up(Trial& trial) {
  circling_ = false;
  trial.lead(false);
  visits_.clear();
  const std::uint64_t spent = trial.steps() - cycle_.first.step;
  not_before_ = trial.steps() + 4 * spent;  // most of the time goes to looking for others
}

}  // namespace heddle
