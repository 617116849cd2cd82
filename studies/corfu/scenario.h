// The test: writers and a reader at work while a chain is repaired.
#pragma once

#include <cstdint>
#include <string>

#include "studies/corfu/layout_service.h"
#include "studies/corfu/method.h"

namespace corfu {

enum class Reader : std::uint8_t {
  none,
  twice,        // reads two times, each time starting with the first layout
  conditional,  // reads again only if it has seen a value, and with the layout that it knows by then
};

struct Scenario {
  Method method = Method::tail;
  Reader reader = Reader::conditional;
  LayoutKind layout = LayoutKind::cell;
  int writers = 2;  // 0 to 2, each with a value of its own

  // For comparison with published figures, see README.md:
  bool staggered = false;    // clients start one by one, each start a step of its own, as in Concuerror
  bool first_check = false;  // fail also whenever the reader sees the second writer's value, as the first test did

  bool operator==(const Scenario&) const = default;
};

// "tail", "head", "middle23", "middle12"
std::string name_of(Method method);

// "tail.conditional.cell.2w", and ".staggered" or ".first"
std::string name_of(const Scenario& scenario);

// The body of a Heddle test. Fails if a value is lost, if it changes, if two writers both succeed, or if the chain is
// left in a state that no read could make sense of.
void run(const Scenario& scenario);

}  // namespace corfu
