// How much code a study is, counted as papers do: lines that are neither blank nor comment.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace psharp {

// Of the paper's table 1, and what was counted here instead.
struct Size {
  std::string_view study;           // the folder
  int paper_system, paper_harness;  // the paper has no specification apart
  // Names of files without their endings, with blanks between them.
  std::string_view system, harness, spec;
};

extern const std::array<Size, 3> kSizes;

std::size_t lines_of_code(std::string_view text);

// Of the files of these names in the folder of the study, below `root`, with either ending. Throws when a name has
// none.
std::size_t lines_of(const std::string& root, std::string_view study, std::string_view names);

}  // namespace psharp
