// Leaving one stack for another: what has to be kept of the one, and the way to the other.
#pragma once

#include <cstdint>

#include "heddle/base/sanitizers.h"
#include "heddle/engine/stack_pool.h"

// Measured: a call that another stack returns from throws the processor's prediction of returns off for every caller above
// it. So the switch must be no call, and is written here for the usual processor: a scheduled operation costs a quarter less.
#if defined(__x86_64__) && !defined(HEDDLE_ASAN)
#define HEDDLE_SWITCHES_INLINE
#else
#include <boost/context/detail/fcontext.hpp>
#endif

namespace heddle {

#if defined(HEDDLE_SWITCHES_INLINE)

#if defined(__AVX512F__)
#define HEDDLE_LOST_AVX512                                                                                              \
  , "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24", "xmm25", "xmm26", "xmm27",        \
      "xmm28", "xmm29", "xmm30", "xmm31", "k1", "k2", "k3", "k4", "k5", "k6", "k7"
#else
#define HEDDLE_LOST_AVX512
#endif

// Below the top of a stack that was left: where to go on, and the two registers that no compiler lets go of.
class Context {
 public:
  // To the beginning of `entry`, which never returns.
  void prepare(const Stack& stack, void (*entry)()) {
    auto* const top = reinterpret_cast<std::uintptr_t*>(reinterpret_cast<std::uintptr_t>(stack.top()) & ~std::uintptr_t{15});
    std::uintptr_t* const words = top - 6;
    words[0] = reinterpret_cast<std::uintptr_t>(entry);
    words[1] = words[2] = 0;  // no frame above it
    words[3] = 0;             // nor anybody who called it: here its stack begins
    top_ = words;
    modes_ = modes();
  }

  [[gnu::always_inline]] static void go(Context& from, Context& to) {
    from.modes_ = modes();
    if (from.modes_.vector != to.modes_.vector) [[unlikely]] {
      __asm__ volatile("ldmxcsr %0" : : "m"(to.modes_.vector));
    }
    if (from.modes_.x87 != to.modes_.x87) [[unlikely]] {
      __asm__ volatile("fldcw %0" : : "m"(to.modes_.x87));
    }
    void** left = &from.top_;
    void** entered = &to.top_;
    __asm__ volatile(
        "leaq -128(%%rsp), %%rsp\n\t"  // below it a function may keep what it has not made room for
        "pushq %%rbp\n\t"
        "pushq %%rbx\n\t"
        "leaq 1f(%%rip), %%rax\n\t"
        "pushq %%rax\n\t"
        "movq %%rsp, (%0)\n\t"
        "movq (%1), %%rsp\n\t"
        "popq %%rax\n\t"
        "popq %%rbx\n\t"
        "popq %%rbp\n\t"
        "jmpq *%%rax\n"
        "1:\n\t"
        "leaq 128(%%rsp), %%rsp"
        : "+D"(left), "+S"(entered)
        :
        : "rax", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "xmm0", "xmm1", "xmm2", "xmm3",
          "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "st",
          "st(1)", "st(2)", "st(3)", "st(4)", "st(5)", "st(6)", "st(7)", "cc", "memory" HEDDLE_LOST_AVX512);
  }

 private:
  // How it rounds, and what it traps: a task's own affair.
  struct Modes {
    std::uint32_t vector;
    std::uint16_t x87;
  };

  [[gnu::always_inline]] static Modes modes() {
    Modes now;
    __asm__ volatile("stmxcsr %0" : "=m"(now.vector));
    __asm__ volatile("fnstcw %0" : "=m"(now.x87));
    return now;
  }

  void* top_ = nullptr;
  Modes modes_{};
};

#undef HEDDLE_LOST_AVX512

#else

class Context {
 public:
  void prepare(const Stack& stack, void (*entry)()) {
    entry_ = entry;
    context_ = boost::context::detail::make_fcontext(stack.top(), stack.size, &Context::arrive);
  }

  static void go(Context& from, Context& to) {
    Way way{&from, &to};
    const boost::context::detail::transfer_t arrival = boost::context::detail::jump_fcontext(to.context_, &way);
    static_cast<Way*>(arrival.data)->from->context_ = arrival.fctx;
  }

 private:
  struct Way {
    Context* from;
    Context* to;
  };

  static void arrive(boost::context::detail::transfer_t arrival) {
    const Way way = *static_cast<Way*>(arrival.data);
    way.from->context_ = arrival.fctx;
    way.to->entry_();
  }

  boost::context::detail::fcontext_t context_ = nullptr;
  void (*entry_)() = nullptr;
};

#endif

}  // namespace heddle
