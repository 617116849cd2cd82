#include "heddle/async/completions.h"

#include <fmt/format.h>

#include "heddle/actor/system.h"

namespace heddle::detail {
namespace {

const PromiseKind kPromise;

}  // namespace

std::string PromiseKind::describe(ObjectId object) const {
  Trial* const trial = Trial::current_or_null();
  return trial ? Completions::of(*trial).name_of(object) : "promise";
}

ObjectId Completions::make_object(const std::string& name) {
  const ObjectId object = Trial::current().make_object(kPromise);
  names_[index(object)] = name;
  return object;
}

const std::string& Completions::name_of(ObjectId object) const { return names_.at(index(object)); }

void Completions::complete_at_end_of(Trial& trial, Pid actor, std::shared_ptr<Completion> completion) {
  if (!hears_of_deaths_) ActorSystem::of(trial).on_death([this](Trial& now, Pid dead) { ended(now, dead); });
  hears_of_deaths_ = true;
  running_.emplace(index(actor.task), std::move(completion));
}

void Completions::ended(Trial& trial, Pid actor) {
  const auto found = running_.find(index(actor.task));
  if (found == running_.end()) return;
  const std::shared_ptr<Completion> completion = std::move(found->second);
  running_.erase(found);
  completion->end(ActorSystem::of(trial).actor(actor).reason);
  completion->complete();
}

std::string Completions::unseen_text(const Completion& failed) {
  return fmt::format("{} (in {}, which nobody awaits)", failed.error_text(), failed.name());
}

std::optional<Failure> Completions::at_quiet(Trial&) {
  for (const Completion* failed : failed_)
    if (failed->unseen()) return Failure{FailureKind::exception, unseen_text(*failed), "", 0, failed->name(), ""};
  return std::nullopt;
}

void Completions::reset() {
  running_.clear();
  failed_.clear();
  names_.clear();
  hears_of_deaths_ = false;
}

}  // namespace heddle::detail
