#include "heddle/spec/monitors.h"

#include <fmt/format.h>

#include <algorithm>

#include "heddle/actor/system.h"
#include "heddle/machine/activity.h"

namespace heddle {
namespace {

constexpr OperationKind kNotify{"notify", kFixed};
constexpr OperationKind kAskForFault{"ask for a fault", kFixed};
constexpr OperationKind kStopFaults{"stop faults", kFixed};

class MonitorKind final : public ObjectKind {
 public:
  std::string describe(ObjectId) const override { return "monitor"; }
};
const MonitorKind kMonitorObject;

// Where those who ask whether something may go wrong meet those who say that from now on nothing does.
class FaultsKind final : public ObjectKind {
 public:
  std::string describe(ObjectId) const override { return "faults"; }
};
const FaultsKind kFaults;

// What only machines can do: monitors have no mailbox, and are in one state at a time.
void refuse_what_machines_do(Chart& chart) {
  for (const Rule& rule : chart.rules()) {
    const std::string_view state = chart.state(rule.state).name;
    const std::string_view event = rule.event ? rule.event->name : "any event";
    if (rule.event == &kMessageType<Nothing>)
      chart.note_problem(fmt::format("has a when_idle in state {}: monitors only react to what they are told", state), rule.where);
    else if (rule.reaction == Reaction::defer)
      chart.note_problem(fmt::format("defers {} in state {}: monitors have no mailbox to leave it in", event, state), rule.where);
    else if (rule.reaction == Reaction::push)
      chart.note_problem(fmt::format("pushes a state on {} for {}: monitors are in one state at a time; use go", state, event),
                         rule.where);
  }
}

}  // namespace

void Monitors::add(Trial& trial, std::unique_ptr<Monitor> monitor, const void* key, std::string_view type,
                   Location where) {
  if (find(key)) trial.fail(FailureKind::misuse, fmt::format("watch<{}>() twice in one trial", type), where);
  monitor->key_ = key;
  monitor->object_ = trial.make_object(kMonitorObject, combine("monitor"_hash, hash_text(type)));
  Monitor& added = *monitor;
  if (!added.observed_.empty()) ActorSystem::of(trial).on_send([this](Trial& t, Message& event) { observe(t, event); });
  if (Tally* const tally = activity_of(trial)) count_declared(*tally, type, added.chart_);
  if (Tally* const tally = trial.tally(); tally && added.scenario_) count_scenario(*tally, type, 0);
  monitors_.push_back(std::move(monitor));
  const detail::OnlyLooking lent;
  refuse_what_machines_do(added.chart_);
  telling_at_ = where;  // not where another monitor was told something, maybe in an earlier trial
  added.begin("monitor", type);
}

Monitor* Monitors::find(const void* key) const {
  const auto found = std::ranges::find_if(monitors_, [&](const auto& monitor) { return monitor->key_ == key; });
  return found == monitors_.end() ? nullptr : found->get();
}

void Monitors::notify(Trial& trial, Monitor& monitor, Message& event, Location where) {
  if (!trial.schedule({&kNotify, monitor.object_, Access::update, where})) return;
  trial.describe([&] { return fmt::format("{} to {}", event.type->print(event), monitor.type()); });
  tell(trial, monitor, event, where);
}

void Monitors::observe(Trial& trial, Message& event) {
  for (const auto& monitor : monitors_)
    if (std::ranges::find(monitor->observed_, event.type) != monitor->observed_.end())
      tell(trial, *monitor, event, trial.task(trial.self()).pending.operation.where);
}

void Monitors::tell(Trial& trial, Monitor& monitor, Message& event, Location where) {
  trial.touch(monitor.object_, Access::update);
  const detail::OnlyLooking lent;
  telling_at_ = where;
  try {
    monitor.react(event, monitor.rule_for(event.type));
    while (monitor.raised_) {
      const OwnedMessage raised = std::move(monitor.raised_);
      monitor.react(*raised, monitor.rule_for(raised->type));
    }
    return;
  } catch (const TaskKilled&) {  // it has failed
    throw;
  } catch (...) {  // not the business of whoever tells it, who might catch it
    trial.flag_uncaught(fmt::format(" (in monitor {})", monitor.type()));
  }
  trial.fail(FailureKind::exception, "a monitor threw", where);  // is told already; ends the task
}

void Monitors::heated(Trial& trial, Monitor& monitor, Heat heat) {
  const bool hot = heat == Heat::hot;
  ++heat_changes_;
  if (hot && !monitor.hot_) {
    monitor.hot_since_ = trial.steps();
    monitor.hot_at_ = telling_at_;
  }
  if (!hot && monitor.hot_) {
    monitor.heat_ = Monitors::heat(trial, monitor);
    monitor.left_hot_ = heat_changes_;
  }
  if (heat == Heat::cold) {
    monitor.heat_ = 0;
    monitor.cold_at_ = heat_changes_;
  }
  const bool owes = hot || (monitor.owes_ && heat != Heat::cold);
  if (hot == monitor.hot_ && owes == monitor.owes_) return;
  monitor.hot_ = hot;
  if (owes != std::exchange(monitor.owes_, owes)) owing_ += owes ? 1 : -1;
  liveness_.heat_changed(trial, owing_ > 0);
}

std::uint64_t Monitors::heat(const Trial& trial, const Monitor& monitor) {
  if (!monitor.hot_) return monitor.heat_;
  const std::uint64_t from = std::max(monitor.hot_since_, trial.heat_from());
  return monitor.heat_ + (trial.steps() > from ? trial.steps() - from : 0);
}

const Monitor* Monitors::hottest(const Trial& trial) const {
  const Monitor* best = nullptr;
  for (const auto& monitor : monitors_)
    if (monitor->hot_ && (!best || heat(trial, *monitor) > heat(trial, *best))) best = monitor.get();
  return best;
}

const Monitor* Monitors::owing_since(const Trial& trial, std::uint64_t heat_changes) const {
  const Monitor* best = nullptr;
  for (const auto& monitor : monitors_) {
    const bool owes = (monitor->hot_ || monitor->left_hot_ > heat_changes) && monitor->cold_at_ <= heat_changes;
    if (owes && (!best || heat(trial, *monitor) > heat(trial, *best))) best = monitor.get();
  }
  return best;
}

void Monitors::judge_anew(const Trial& trial) {
  for (const auto& monitor : monitors_) {
    monitor->heat_ = 0;
    monitor->hot_since_ = trial.steps();
  }
}

std::string Monitors::describe_hot(const Monitor& monitor) {
  return fmt::format("{} {}, in state {}", monitor.type(), monitor.hot_ ? "is hot" : "was hot and not cold since",
                     monitor.state_name());
}

ObjectId Monitors::faults(Trial& trial) {
  if (faults_ == kNoObject) faults_ = trial.make_object(kFaults, "faults"_hash);
  return faults_;
}

bool Monitors::may_fail(Trial& trial, Location where) {
  if (!trial.schedule({&kAskForFault, faults(trial), Access::read, where})) return false;
  trial.touch(faults_, Access::read);
  trial.describe([&] { return std::string(faults_stopped_ ? "no more" : ""); });
  return !faults_stopped_;
}

void Monitors::stop_faults(Trial& trial, Location where) {
  if (!trial.schedule({&kStopFaults, faults(trial), Access::update, where})) return;
  trial.touch(faults_, Access::update);
  if (std::exchange(faults_stopped_, true)) return;
  judge_anew(trial);
  liveness_.heat_changed(trial, owing_ > 0);
}

std::uint64_t Monitors::add_hash(TaskId task, StateHash::Add add) {
  hashes_.push_back({++hashes_made_, task, std::move(add)});
  return hashes_made_;
}

void Monitors::remove_hash(std::uint64_t number) {
  std::erase_if(hashes_, [&](const Hash& hash) { return hash.number == number; });
}

std::optional<Failure> Monitors::at_quiet(Trial& trial) {
  const Monitor* const monitor = hottest(trial);
  if (!monitor) return std::nullopt;
  Failure failure;
  failure.kind = FailureKind::liveness;
  failure.message = fmt::format("{}, when nothing can happen any more", describe_hot(*monitor));
  if (const std::size_t timers = trial.never_due(); timers > 0)
    failure.message += fmt::format(" ({} pending: the test's function has returned, and time stands still)",
                                   timers == 1 ? "a timer is" : fmt::format("{} timers are", timers));
  if (monitor->hot_at_.known()) {
    failure.file = monitor->hot_at_.file();
    failure.line = monitor->hot_at_.line();
  }
  return failure;
}

void Monitors::fingerprint(const Trial&, Fingerprint& print) const {
  for (const auto& monitor : monitors_) {
    print.add(monitor->current());
    monitor->fingerprint(print);
  }
  for (const Hash& hash : hashes_) {
    print.add_name(static_cast<std::uint64_t>(index(hash.task)));
    const_cast<Hash&>(hash).add(print);
  }
  print.add(faults_stopped_);
}

void Monitors::reset() {
  monitors_.clear();
  hashes_.clear();
  owing_ = 0;
  heat_changes_ = 0;
  faults_ = kNoObject;
  faults_stopped_ = false;
  liveness_.reset();
}

// --- what users call ---

void Monitor::entered(std::uint32_t from, std::uint32_t to, const Message& event) {
  Trial& trial = Trial::current();
  if (Tally* const tally = activity_of(trial)) count_entry(*tally, type(), chart_, from, to, event);
  Monitors::of(trial).heated(trial, *this, chart_.state(to).heat);
  if (trial.detailed() && from != kNoState)
    trial.log(fmt::format("{}: {} -> {}", type(), chart_.state(from).name, chart_.state(to).name));
}

void Monitor::followed(const Rule& rule) {
  if (Tally* const tally = activity_of(Trial::current())) count_rule(*tally, type(), chart_, rule);
}

void Monitor::reached() {
  if (std::exchange(was_reached_, true)) return;
  Trial& trial = Trial::current();
  if (Tally* const tally = trial.tally()) count_scenario(*tally, type(), 1);
  trial.log(fmt::format("{}: reached", type()));
}

namespace detail {

void add_monitor(std::unique_ptr<Monitor> monitor, const void* key, std::string_view type, Location where) {
  Trial& trial = Trial::current();
  Monitors::of(trial).add(trial, std::move(monitor), key, type, where);
}

Monitor* find_monitor(const void* key) {
  Trial& trial = Trial::current();
  if (trial.cleaning_up()) return nullptr;
  return Monitors::of(trial).find(key);
}

void notify_monitor(Monitor& monitor, OwnedMessage event, Location where) {
  Trial& trial = Trial::current();
  Monitors::of(trial).notify(trial, monitor, *event, where);
}

}  // namespace detail

void stop_faults(Location where) {
  Trial& trial = Trial::current();
  Monitors::of(trial).stop_faults(trial, where);
}

bool fault(Location where) {
  Trial& trial = Trial::current();
  if (!Monitors::of(trial).may_fail(trial, where)) return false;
  return trial.choose({.type = DecisionType::fault, .count = 2, .where = where}) != 0;
}

std::uint32_t fair_choose(std::uint32_t n, Location where) {
  return Trial::current().choose({.count = n, .where = where, .fair = true});
}

StateHash::StateHash(Add add) {
  Trial& trial = Trial::current();
  number_ = Monitors::of(trial).add_hash(trial.self(), std::move(add));
}

StateHash::~StateHash() { Monitors::of(Trial::current()).remove_hash(number_); }

}  // namespace heddle
