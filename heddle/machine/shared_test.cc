#include "heddle/machine/shared.h"

#include <gtest/gtest.h>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "tests/support/trials.h"

namespace heddle {
namespace {

struct Done {};

// What two workers leave behind who do this once each.
template <class Work>
Texts two_workers(Work work) {
  return outcomes([work](std::string& said) {
    const SharedRegister<int> value("value", 0);
    const SharedCounter done("done");
    const Pid test = self();
    for (int i = 0; i < 2; ++i) {
      spawn("worker", [=] {
        work(value);
        done.add(1);
        send(test, Done{});
      });
    }
    receive<Done>();
    receive<Done>();
    said = std::to_string(value.get()) + " by " + std::to_string(done.get());
  });
}

TEST(Shared, EachAccessIsOneOperation) {
  EXPECT_EQ(two_workers([](const SharedRegister<int>& value) { value.set(value.get() + 1); }),
            (Texts{"1 by 2", "2 by 2"}));
  EXPECT_EQ(two_workers([](const SharedRegister<int>& value) { value.update([](int& v) { ++v; }); }), Texts{"2 by 2"});
  EXPECT_EQ(two_workers([](const SharedRegister<int>& value) { value.compare_and_set(0, 7); }), Texts{"7 by 2"});
}

}  // namespace
}  // namespace heddle
