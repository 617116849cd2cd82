// A lock that is held by one process at a time, first come, first served. It goes with the death of its holder.
#pragma once

#include <string>
#include <type_traits>

#include "heddle/heddle.h"

namespace rabbitmq_ms {

class Lock {
 public:
  explicit Lock(const std::string& name);  // starts its server

  // What f throws ends the process, and with it the lock.
  template <class F>
  auto with(F f) const {
    acquire();
    if constexpr (std::is_void_v<std::invoke_result_t<F>>) {
      f();
      release();
    } else {
      auto result = f();
      release();
      return result;
    }
  }

 private:
  void acquire() const;
  void release() const;

  heddle::Pid server_;
};

}  // namespace rabbitmq_ms
