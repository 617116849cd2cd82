#include "heddle/async/future.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "heddle/actor/slot.h"
#include "heddle/actor/system.h"
#include "heddle/async/completions.h"

namespace heddle {
namespace {

constexpr OperationKind kAwait{"await", kFixed};
constexpr OperationKind kIsReady{"is ready?", kFixed};
constexpr OperationKind kProvide{"provide"};

// As Heddle's own reports name it: "std::runtime_error: what it says".
std::string text_of(const std::exception_ptr& error) {
  const auto named = [](const char* type) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> name(abi::__cxa_demangle(type, nullptr, nullptr, &status),
                                                           &std::free);
    return std::string(status == 0 && name ? name.get() : type);
  };
  try {
    std::rethrow_exception(error);
  } catch (const std::exception& e) {
    return named(typeid(e).name()) + ": " + e.what();
  } catch (...) {
    const std::type_info* const type = abi::__cxa_current_exception_type();
    return type ? named(type->name()) : "exception";
  }
}

}  // namespace

AwaitFailed::AwaitFailed(std::string awaited, Reason reason)
    : std::runtime_error(fmt::format("{} has no result: {}", awaited, reason.text)),
      awaited_(std::move(awaited)),
      reason_(std::move(reason)) {}

namespace detail {

Completion::Completion(std::string name) : Completion(std::move(name), kNoObject) {
  object_ = Completions::of(Trial::current()).make_object(name_);
}

Completion::Completion(std::string name, ObjectId object)
    : name_(std::move(name)), object_(object), slot_(std::make_shared<Slot>(Trial::current())) {}

Completion::~Completion() {
  if (!error_) return;
  Trial* const trial = Trial::current_or_null();
  if (!trial) return;
  Completions::of(*trial).forget(*this);
  if (!seen_ && !trial->cleaning_up())
    trial->flag_failure(FailureKind::exception, Completions::unseen_text(*this), Location::none());
}

void Completion::wait(Location where) {
  Trial& trial = Trial::current();
  ActorSystem& system = ActorSystem::of(trial);
  const Pid self{trial.self()};
  if (self == slot_->owner && told_) return;
  const std::string what = "await of " + name_;
  if (self == slot_->owner) {
    if (!system.await(trial, *slot_, what.c_str(), where)) throw TaskKilled{};
    told_ = true;
    return;
  }
  const auto slot = std::make_shared<Slot>(trial);
  if (!done_or_tell(slot, 0, where) && !system.await(trial, *slot, what.c_str(), where)) throw TaskKilled{};
}

bool Completion::done(Location where) {
  Trial& trial = Trial::current();
  if (!trial.schedule({&kIsReady, object_, Access::visit, where})) return done_;
  trial.touch(object_, Access::visit);
  trial.describe([&] { return fmt::format("{}: {}", name_, done_); });
  return done_;
}

bool Completion::done_or_tell(const std::shared_ptr<Slot>& slot, std::uint32_t value, Location where) {
  Trial& trial = Trial::current();
  if (!trial.schedule({&kAwait, object_, Access::visit, where})) throw TaskKilled{};
  trial.touch(object_, Access::visit);
  trial.describe([&] { return name_; });
  if (!done_) others_.push_back({slot, value});
  return done_;
}

bool Completion::claim(Second second, Location where) {
  Trial& trial = Trial::current();
  if (!trial.schedule({&kProvide, object_, Access::update, where})) return false;
  trial.touch(object_, claimed_ ? Access::visit : Access::update);
  trial.describe([&] { return name_; });
  if (claimed_ && second == Second::is_misuse)
    trial.fail(FailureKind::misuse,
               fmt::format("{} has its value already; where several may be first, use try_set()", name_), where);
  return !std::exchange(claimed_, true);
}

void Completion::complete() {
  Trial& trial = Trial::current();
  ActorSystem& system = ActorSystem::of(trial);
  done_ = true;
  system.fill(trial, *slot_);
  for (const Waiting& waiting : std::exchange(others_, {})) system.fill(trial, *waiting.slot, waiting.value);
}

void Completion::put_error(std::exception_ptr error) {
  error_ = std::move(error);
  text_ = text_of(error_);
  Completions::of(Trial::current()).remember(*this);
}

void Completion::throw_why() {
  seen_ = true;
  if (error_) std::rethrow_exception(error_);
  throw AwaitFailed(name_, reason_);
}

}  // namespace detail
}  // namespace heddle
