// Stacks for tasks: mapped once, guarded by a page that faults, used again by later trials.
#pragma once

#include <cstddef>
#include <vector>

namespace heddle {

struct Stack {
  char* low = nullptr;  // lowest usable byte; the guard page lies below
  std::size_t size = 0;
  char* top() const { return low + size; }
};

class StackPool {
 public:
  explicit StackPool(std::size_t stack_size);
  ~StackPool();
  StackPool(const StackPool&) = delete;
  StackPool& operator=(const StackPool&) = delete;

  Stack take();
  void give_back(Stack stack) { free_.push_back(stack); }

  // With a pattern, every stack handed out is filled with it, so that what a test reads from uninitialised locals does
  // not depend on earlier trials. Negative: off.
  void poison_with(int pattern) { poison_ = pattern; }

  std::size_t mapped() const { return all_.size(); }  // in use or not

  // Does the address lie in the guard below a stack of this pool? Safe in a signal handler.
  bool in_guard(const void* address) const;

 private:
  std::size_t mapped_bytes() const;

  std::size_t size_;
  int poison_ = -1;
  std::vector<Stack> all_, free_;
};

}  // namespace heddle
