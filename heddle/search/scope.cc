#include "heddle/search/scope.h"

#include <fmt/format.h>

namespace heddle {
namespace {

struct Named {
  std::uint64_t Bounds::* bound;
  std::string_view name;
};

constexpr Named kNamed[] = {{&Bounds::preemptions, "preemption"},
                            {&Bounds::delays, "delay"},
                            {&Bounds::steps, "operation"},
                            {&Bounds::faults, "fault"}};

}  // namespace

std::uint64_t Bounds::* Bounds::only() const {
  std::uint64_t Bounds::* found = tree == kUnbounded ? nullptr : &Bounds::tree;
  for (const auto& [bound, name] : kNamed) {
    if (this->*bound == kUnbounded) continue;
    if (found) return nullptr;
    found = bound;
  }
  return found;
}

std::string words(const Bounds& bounds) {
  std::string text;
  if (bounds.tree != kUnbounded) text = fmt::format("bound {}", bounds.tree);
  for (const auto& [bound, name] : kNamed) {
    const std::uint64_t most = bounds.*bound;
    if (most != kUnbounded)
      text += fmt::format("{}{} {}{}", text.empty() ? "" : " and ", most, name, most == 1 ? "" : "s");
  }
  return text;
}

Reduction strongest(const Bounds& bounds) {
  if (bounds.preemptions != kUnbounded || bounds.delays != kUnbounded) return Reduction::none;
  return bounds.steps != kUnbounded ? Reduction::sleep : Reduction::optimal;
}

bool is_whole(const Scope& scope) { return scope.reduction == Reduction::optimal && words(scope.bounds).empty(); }
bool is_plain(const Scope& scope) { return is_whole(scope) && scope.observers == Observers::on; }

}  // namespace heddle
