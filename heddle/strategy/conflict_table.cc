#include "heddle/strategy/conflict_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>

namespace heddle {

ConflictTable::Entry& ConflictTable::find(std::uint64_t signature) {
  const std::size_t mask = entries_.size() - 1;
  for (std::size_t i = signature & mask;; i = (i + 1) & mask) {
    Entry& entry = entries_[i];
    if (entry.marks == kUnknown || entry.signature == signature) return entry;
  }
}

void ConflictTable::add(std::uint64_t signature, bool raced) {
  if (entries_.size() < 2 * (count_ + 1)) grow();
  Entry& entry = find(signature);
  if (entry.marks == kUnknown) {
    if (full()) return;
    entry.signature = signature;
    entry.marks = kSeen;
    ++count_;
  }
  if (raced) entry.marks = kRaced;
}

void ConflictTable::grow() {
  std::vector<Entry> old = std::move(entries_);
  entries_.assign(std::max<std::size_t>(256, old.size() * 2), Entry{});
  for (const Entry& entry : old)
    if (entry.marks != kUnknown) find(entry.signature) = entry;
}

void ConflictTable::merge(const ConflictTable& other) {
  for (const Entry& entry : other.entries_)
    if (entry.marks != kUnknown) add(entry.signature, entry.marks == kRaced);
}

std::string ConflictTable::serialise() const {
  std::string bytes;
  for (const Entry& entry : entries_) {
    if (entry.marks == kUnknown) continue;
    bytes.append(reinterpret_cast<const char*>(&entry.signature), sizeof entry.signature);
    bytes.push_back(static_cast<char>(entry.marks));
  }
  return bytes;
}

bool ConflictTable::deserialise(std::string_view bytes) {
  constexpr std::size_t kSize = sizeof(std::uint64_t) + 1;
  if (bytes.size() % kSize != 0) return false;
  for (; !bytes.empty(); bytes.remove_prefix(kSize)) {
    std::uint64_t signature = 0;
    std::memcpy(&signature, bytes.data(), sizeof signature);
    add(signature, bytes[sizeof signature] == kRaced);
  }
  return true;
}

bool ConflictTable::save(const std::string& path, std::string_view scheme, std::string& error) const {
  std::vector<Entry> sorted;
  for (const Entry& entry : entries_)
    if (entry.marks != kUnknown) sorted.push_back(entry);
  std::sort(sorted.begin(), sorted.end(), [](const Entry& a, const Entry& b) { return a.signature < b.signature; });
  const std::string temporary = path + ".new";
  {
    std::ofstream out(temporary);
    out << "heddle history 2\nscheme " << scheme << "\n";
    for (const Entry& entry : sorted)
      out << fmt::format("{:016x} {}\n", entry.signature, entry.marks == kRaced ? "raced" : "seen");
    out << "end " << sorted.size() << "\n";
    if (!out.flush()) {
      error = fmt::format("cannot write the history to {}: {}", temporary, std::strerror(errno));
      return false;
    }
  }
  if (std::rename(temporary.c_str(), path.c_str()) != 0) {
    error = fmt::format("cannot replace {}: {}", path, std::strerror(errno));
    return false;
  }
  return true;
}

bool ConflictTable::load(const std::string& path, std::string_view scheme, std::string& error) {
  std::ifstream in(path);
  if (!in) {
    error = fmt::format("cannot read the history {}: {}", path, std::strerror(errno));
    return false;
  }
  std::string line;
  if (!std::getline(in, line) || line != "heddle history 2") {
    error =
        fmt::format("{} is not a history of this version of Heddle (its first line is not 'heddle history 2')", path);
    return false;
  }
  constexpr std::string_view kScheme = "scheme ";
  if (!std::getline(in, line) || line.rfind(kScheme, 0) != 0) {
    error = fmt::format("the history {} is cut short", path);
    return false;
  }
  if (const std::string_view other = std::string_view(line).substr(kScheme.size()); other != scheme) {
    error = fmt::format("the history {} was kept with --signature={}; this run uses '{}'", path, other, scheme);
    return false;
  }
  ConflictTable loaded(capacity_);
  std::size_t lines = 0;
  while (std::getline(in, line)) {
    std::uint64_t signature = 0;
    std::string mark;
    std::istringstream fields(line);
    if (line.rfind("end ", 0) == 0) {
      if (line != fmt::format("end {}", lines) || in.peek() != std::ifstream::traits_type::eof()) break;
      merge(loaded);
      return true;
    }
    if (!(fields >> std::hex >> signature >> mark) || (mark != "raced" && mark != "seen")) break;
    loaded.add(signature, mark == "raced");
    ++lines;
  }
  error = fmt::format("the history {} is damaged after {} {}", path, lines, lines == 1 ? "entry" : "entries");
  return false;
}

}  // namespace heddle
