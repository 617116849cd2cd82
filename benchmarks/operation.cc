#include "benchmarks/operation.h"

#include <boost/context/detail/fcontext.hpp>
#include <vector>

#include "benchmarks/table.h"
#include "benchmarks/trials.h"

namespace heddle::bench {
namespace {

constexpr OperationKind kStep{"step"};

class OwnObject final : public ObjectKind {
 public:
  std::string describe(ObjectId) const override { return "own"; }
};
const OwnObject kOwn;

void work(std::int64_t operations) {
  Trial& trial = Trial::current();
  const ObjectId object = trial.make_object(kOwn);
  for (std::int64_t i = 0; i < operations; ++i) {
    if (!trial.schedule({&kStep, object, Access::update, Location()})) return;
    trial.touch(object, Access::update);
  }
}

void bounce(boost::context::detail::transfer_t transfer) {
  for (;;) transfer = boost::context::detail::jump_fcontext(transfer.fctx, nullptr);
}

}  // namespace

double nanoseconds_per_operation(int tasks, std::int64_t operations, Strategy& strategy) {
  Bench bench;
  const std::int64_t each = operations / tasks;
  const double time = seconds([&] {
    bench.run(
        [&] {
          for (int i = 1; i < tasks; ++i) Trial::current().spawn("worker", [each] { work(each); });
          work(each);
        },
        strategy, 42);
  });
  return time * 1e9 / static_cast<double>(each * tasks);
}

double nanoseconds_per_switch(std::int64_t switches) {
  using namespace boost::context::detail;
  std::vector<char> stack(64 * 1024);
  transfer_t there{make_fcontext(stack.data() + stack.size(), stack.size(), bounce), nullptr};
  const double time = seconds([&] {
    for (std::int64_t i = 0; i < switches / 2; ++i) there = jump_fcontext(there.fctx, nullptr);
  });
  return time * 1e9 / static_cast<double>(switches);
}

}  // namespace heddle::bench
