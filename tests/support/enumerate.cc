#include "tests/support/enumerate.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "heddle/actor/system.h"
#include "heddle/base/hash.h"
#include "heddle/strategy/pos.h"
#include "heddle/strategy/random_walk.h"
#include "tests/support/searched.h"

namespace heddle::testing {

void Enumerate::begin(const TrialStart&) {
  depth_ = 0;
  chosen_.clear();
}

std::uint32_t Enumerate::take(std::uint32_t count) {
  if (depth_ == path_.size()) path_.push_back({0, count});
  Fork& fork = path_[depth_++];
  if (fork.count != count) astray_ = true;
  return std::min(fork.taken, count - 1);
}

const Pending& Enumerate::pick(Ready& ready) {
  std::vector<const Pending*> sorted(ready.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) sorted[i] = &ready[i];
  std::sort(sorted.begin(), sorted.end(), [](const Pending* a, const Pending* b) { return a->task < b->task; });
  return *sorted[take(static_cast<std::uint32_t>(sorted.size()))];
}

std::uint32_t Enumerate::choose(const Choice& choice) {
  std::vector<std::uint32_t> possible;
  for (std::uint32_t value = 0; value < choice.count; ++value)
    if (choice.weights.empty() || choice.weights[value] > 0) possible.push_back(value);
  const std::uint32_t value = possible[take(static_cast<std::uint32_t>(possible.size()))];
  chosen_.emplace_back(choice.task, value);
  return value;
}

bool Enumerate::end(const TrialEnd&) {
  if (depth_ != path_.size()) astray_ = true;
  while (!path_.empty() && path_.back().taken + 1 >= path_.back().count) path_.pop_back();
  if (path_.empty() || astray_) return false;
  ++path_.back().taken;
  return true;
}

std::size_t Exploration::classes_with(const std::string& text) const {
  return static_cast<std::size_t>(
      std::count_if(by_order.begin(), by_order.end(), [&](const auto& one) { return one.second.contains(text); }));
}

namespace {

std::vector<std::string> said;  // by the program, in this execution

bool is_stuck(const Failure& failure) {
  return failure.kind == FailureKind::deadlock || failure.kind == FailureKind::leak;
}

// The partial order as the dependence relation has it: every event with those before it, whoever is who by stable
// identity.
std::uint64_t order_by_relation(const History& history, const HappensBefore& happens_before,
                                const std::vector<std::pair<TaskId, std::uint32_t>>& chosen) {
  const auto who = [&](std::uint32_t event) {
    const Event& e = history.events[event];
    return combine(history.tasks[index(e.task)].stable, e.sequence);
  };
  std::uint64_t sum = 0;
  for (std::uint32_t i = 0; i < history.events.size(); ++i) {
    std::uint64_t past = 0;
    for (std::uint32_t earlier = 0; earlier < i; ++earlier)
      if (happens_before.before(earlier, i)) past += who(earlier);
    sum += combine(who(i), combine(history.events[i].kind->hash, past));
  }
  std::map<TaskId, std::uint32_t> asked;
  for (const auto& [task, value] : chosen)
    sum += combine(history.tasks[index(task)].stable, combine(++asked[task], value));
  return sum;
}

class Explorer {
 public:
  Explorer(const Settings& settings, Look look)
      : trial_(settings), board_(BoardMemory::Sharing::private_memory, 1 << 20), look_(std::move(look)) {
    trial_.keep_history(true);
    trial_.before_cleanup([this](Trial& trial) {
      happens_before_.analyse(trial);
      if (look_) look_(trial, happens_before_);
    });
  }

  // False: nothing is left to explore.
  bool run(const Program& program, Strategy& strategy, const TrialStart& start, const Enumerate* enumerated) {
    said.clear();
    const Outcome ended = trial_.run(program, strategy, start, board_.board(), &ActorSystem::run_body);
    TrialEnd end;
    end.failed = ended.failure.has_value();
    note(ended, enumerated);
    return strategy.end(end);
  }

