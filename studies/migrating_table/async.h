// The one place where it is said what coroutines are made of. In a product these would be its own types, or those of
// its runtime; in the tests they are Heddle's, so that Heddle decides who goes on when. Nothing else of the component
// names Heddle.
#pragma once

#include <deque>

#include "heddle/async/async.h"
#include "heddle/async/future.h"

namespace migrating {

template <class T = void>
using Async = heddle::Async<T>;

// A lock that is awaited. First come, first served; it is handed over, so nobody gets in between.
class AsyncLock {
 public:
  Async<> acquire() {
    if (!held_) {
      held_ = true;
      co_return;
    }
    const heddle::Promise<> turn("lock");
    waiting_.push_back(turn);
    co_await turn.future();
  }

  void release() {
    if (waiting_.empty()) {
      held_ = false;
      return;
    }
    const heddle::Promise<> next = waiting_.front();
    waiting_.pop_front();
    next.set();
  }

 private:
  bool held_ = false;
  std::deque<heddle::Promise<>> waiting_;
};

}  // namespace migrating
