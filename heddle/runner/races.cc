#include "heddle/runner/races.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <tuple>

#include "heddle/base/hash.h"
#include "heddle/engine/trial.h"
#include "heddle/runner/fields.h"
#include "heddle/trace/text.h"

namespace heddle {
namespace {

std::string line_of(const FoundRace& race) {
  return fmt::format("{1}{0}{2}{0}{3}", kBetween, escape(race.object), fields(race.one), fields(race.other));
}

FoundRace read_line(std::string_view line) {
  FoundRace race;
  race.object = next_field(line);
  race.one = next_operation(line);
  race.other = next_operation(line);
  return race;
}

std::uint64_t key_of(const History& history, TaskId task, const OperationKind* kind, const Location& where) {
  return combine(history.tasks[index(task)].stable, combine(kind ? kind->hash : 0, where.hash()));
}

// Which of the two came first is not part of it.
std::uint64_t key_of_pair(std::uint64_t a, std::uint64_t b, std::uint64_t object) {
  return combine(std::min(a, b), combine(std::max(a, b), object));
}

FoundRace make_race(OperationText a, OperationText b, std::string object) {
  if (b < a) std::swap(a, b);
  return {std::move(a), std::move(b), std::move(object)};
}

std::uint64_t stable_of(const History& history, ObjectId object) {
  return object == kNoObject ? 0 : history.object_stable[index(object)];
}

}  // namespace

void RaceLog::look(const Trial& trial) {
  found_.clear();
  const History& h = trial.history();
  order_.analyse(trial, observers_);
  for (const Race& race : order_.races()) {
    const Event &first = h.events[race.first], &second = h.events[race.second];
    // A task that was struck announces its exit in the place of what it was about to do, which is told below.
    const bool struck = std::any_of(h.lost.begin(), h.lost.end(), [&](const LostRecord& lost) {
      return lost.event == race.first && lost.task == second.task && lost.sequence == second.sequence;
    });
    if (struck) continue;
    const ObjectId object = contested_object(h, first, second);
    add(key_of_pair(key_of(h, first.task, first.kind, first.where), key_of(h, second.task, second.kind, second.where),
                    stable_of(h, object)),
        [&] {
          return make_race(describe_operation(trial, first), describe_operation(trial, second), trial.name_of(object));
        });
  }
  for (const LostRecord& lost : h.lost) {
    const Event& first = h.events[lost.event];
    const Operation& operation = lost.operation;
    const ObjectId object = contested_object(h, lost);
    add(key_of_pair(key_of(h, first.task, first.kind, first.where),
                    key_of(h, lost.task, operation.kind, operation.where), stable_of(h, object)),
        [&] {
          return make_race(describe_operation(trial, first), describe_operation(trial, lost), trial.name_of(object));
        });
  }
  std::sort(found_.begin(), found_.end());
  found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
}

// Texts are made only of what is seen for the first time. Places that differ only in their column have the same text.
void RaceLog::add(std::uint64_t key, const std::function<FoundRace()>& describe) {
  if (const auto known = by_key_.find(key); known != by_key_.end()) {
    found_.push_back(known->second);
    return;
  }
  const std::string line = line_of(describe()) + "\n";
  const auto number = static_cast<std::uint32_t>(by_line_.size());
  const auto same = by_line_.find(line);
  if (same == by_line_.end()) {
    if (number == kMost || !lines_.append(line.data(), line.size())) {
      shared_->left_out.store(true);
      return;
    }
    by_line_.emplace(line, number);
  }
  found_.push_back(same == by_line_.end() ? number : same->second);
  by_key_.emplace(key, found_.back());
}

void RaceLog::count() {
  for (const std::uint32_t race : found_) shared_->executions[race].fetch_add(1, std::memory_order_relaxed);
  found_.clear();
}

std::vector<FoundRace> RaceLog::races() const {
  std::vector<FoundRace> races;
  std::string_view lines = lines_.view();
  for (std::size_t i = 0, end = 0; (end = lines.find('\n')) != std::string_view::npos; ++i) {
    FoundRace race = read_line(lines.substr(0, end));
    race.executions = shared_->executions[i].load();
    if (race.executions > 0) races.push_back(std::move(race));
    lines.remove_prefix(end + 1);
  }
  return races;
}

void merge_races(std::vector<FoundRace>& all, std::vector<FoundRace> more) {
  const auto what = [](const FoundRace& race) { return std::tie(race.one, race.other, race.object); };
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  std::sort(all.begin(), all.end(), [&](const FoundRace& a, const FoundRace& b) { return what(a) < what(b); });
  std::vector<FoundRace> merged;
  for (FoundRace& race : all) {
    if (!merged.empty() && what(merged.back()) == what(race))
      merged.back().executions += race.executions;
    else
      merged.push_back(std::move(race));
  }
  std::sort(merged.begin(), merged.end(), [&](const FoundRace& a, const FoundRace& b) {
    return a.executions != b.executions ? a.executions > b.executions : what(a) < what(b);
  });
  all = std::move(merged);
}

}  // namespace heddle