  // After an exhaustive exploration: neighbours that the relation calls independent can be swapped, and the result is
  // equivalent; neighbours that race can go the other way.
  void check_swaps() {
    if (chooses_ || found.executions > kRemembered) return;
    std::size_t independent = 0, racing = 0;
    for (const auto& [picks, execution] : executions_) {
      for (std::size_t i = 0; i + 1 < picks.size(); ++i) {
        const Meeting meeting = execution.meetings[i];
        if (meeting == Meeting::ordered) continue;
        if (execution.failed && i + 2 == picks.size()) continue;  // a failure ends the trial, whoever else was about to
        Picks swapped(picks.begin(), picks.begin() + static_cast<std::ptrdiff_t>(i));
        swapped.push_back(picks[i + 1]);
        if (meeting == Meeting::racing) {
          const auto other = executions_.lower_bound(swapped);
          const bool possible =
              other != executions_.end() &&
              std::equal(
                  swapped.begin(), swapped.end(), other->first.begin(),
                  other->first.begin() + static_cast<std::ptrdiff_t>(std::min(swapped.size(), other->first.size())));
          if (!possible && racing++ == 0)
            ADD_FAILURE() << "a race that cannot go the other way, at operation " << i << " of\n" << execution.story;
          continue;
        }
        swapped.push_back(picks[i]);
        swapped.insert(swapped.end(), picks.begin() + static_cast<std::ptrdiff_t>(i) + 2, picks.end());
        const auto other = executions_.find(swapped);
        const bool same = other != executions_.end() && other->second.order_hash == execution.order_hash;
        if (!same && independent++ == 0)
          ADD_FAILURE() << "operations " << i << " and the next are independent, but swapped they "
                        << (other == executions_.end() ? "are impossible or change what follows" : "are not equivalent")
                        << ", in\n"
                        << execution.story;
      }
    }
    if (independent > 1) ADD_FAILURE() << independent << " such pairs";
    if (racing > 1) ADD_FAILURE() << racing << " impossible races";
  }

  Exploration found;

 private:
  // How two operations that ran one right after the other meet.
  enum class Meeting : std::uint8_t { independent, racing, ordered };
  using Picks = std::vector<std::uint64_t>;  // tasks of the operations, by stable identity
  struct Execution {
    std::uint64_t order_hash;
    bool failed;
    std::vector<Meeting> meetings;
    std::string story;
  };

  void remember(const Outcome& ended) {
    if (executions_.size() >= kRemembered) return;
    const History& history = trial_.history();
    std::vector<std::uint32_t> operations;
    Picks picks;
    for (std::uint32_t i = 0; i < history.events.size(); ++i) {
      if (!history.events[i].scheduled) continue;
      operations.push_back(i);
      picks.push_back(history.tasks[index(history.events[i].task)].stable);
    }
    const bool failed = ended.failure && !is_stuck(*ended.failure);
    Execution execution{ended.order_hash, failed, {}, executions_.size() < 300 ? story() : "(not kept)"};
    for (std::size_t i = 0; i + 1 < operations.size(); ++i) {
      const std::uint32_t a = operations[i], b = operations[i + 1];
      Meeting meeting = Meeting::independent;
      for (std::uint32_t k = a; k < b; ++k)  // with what followed from it
        if (happens_before_.before(k, b)) meeting = Meeting::ordered;
      for (const Race& race : happens_before_.races())
        if (race.first == a && race.second == b) meeting = Meeting::racing;
      execution.meetings.push_back(meeting);
    }
    executions_.emplace(std::move(picks), std::move(execution));
  }

  std::string story() const {
    std::string events;
    const History& history = trial_.history();
    std::size_t operation = 0;
    for (std::uint32_t i = 0; i < history.events.size(); ++i) {
      const Event& event = history.events[i];
      events += event.scheduled ? fmt::format("{:4}", operation++) : "    ";
      events += fmt::format(" {:3}: task {} #{} {}", i, index(event.task), event.sequence, event.kind->name);
      for (const Touch& touch : history.touches_of(event))
        events += fmt::format(" {}({},{})", to_string(touch.access), index(touch.object), touch.detail);
      for (std::uint32_t k = 0; k < i; ++k)
        if (happens_before_.before(k, i)) events += fmt::format(" <{}", k);
      for (const Race& race : happens_before_.races())
        if (race.second == i) events += fmt::format(" race {}", race.first);
      events += "\n";
    }
    return events;
  }

  static std::string text_of(const Outcome& ended) {
    if (ended.failure && is_stuck(*ended.failure)) return "deadlock";
    if (ended.failure) return fmt::format("{}: {}", to_string(ended.failure->kind), ended.failure->message);
    std::sort(said.begin(), said.end());
    return fmt::format("{}", fmt::join(said, ", "));
  }

