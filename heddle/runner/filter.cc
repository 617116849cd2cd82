#include "heddle/runner/filter.h"

#include <algorithm>

namespace heddle {

Filter::Filter(std::string_view text) {
  std::size_t start = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] == '\\') {
      ++i;  // an escaped comma separates nothing
      continue;
    }
    if (i < text.size() && text[i] != ',') continue;
    if (i > start) add(text.substr(start, i - start));
    start = i + 1;
  }
  if (start < text.size()) add(text.substr(start));  // it ends in a backslash
}

void Filter::add(std::string_view text) {
  Pattern pattern;
  if (text.starts_with('-')) {
    pattern.exclude = true;
    text.remove_prefix(1);
  }
  const bool from_start = text.starts_with('^');
  if (from_start) text.remove_prefix(1);

  bool wild = false;
  bool to_end = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool last = i + 1 == text.size();
    if (text[i] == '\\' && !last) {
      pattern.symbols.push_back({Symbol::character, text[++i]});
    } else if (text[i] == '$' && last) {
      to_end = true;
    } else if (text[i] == '*' || text[i] == '?') {
      wild = true;
      pattern.symbols.push_back({text[i] == '*' ? Symbol::any_many : Symbol::any_one, 0});
    } else {
      pattern.symbols.push_back({Symbol::character, text[i]});
    }
  }
  const Symbol anything{Symbol::any_many, 0};
  if (!from_start && !wild) pattern.symbols.insert(pattern.symbols.begin(), anything);
  if (!to_end && !wild) pattern.symbols.push_back(anything);
  patterns_.push_back(std::move(pattern));
}

bool Filter::matches(const Pattern& pattern, std::string_view name) {
  // The usual two-finger walk: on a mismatch, the last '*' takes one character more.
  const auto& symbols = pattern.symbols;
  std::size_t s = 0, n = 0, star = symbols.size(), star_name = 0;
  while (n < name.size()) {
    if (s < symbols.size() && symbols[s].kind == Symbol::any_many) {
      star = s++;
      star_name = n;
    } else if (s < symbols.size() && (symbols[s].kind == Symbol::any_one || symbols[s].value == name[n])) {
      ++s;
      ++n;
    } else if (star < symbols.size()) {
      s = star + 1;
      n = ++star_name;
    } else {
      return false;
    }
  }
  while (s < symbols.size() && symbols[s].kind == Symbol::any_many) ++s;
  return s == symbols.size();
}

bool Filter::matches(std::string_view name) const {
  bool included = std::all_of(patterns_.begin(), patterns_.end(), [](const Pattern& p) { return p.exclude; });
  for (const Pattern& pattern : patterns_) {
    if (!matches(pattern, name)) continue;
    if (pattern.exclude) return false;
    included = true;
  }
  return included;
}

}  // namespace heddle
