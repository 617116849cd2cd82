// All completions of one trial that somebody has to look after: those of running coroutines, and errors that nobody has
// seen yet. Internal.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "heddle/actor/pid.h"
#include "heddle/async/future.h"
#include "heddle/engine/trial.h"

namespace heddle::detail {

class PromiseKind final : public ObjectKind {
 public:
  std::string describe(ObjectId object) const override;
};

class Completions final : public Component {
 public:
  static Completions& of(Trial& trial) { return trial.component<Completions>(); }

  // Where those meet who provide and who await something of this name.
  ObjectId make_object(const std::string& name);
  const std::string& name_of(ObjectId object) const;

  // Done when the actor ends, however it does.
  void complete_at_end_of(Trial& trial, Pid actor, std::shared_ptr<Completion> completion);

  void remember(Completion& failed) { failed_.push_back(&failed); }
  void forget(const Completion& failed) { std::erase(failed_, &failed); }
  static std::string unseen_text(const Completion& failed);

  std::optional<Failure> at_quiet(Trial& trial) override;
  void fingerprint(const Trial&, Fingerprint& print) const override { print.add_unknown("a started coroutine"); }
  void reset() override;

 private:
  void ended(Trial& trial, Pid actor);

  std::map<std::uint32_t, std::shared_ptr<Completion>> running_;  // by task
  std::vector<Completion*> failed_;
  std::map<std::uint32_t, std::string> names_;  // by object
  bool hears_of_deaths_ = false;
};

}  // namespace heddle::detail
