// What all histories of calls share, whatever their model (call_history.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "heddle/base/ids.h"
#include "heddle/base/location.h"
#include "heddle/engine/failure.h"
#include "heddle/engine/object.h"
#include "heddle/spec/calls.h"
#include "heddle/spec/verdict.h"

namespace heddle::detail {

enum class CallCheck : std::uint8_t { linearizable, sequential };

// Objects: one for each key, where returns (add) and invocations (read) meet; and one for all, which each of them reads
// and a check updates. Without keys both are the same object, which invocations read and returns add to.
class CallLog : public ObjectKind {
 public:
  explicit CallLog(std::string name);

  std::string describe(ObjectId object) const override;

  void check(CallCheck check, Location where);
  void expect(CallCheck check, Location where);

  // At the end of a trial: the first expectation that is not met.
  std::optional<Failure> unmet() const;
  void outlive() { outlived_ = true; }

 protected:
  virtual Verdict verdict(CallCheck check) const = 0;

  // False: the task is being unwound.
  bool enter_invocation(ObjectId object, Location where);
  bool enter_return(ObjectId object, Location where);  // kNoObject: misuse

  ObjectId whole() const { return whole_; }
  ObjectId make_key(const std::string& text, Location where);
  void check_usable(Location where) const;
  const std::string& client_name() const;
  Instant next_instant() { return instant_++; }

  template <class MakeText>
  void say(MakeText&& make_text) {
    if (watched()) set_text(make_text());
  }

 private:
  struct Expectation {
    CallCheck check;
    Location where;
    std::string task;
  };

  static bool watched();
  static void set_text(std::string text);
  bool enter(const OperationKind& kind, ObjectId object, Access access, Location where);

  std::string name_;
  ObjectId whole_;
  std::map<ObjectId, std::string> key_names_;
  std::vector<Expectation> expected_;
  Instant instant_ = 0;
  bool outlived_ = false;
};

// The trial keeps it as long as it may be asked about its objects.
void add_call_log(std::shared_ptr<CallLog> log);

}  // namespace heddle::detail
