#include "heddle/async/async.h"

#include <memory>
#include <vector>

#include "heddle/actor/slot.h"
#include "heddle/actor/system.h"

namespace heddle::detail {
namespace {

constexpr OperationKind kResumed{"resumed", kFixed};

// Stands at the end of a chain of awaits, where the driving task was: tells it that the chain is done.
class Waker {
 public:
  struct promise_type {
    Waker get_return_object() noexcept { return Waker(std::coroutine_handle<promise_type>::from_promise(*this)); }
    std::suspend_always initial_suspend() const noexcept { return {}; }
    std::suspend_always final_suspend() const noexcept { return {}; }
    void unhandled_exception() const { throw; }
    void return_void() const noexcept {}
  };

  explicit Waker(std::coroutine_handle<> handle) : handle_(handle) {}
  Waker(const Waker&) = delete;
  Waker& operator=(const Waker&) = delete;
  ~Waker() { handle_.destroy(); }
  std::coroutine_handle<> handle() const { return handle_; }

 private:
  std::coroutine_handle<> handle_;
};

Waker wake(Slot* slot) {
  Trial& trial = Trial::current();
  if (trial.schedule({&kResumed, slot->object, Access::send, Location::none()}))
    ActorSystem::of(trial).fill(trial, *slot);
  co_return;
}

// What the driving task and whoever resumes its coroutine have in common.
struct Drive {
  explicit Drive(Trial& trial) : slot(trial), waker(wake(&slot)) {}
  Slot slot;
  Waker waker;
};

// Coroutines whose driving task was killed while they were in the middle of something elsewhere.
class Orphans final : public Component {
 public:
  ~Orphans() override { reset(); }

  void adopt(std::coroutine_handle<> frame, std::unique_ptr<Drive> drive) {
    left_.push_back({frame, std::move(drive)});
  }

  void fingerprint(const Trial&, Fingerprint& print) const override { print.add_unknown("a coroutine"); }

  // Destructors skip their operations while an exception is under way, as those of any task that is unwound do.
  void reset() override {
    struct DestroyAll {
      std::vector<Left>& left;
      ~DestroyAll() {
        for (const Left& one : left) one.frame.destroy();
        left.clear();
      }
    };
    if (left_.empty()) return;
    try {
      const DestroyAll at_unwinding{left_};
      throw TaskKilled{};
    } catch (const TaskKilled&) {
    }
  }

 private:
  struct Left {
    std::coroutine_handle<> frame;
    std::unique_ptr<Drive> drive;
  };
  std::vector<Left> left_;
};

}  // namespace

void wait_for_other_tasks(AsyncPromiseBase& promise, std::coroutine_handle<> frame, bool& left, Location where) {
  Trial& trial = Trial::current();
  auto drive = std::make_unique<Drive>(trial);
  promise.continuation = drive->waker.handle();
  try {
    if (!ActorSystem::of(trial).await(trial, drive->slot, "a coroutine that something else resumes", where))
      throw TaskKilled{};
  } catch (const TaskKilled&) {
    left = !promise.suspended;
    if (left) trial.component<Orphans>().adopt(frame, std::move(drive));
    throw;
  }
}

}  // namespace heddle::detail
