// Executors for coroutines and callbacks of other libraries: whatever runs on them is under Heddle's control.
//
//   Executor pool("pool");
//   pool.post([&] { ... });                      // a task of its own, in any order with all others
//   Delayed timer = pool.post_after(5ms, retry); // timer.cancel()
//   co_await pool.schedule();                    // the coroutine goes on as a task of the pool
//
//   Strand serial("serial");                     // the same, but one at a time, first come first served
//
// A function that was posted is an actor. Its first step is an operation that meets all others of the same executor, so
// that every order of them is explored, even if the code uses nothing else that Heddle knows of. Between its operations
// a function runs undisturbed: as on a thread pool with as many threads as there is work, if data is shared under
// operations. An exception that leaves it is a failure of the test.
//
// Executors are made inside a test. Copies stand for the same executor, and compare equal.
#pragma once

#include <coroutine>
#include <memory>
#include <string_view>
#include <utility>

#include "heddle/actor/pid.h"
#include "heddle/base/ids.h"
#include "heddle/base/location.h"
#include "heddle/base/unique_function.h"
#include "heddle/engine/task.h"

namespace heddle {

// A function that will be posted later. A value: copies stand for the same one.
class Delayed {
 public:
  Delayed() = default;

  // True: it had not been posted, and now never will (an operation).
  bool cancel(Location where = {}) const;

 private:
  friend class ExecutorBase;
  Delayed(TaskId timer, ObjectId object) : timer_(timer), object_(object) {}
  TaskId timer_ = kNoTask;
  ObjectId object_ = kNoObject;
};

// What both executors share.
class ExecutorBase {
 public:
  // Runs the function soon, never inside this call. defer() and execute() are other names for it.
  void post(UniqueFunction function, Location where = {}) const { submit(std::move(function), where); }
  void defer(UniqueFunction function, Location where = {}) const { submit(std::move(function), where); }
  void execute(UniqueFunction function, Location where = {}) const { submit(std::move(function), where); }

  // At once, if the caller runs on this executor; else as post().
  void dispatch(UniqueFunction function, Location where = {}) const;
  bool runs_here() const;

  // After so much virtual time.
  Delayed post_after(Duration duration, UniqueFunction function, Location where = {}) const;

  // Awaited, goes on as a function that was posted. If the coroutine is destroyed before, nothing happens.
  class Schedule {
   public:
    Schedule(const ExecutorBase& executor, Location where) : executor_(executor), where_(where) {}
    Schedule(const Schedule&) = delete;
    Schedule& operator=(const Schedule&) = delete;
    ~Schedule() {
      if (waiting_) *waiting_ = nullptr;
    }
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> coroutine);
    void await_resume() noexcept { waiting_.reset(); }

   private:
    const ExecutorBase& executor_;
    Location where_;
    std::shared_ptr<std::coroutine_handle<>> waiting_;
  };
  Schedule schedule(Location where = {}) const { return Schedule(*this, where); }

  friend bool operator==(const ExecutorBase& a, const ExecutorBase& b) { return a.object_ == b.object_; }

 protected:
  ExecutorBase(ObjectId object, Pid worker) : object_(object), worker_(worker) {}
  static ObjectId make(std::string_view name);

 private:
  void submit(UniqueFunction function, Location where) const;

  ObjectId object_;
  Pid worker_;  // of a strand
};

class Executor : public ExecutorBase {
 public:
  explicit Executor(std::string_view name = "executor");
};

// To post is an operation here: who comes first is served first.
class Strand : public ExecutorBase {
 public:
  explicit Strand(std::string_view name = "strand");

 private:
  Strand(std::string_view name, ObjectId object);
};

}  // namespace heddle
