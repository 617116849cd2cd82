// The study's tests. README.md says what is expected of each, and how hard it is to find.
//
// EXPECT-FAILURE: corfu.tail
// EXPECT-FAILURE: corfu.tail.twice.server.2w
// EXPECT-FAILURE: corfu.tail.conditional.keys.2w
// EXPECT-FAILURE: corfu.head
// EXPECT-FAILURE: corfu.head.twice.server.2w
// EXPECT-FAILURE: corfu.head.conditional.keys.2w
// EXPECT-FAILURE: corfu.head.none.cell.2w
// EXPECT-FAILURE: corfu.head.none.cell.1w
#include <string>

#include "heddle/heddle.h"
#include "studies/corfu/scenario.h"

namespace corfu {
namespace {

void add(const std::string& name, const Scenario& scenario) {
  // The bug of repair at the tail shows in one of some ten thousand trials, that at the head in one of some tens.
  const bool rare = scenario.method == Method::tail && scenario.reader != Reader::none;
  heddle::Options options;
  options.trials = rare ? 1'000'000 : 20'000;
  heddle::add_test("corfu." + name, [scenario] { run(scenario); }, options, __FILE__, __LINE__);
}

[[maybe_unused]] const bool kAdded = [] {
  for (const Method method : {Method::tail, Method::head, Method::middle_23, Method::middle_12}) {
    const Scenario refined{method, Reader::conditional, LayoutKind::cell, 2};
    add(name_of(method), refined);
    for (const Scenario& scenario : {
             Scenario{method, Reader::twice, LayoutKind::server, 2},      // the paper's initial model
             Scenario{method, Reader::conditional, LayoutKind::keys, 2},  // the paper's refined model
             Scenario{method, Reader::none, LayoutKind::cell, 2},
             Scenario{method, Reader::none, LayoutKind::cell, 1},
         })
      add(name_of(scenario), scenario);
  }
  return true;
}();

}  // namespace
}  // namespace corfu