  void note(const Outcome& ended, const Enumerate* enumerated) {
    const std::string text = text_of(ended);
    ++found.executions;
    found.outcomes.insert(text);
    ++found.frequency[text];
    found.cut_short |= ended.failure && !is_stuck(*ended.failure);
    if (ended.failure) found.failed.insert(ended.order_hash);
    Texts& same = found.by_order[ended.order_hash];
    if (same.insert(text).second && same.size() == 2)
      ADD_FAILURE() << "equivalent executions, different outcomes: \"" << *same.begin() << "\" and \"" << *same.rbegin()
                    << "\" (order_hash " << ended.order_hash << ")";
    if (!enumerated) return;
    chooses_ |= !enumerated->chosen().empty();
    if (!chooses_) remember(ended);  // by its picks alone
    const std::uint64_t order = order_by_relation(trial_.history(), happens_before_, enumerated->chosen());
    const auto [by_hash, fresh_hash] = by_hash_.try_emplace(ended.order_hash, order);
    if (by_hash->second != order && !complained_)
      complain("one order_hash for two partial orders of the relation, in the second of which the outcome is " + text);
    const auto [by_relation, fresh_relation] = by_relation_.try_emplace(order, ended.order_hash);
    if (by_relation->second != ended.order_hash && !complained_)
      complain("two order_hashes for one partial order of the relation, in which the outcome is " + text);
  }

  void complain(const std::string& what) {
    complained_ = true;
    ADD_FAILURE() << what << "\n" << story();
  }

  Trial trial_;
  BoardMemory board_;
  HappensBefore happens_before_;
  Look look_;
  std::map<std::uint64_t, std::uint64_t> by_hash_, by_relation_;
  bool complained_ = false;
  bool chooses_ = false;
  static constexpr std::size_t kRemembered = 30'000;
  std::map<Picks, Execution> executions_;
};

}  // namespace

void outcome(std::string text) {
  const Trial& trial = Trial::current();
  if (!trial.cleaning_up()) said.push_back(std::move(text));
}

Exploration enumerate_some(const Program& program, const Settings& settings, std::uint64_t limit) {
  Explorer explorer(settings, nullptr);
  Enumerate strategy;
  bool more = true;
  for (std::uint64_t trial = 0; more && trial < limit; ++trial)
    more = explorer.run(program, strategy, {trial, 0}, &strategy);
  EXPECT_FALSE(strategy.astray()) << "the program did something else when given the same answers";
  if (!more) explorer.check_swaps();
  return std::move(explorer.found);
}

Exploration enumerate(const Program& program, const Settings& settings, std::uint64_t limit) {
  Exploration found = enumerate_some(program, settings, limit + 1);
  EXPECT_LE(found.executions, limit) << "too many executions";
  if (!found.cut_short) expect_found_by_search(found, program, settings);  // which sees whole executions
  return found;
}

Exploration enumerate_and_look(const Program& program, const Settings& settings, const Look& look) {
  Explorer explorer(settings, look);
  Enumerate strategy;
  for (std::uint64_t trial = 0; explorer.run(program, strategy, {trial, 0}, &strategy); ++trial) {
  }
  EXPECT_FALSE(strategy.astray());
  explorer.check_swaps();
  return std::move(explorer.found);
}

Exploration sample(const Program& program, std::uint64_t trials, const Settings& settings) {
  Explorer explorer(settings, nullptr);
  RandomWalk walk;
  Pos pos;
  for (std::uint64_t trial = 0; trial < trials; ++trial)
    explorer.run(program, trial % 2 == 0 ? static_cast<Strategy&>(walk) : pos, {trial, combine(1, trial)}, nullptr);
  return std::move(explorer.found);
}

Settings any_time() {
  Settings settings;
  settings.time = TimeMode::any_time;
  return settings;
}

std::vector<const ObjectKind*> kinds_of(const Trial& trial) {
  std::vector<const ObjectKind*> kinds(trial.object_count());
  for (std::size_t i = 0; i < kinds.size(); ++i) kinds[i] = trial.object(static_cast<ObjectId>(i)).kind;
  return kinds;
}

}  // namespace heddle::testing
