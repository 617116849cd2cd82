// Two tests of one name, as happens when tests are made in a loop.
#include <heddle/heddle.h>

namespace {

const bool once = heddle::add_test("Twice.Named", [] {}, {}, "first.cc", 10);
const bool again = heddle::add_test("Twice.Named", [] {}, {}, "second.cc", 20);

}  // namespace
