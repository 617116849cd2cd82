#include "heddle/spec/call_log.h"

#include <fmt/format.h>

#include "heddle/base/hash.h"
#include "heddle/engine/trial.h"

namespace heddle::detail {
namespace {

constexpr OperationKind kInvoke{"invoke", kFixed};
constexpr OperationKind kReturn{"return", kFixed};
constexpr OperationKind kCheckCalls{"check calls", kFixed};

FailureKind kind_of(CallCheck check, const Verdict& verdict) {
  if (verdict.answer == Verdict::Answer::gave_up) return FailureKind::limit;
  return check == CallCheck::linearizable ? FailureKind::linearizability : FailureKind::consistency;
}

// All histories of one trial.
class CallLogs final : public Component {
 public:
  void add(std::shared_ptr<CallLog> log) { logs_.push_back(std::move(log)); }

  std::optional<Failure> at_quiet(Trial&) override {
    for (const std::shared_ptr<CallLog>& log : logs_)
      if (std::optional<Failure> failure = log->unmet()) return failure;
    return std::nullopt;
  }

  void fingerprint(const Trial&, Fingerprint& print) const override { print.add_unknown("a call history"); }

  void reset() override {
    for (const std::shared_ptr<CallLog>& log : logs_) log->outlive();
    logs_.clear();
  }

 private:
  std::vector<std::shared_ptr<CallLog>> logs_;
};

}  // namespace

CallLog::CallLog(std::string name) : name_(std::move(name)), whole_(Trial::current().make_object(*this)) {}

std::string CallLog::describe(ObjectId object) const {
  const auto key = key_names_.find(object);
  return key == key_names_.end() ? "calls of " + name_ : fmt::format("calls of {}[{}]", name_, key->second);
}

void CallLog::check_usable(Location where) const {
  if (outlived_)
    Trial::current().fail(
        FailureKind::misuse,
        fmt::format("call history '{}' is from an earlier trial: do not keep them in globals or statics", name_),
        where);
}

ObjectId CallLog::make_key(const std::string& text, Location where) {
  check_usable(where);
  Trial& trial = Trial::current();
  const ObjectId object = trial.make_object(*this, combine(trial.object(whole_).stable, hash_text(text)));
  key_names_.emplace(object, text);
  return object;
}

bool CallLog::enter(const OperationKind& kind, ObjectId object, Access access, Location where) {
  Trial& trial = Trial::current();
  if (!trial.schedule({&kind, object, access, where})) return false;
  trial.touch(object, access);
  if (object != whole_) trial.touch(whole_, Access::read);
  return true;
}

bool CallLog::enter_invocation(ObjectId object, Location where) { return enter(kInvoke, object, Access::read, where); }

bool CallLog::enter_return(ObjectId object, Location where) {
  check_usable(where);
  if (object == kNoObject && !Trial::current().cleaning_up())
    Trial::current().fail(FailureKind::misuse,
                          "a call returned that is not open: each returns once, in its own history", where);
  return object != kNoObject && enter(kReturn, object, Access::add, where);
}

const std::string& CallLog::client_name() const {
  const Trial& trial = Trial::current();
  return trial.name_of(trial.self());
}

bool CallLog::watched() { return Trial::current().detailed(); }
void CallLog::set_text(std::string text) {
  Trial::current().describe([&] { return std::move(text); });
}

void CallLog::check(CallCheck check, Location where) {
  check_usable(where);
  if (!enter(kCheckCalls, whole_, Access::update, where)) return;
  set_text(name_);
  const Verdict found = verdict(check);
  if (!found.ok())
    Trial::current().fail(kind_of(check, found), fmt::format("{}: {}", name_, found.reason), where, found.drawing);
}

void CallLog::expect(CallCheck check, Location where) {
  check_usable(where);
  expected_.push_back({check, where, client_name()});
}

std::optional<Failure> CallLog::unmet() const {
  for (const auto& [check, where, task] : expected_) {
    const Verdict found = verdict(check);
    if (!found.ok())
      return Failure{
          kind_of(check, found), fmt::format("{}: {}", name_, found.reason), where.file(), where.line(), task,
          found.drawing};
  }
  return std::nullopt;
}

void add_call_log(std::shared_ptr<CallLog> log) { Trial::current().component<CallLogs>().add(std::move(log)); }

}  // namespace heddle::detail
