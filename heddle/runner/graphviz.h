// Drawings: written as they are, in the language of graphviz, or as an image that its program makes of them.
#pragma once

#include <string>
#include <string_view>

namespace heddle {

// Does the file's name ask for an image?
bool wants_svg(const std::string& path);

// The file can be written, and the program that makes an image is there, if one is wanted. Throws UsageError; `option`
// is the one that asks for it, such as "--graph".
void check_drawing(std::string_view option, const std::string& path);

// Throws UsageError. If no image can be made, the drawing is kept beside it, as PATH.dot.
void write_drawing(const std::string& path, std::string_view dot);

}  // namespace heddle
