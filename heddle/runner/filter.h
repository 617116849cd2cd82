// Which tests to run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle {

// Patterns, separated by commas. A test runs if one of them matches its name and none that starts with '-' does; if all
// start with '-', the others run.
//
//   tail             names that contain "tail"
//   Corfu.*          with * (any characters) or ? (one), the whole name must match
//   ^Corfu.Tail$     ^ ties the pattern to the name's start, $ to its end: exactly this test
//   -Slow            not those
//
// A backslash takes away the special meaning of the character after it.
class Filter {
 public:
  Filter() = default;  // everything
  explicit Filter(std::string_view text);

  bool matches(std::string_view name) const;

 private:
  struct Symbol {
    enum Kind : char { character, any_one, any_many } kind;
    char value;
  };
  struct Pattern {
    std::vector<Symbol> symbols;
    bool exclude = false;
  };

  static bool matches(const Pattern& pattern, std::string_view name);
  void add(std::string_view text);

  std::vector<Pattern> patterns_;
};

}  // namespace heddle
