// A drawing of overlapping calls, for people:
//
//   a  ├ write 1 ┤
//   b              ├ write 2 ┤
//   c                          ├ read → 1 ┤ ✗
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "heddle/spec/calls.h"

namespace heddle::detail {

struct DrawnCall {
  std::string client;
  std::string text;
  CallSpan span;
  bool marked = false;
};

// A line for each client, or more if its calls overlap; where that would be wider than `width` columns, a line for each
// call. Ends with a line end.
std::string draw_calls(std::span<const DrawnCall> calls, std::size_t width = 76);

}  // namespace heddle::detail
