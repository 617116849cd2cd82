// Text that must survive a line of a file or of a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace heddle {

// Any bytes as one line of valid UTF-8 that ends in no space: backslashes, control characters and bytes that are not
// UTF-8 become \\, \n, \r, \t or \xNN. `also` names further ASCII characters to be written as \xNN.
std::string escape(std::string_view bytes, std::string_view also = {});

// The bytes that escape() was given. False: `text` has a backslash that starts no escape; `bytes` then has what came
// before it.
bool unescape(std::string_view text, std::string& bytes);

// How many columns the text takes, taking every code point for one.
std::size_t columns(std::string_view text);

// At most `width` columns: what is too long loses its end (or its start) and shows it by an ellipsis.
std::string cut_end(std::string_view text, std::size_t width);
std::string cut_start(std::string_view text, std::size_t width);

// Length in bytes of the UTF-8 code point at the start of `text`; 0 if there is none.
std::size_t code_point_length(std::string_view text);

}  // namespace heddle
