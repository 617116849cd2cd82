// The chain repair methods of studies/corfu.
#include "studies/corfu/scenario.h"
#include "tests/oracles/oracle.h"

namespace heddle::testing {
namespace {

using corfu::LayoutKind;
using corfu::Method;
using corfu::Reader;
using corfu::Scenario;

constexpr auto kNone = Reader::none, kConditional = Reader::conditional, kTwice = Reader::twice;
constexpr auto kCell = LayoutKind::cell, kServer = LayoutKind::server, kKeys = LayoutKind::keys;

Oracle of(Method method, Reader reader, LayoutKind layout, int writers, std::uint64_t executions,
          std::uint64_t failures = 0, const std::string& why = "Concuerror, for the same model") {
  const Scenario scenario{method, reader, layout, writers};
  return {.name = "corfu " + name_of(scenario),
          .why = why,
          .program = fixed([scenario] { run(scenario); }),
          .counts = once(executions, failures)};
}

}  // namespace

std::vector<Oracle> corfu_oracles() {
  const std::string kOtherwise = "depth-first search over all interleavings, which compared the partial orders";
  const std::string kTwoTools = "two prototypes of this search, one by sequences and one by graphs";
  return {
      of(Method::middle_12, kConditional, kCell, 0, 22),
      of(Method::middle_12, kConditional, kServer, 0, 22),
      of(Method::middle_12, kTwice, kServer, 0, 108),
      of(Method::tail, kTwice, kServer, 0, 108),
      of(Method::middle_23, kConditional, kCell, 0, 15),
      of(Method::head, kConditional, kCell, 0, 15),
      of(Method::middle_12, kNone, kCell, 1, 56),
      of(Method::middle_12, kNone, kServer, 1, 56),
      of(Method::middle_23, kNone, kCell, 1, 71),
      of(Method::middle_23, kNone, kServer, 1, 71),
      of(Method::head, kNone, kCell, 1, 94, 8),
      of(Method::head, kNone, kServer, 1, 94, 8),
      of(Method::tail, kNone, kCell, 1, 306),
      of(Method::tail, kNone, kServer, 1, 306),
      of(Method::middle_12, kNone, kCell, 2, 5'334),
      of(Method::middle_12, kConditional, kCell, 1, 7'740),
      of(Method::middle_12, kNone, kServer, 2, 34'850),
      of(Method::middle_12, kConditional, kCell, 2, 1'359'224, 0, kTwoTools),
      of(Method::middle_12, kNone, kKeys, 1, 82, 0, kOtherwise),
      of(Method::middle_12, kNone, kKeys, 2, 12'510, 0, kOtherwise),
      of(Method::middle_12, kConditional, kKeys, 1, 15'178, 0, kOtherwise),
  };
}

}  // namespace heddle::testing
