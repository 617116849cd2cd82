// The language of graphviz.
#pragma once

#include <string>
#include <string_view>

namespace heddle {

// A text as a quoted string: line ends break lines, what a terminal could not show is escaped.
std::string dot_quoted(std::string_view text);

// The same as a part of a label with markup, <...>: nothing in it is taken for that.
std::string dot_markup(std::string_view text);

}  // namespace heddle
