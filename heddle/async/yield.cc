#include "heddle/async/await.h"
#include "heddle/engine/trial.h"

namespace heddle::async {
namespace {

constexpr OperationKind kYield{"yield", kFixed};

class EverybodyKind final : public ObjectKind {
 public:
  std::string describe(ObjectId) const override { return "everybody"; }
};
const EverybodyKind kEverybody;

// One object for the whole trial.
class Everybody final : public Component {
 public:
  ObjectId object(Trial& trial) {
    if (object_ == kNoObject) object_ = trial.make_object(kEverybody, "everybody"_hash);
    return object_;
  }
  void fingerprint(const Trial&, Fingerprint&) const override {}
  void reset() override { object_ = kNoObject; }

 private:
  ObjectId object_ = kNoObject;
};

}  // namespace

void yield_now(Location where) {
  Trial& trial = Trial::current();
  const ObjectId object = trial.component<Everybody>().object(trial);
  if (trial.schedule({&kYield, object, Access::update, where})) trial.touch(object, Access::update);
}

}  // namespace heddle::async
