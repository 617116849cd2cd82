#include "heddle/report/json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "heddle/report/words.h"

namespace heddle {

namespace {

using Json = nlohmann::ordered_json;  // the fields in the order in which the header explains them

Json known(double number) { return number > 0 ? Json(number) : Json(nullptr); }

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json to_json(const Failure& failure) {
  const bool has_place = !failure.file.empty();
  return {
      {"kind", to_string(failure.kind)},
      {"message", failure.message},
      {"file", text_or_null(failure.file)},
      {"line", has_place ? Json(failure.line) : Json(nullptr)},
      {"task", text_or_null(failure.task)},
  };
}

Json to_json(const FoundFailure& found) {
  Json json = to_json(found.failure);
  json.update({
      {"detail", text_or_null(found.failure.detail)},
      {"trial", found.trial},
      {"seed", seed_text(found.seed)},
      {"strategy", found.strategy},
      {"count", found.count},
      {"replays", found.replays},
      {"attempts", found.attempts},
      {"departed", text_or_null(found.departed)},
      {"decisions", found.schedule.size()},
      {"schedule_file", text_or_null(found.schedule_file)},
      {"story", found.story},
  });
  return json;
}

Json to_json(const ConflictStatistics& conflicts) {
  if (!conflicts.on) return nullptr;
  return {
      {"trials", conflicts.trials},
      {"operations", conflicts.operations},
      {"conflicting", conflicts.conflicting},
      {"false_negatives", conflicts.false_negatives},
      {"false_positives", conflicts.false_positives},
      {"signatures", conflicts.signatures},
  };
}

Json replay_json(const Report& report) {
  if (!report.is_replay) return nullptr;
  return {
      {"file", text_or_null(report.replayed_file)},
      {"departed", text_or_null(report.departed)},
      {"followed", report.followed},
      {"saved_for", report.saved_for ? to_json(*report.saved_for) : Json(nullptr)},
  };
}

Json to_json(const OperationText& operation) {
  const bool has_place = !operation.file.empty();
  return {
      {"task", operation.task},
      {"kind", operation.kind},
      {"file", text_or_null(operation.file)},
      {"line", has_place ? Json(operation.line) : Json(nullptr)},
  };
}

Json races_json(const Report& report) {
  if (!report.races_asked) return nullptr;
  Json races = Json::array();
  for (const FoundRace& race : report.races)
    races.push_back({{"executions", race.executions},
                     {"object", text_or_null(race.object)},
                     {"operations", Json::array({to_json(race.one), to_json(race.other)})}});
  return races;
}

Json coverage_json(const Report& report) {
  if (report.coverage.empty() && report.coverage_unknown.empty()) return nullptr;
  Json samplers = Json::array();
  for (const SamplerCoverage& each : report.coverage)
    samplers.push_back({{"strategy", each.strategy},
                        {"trials", each.trials},
                        {"hit", each.hit},
                        {"beyond", each.beyond},
                        {"failed_trials", each.failed_trials}});
  return {
      {"classes", report.classes},
      {"unknown", text_or_null(report.coverage_unknown)},
      {"samplers", std::move(samplers)},
  };
}

Json verification_json(const Report& report) {
  if (!report.verifying) return nullptr;
  Json rounds = Json::array();
  for (const Round& round : report.rounds)
    rounds.push_back({{"within", round.within},
                      {"trials", round.trials},
                      {"redundant", round.redundant},
                      {"left_out", round.left_out},
                      {"cut", round.cut},
                      {"ended", to_string(round.ended)}});
  return {
      {"verified", report.verified()},         {"reduction", report.reduction}, {"observers", report.observers},
      {"within", text_or_null(report.within)}, {"left_out", report.left_out},   {"cut", report.cut},
      {"redundant", report.redundant},         {"rounds", std::move(rounds)},
      {"search", report.search},
      {"states", known(report.states)},
      {"runs", report.runs},
      {"at_most", report.at_most},
      {"not_by_graphs", text_or_null(report.refused)},
      {"checkpoint", text_or_null(report.checkpoint)},
      {"expected", known(report.expected.executions)},
      {"expected_low", known(report.expected.low)},
      {"expected_high", known(report.expected.high)},
      {"drawing", text_or_null(report.drawing)},
      {"races", races_json(report)},
      {"coverage", coverage_json(report)},
  };
}

Json to_json(const Report& report) {
  const double seconds = static_cast<double>(report.elapsed.count()) * 1e-9;
  const bool none_failed = !report.failed() && report.trials > 0 && !report.is_replay && !report.verifying;
  Json scenarios = Json::array();
  for (const auto& [name, trials] : report.scenarios) scenarios.push_back({{"name", name}, {"trials", trials}});
  Json failures = Json::array();
  for (const FoundFailure& found : report.failures) failures.push_back(to_json(found));
  return {
      {"name", report.name},
      {"strategy", report.strategy},
      {"seed", seed_text(report.seed)},
      {"ok", static_cast<bool>(report.ok())},
      {"ended", to_string(report.ended)},
      {"error", text_or_null(report.error)},
      {"workers", report.workers},
      {"trials", report.trials},
      {"failed_trials", report.failed_trials},
      {"operations", report.steps},
      {"elapsed_s", seconds},
      {"operations_per_s", seconds > 0 ? static_cast<double>(report.steps) / seconds : 0.0},
      {"distinct_orders", report.distinct_orders},
      {"distinct_orders_is_lower_bound", report.distinct_is_bound},
      {"orders_seen_once", report.seen_once},
      {"chance_of_new_order", report.chance_of_new_order()},
      {"failure_bound", none_failed ? Json(report.failure_bound()) : Json(nullptr)},
      {"conflicts", to_json(report.conflicts)},
      {"verification", verification_json(report)},
      {"replay", replay_json(report)},
      {"scenarios", std::move(scenarios)},
      {"scenario_trials", report.scenario_trials},
      {"no_lassos", text_or_null(report.no_lassos)},
      {"failures", std::move(failures)},
      {"unended", report.unended ? to_json(*report.unended) : Json(nullptr)},
  };
}

}  // namespace

std::string_view to_string(Ended ended) {
  switch (ended) {
    case Ended::trials: return "trials";
    case Ended::time: return "time";
    case Ended::failure: return "failure";
    case Ended::interrupted: return "interrupted";
    case Ended::exhausted: return "exhausted";
  }
  return "?";
}

std::string json_text(const RunRecord& run) {
  Json tests = Json::array();
  for (const Report& report : run.reports) tests.push_back(to_json(report));
  const bool ok = std::all_of(run.reports.begin(), run.reports.end(), [](const Report& r) { return r.ok(); });
  const Json whole = {
      {"format", 1},         {"heddle", run.version},           {"program", run.program},
      {"ok", ok},            {"interrupted", run.interrupted},  {"tests", std::move(tests)},
  };
  return whole.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace heddle
