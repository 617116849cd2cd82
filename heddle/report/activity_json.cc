// Activity for programs.
#include <nlohmann/json.hpp>

#include "heddle/report/activity_files.h"

namespace heddle {
namespace {

using Json = nlohmann::ordered_json;  // the fields in the order in which the header explains them

Json to_json(const TypeActivity& type) {
  Json states = Json::array(), rules = Json::array(), transitions = Json::array();
  for (const auto& state : type.states) states.push_back({{"name", state.name}, {"count", state.count}});
  for (const auto& rule : type.rules)
    rules.push_back({{"state", rule.state}, {"event", rule.event}, {"reaction", rule.reaction}, {"count", rule.count}});
  for (const auto& move : type.transitions)
    transitions.push_back({{"from", move.from}, {"event", move.event}, {"to", move.to}, {"count", move.count}});
  return {{"type", type.type},
          {"states", std::move(states)},
          {"rules", std::move(rules)},
          {"transitions", std::move(transitions)}};
}

}  // namespace

std::string activity_json(const Activity& activity, std::string_view program, std::string_view version) {
  Json types = Json::array();
  for (const TypeActivity& type : activity.types) types.push_back(to_json(type));
  const Json whole = {{"format", 1},
                      {"heddle", version},
                      {"program", program},
                      {"complete", !activity.left_out},
                      {"types", std::move(types)}};
  return whole.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace heddle
