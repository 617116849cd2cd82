#include "heddle/spec/timeline.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

namespace heddle::detail {
namespace {

constexpr std::size_t kLongestText = 36;
constexpr std::size_t kLongestName = 20;

bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }

std::size_t columns(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_character));
}

std::string shortened(const std::string& text, std::size_t limit) {
  if (columns(text) <= limit) return text;
  std::size_t seen = 0, at = 0;
  for (; at < text.size(); ++at)
    if (starts_character(text[at]) && seen++ == limit - 1) break;
  return text.substr(0, at) + "…";
}

std::string padded(std::string text, std::size_t width) {
  const std::size_t has = columns(text);
  return has < width ? text.append(width - has, ' ') : text;
}

std::string repeated(const char* what, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += what;
  return text;
}

// From column to column, both included; with the text in it if it has one.
std::string bar(const std::string& text, std::size_t from, std::size_t to, bool open) {
  const std::size_t inside = to - from - 1;
  const std::string start = text.empty() ? "" : " " + text + " ";
  return "├" + start + repeated("─", inside > columns(start) ? inside - columns(start) : 0) + (open ? "┄" : "┤");
}

class Timeline {
 public:
  explicit Timeline(std::span<const DrawnCall> calls) : calls_(calls.begin(), calls.end()) {
    std::sort(calls_.begin(), calls_.end(), [](const DrawnCall& a, const DrawnCall& b) {
      return std::tie(a.span.invoked, a.client, a.text) < std::tie(b.span.invoked, b.client, b.text);
    });
    for (DrawnCall& call : calls_) {
      call.text = shortened(call.text, kLongestText);
      call.client = shortened(call.client, kLongestName);
      ends_[call.span.invoked] = 0;
      ends_[call.span.returned] = 0;
    }
  }

  std::string draw(std::size_t width) {
    const std::string by_client = per_client();
    return by_client.empty() || widest(by_client) <= width ? by_client : per_call(width);
  }

 private:
  static std::size_t widest(const std::string& text) {
    std::size_t most = 0;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      most = std::max(most, columns(text.substr(at, end - at)));
      at = end + 1;
    }
    return most;
  }

  // The columns of all instants, so that every text has room between its ends.
  void place_with_texts() {
    std::size_t column = 0;
    bool first = true;
    for (auto& [instant, at] : ends_) {
      if (!first) column += 2;
      first = false;
      for (const DrawnCall& call : calls_)
        if (call.span.returned == instant) column = std::max(column, ends_[call.span.invoked] + columns(call.text) + 3);
      at = column;
    }
  }

  std::string per_client() {
    place_with_texts();
    std::vector<std::string> names;  // in the order of their first calls
    for (const DrawnCall& call : calls_)
      if (std::find(names.begin(), names.end(), call.client) == names.end()) names.push_back(call.client);
    std::size_t label = 0;
    for (const std::string& name : names) label = std::max(label, columns(name));
    std::string out;
    for (const std::string& name : names) {
      std::vector<std::string> rows;
      for (const DrawnCall& call : calls_) {
        if (call.client != name) continue;
        const std::size_t from = ends_[call.span.invoked], to = ends_[call.span.returned];
        auto row = std::find_if(rows.begin(), rows.end(), [&](const std::string& r) { return columns(r) <= from; });
        if (row == rows.end()) row = rows.insert(rows.end(), "");
        *row = padded(*row, from) + bar(call.text, from, to, call.span.returned == kNeverReturned);
        if (call.marked) *row += " ✗";
      }
      for (std::size_t i = 0; i < rows.size(); ++i) out += padded(i == 0 ? name : "", label) + "  " + rows[i] + "\n";
    }
    return out;
  }

  std::string per_call(std::size_t width) {
    std::size_t name = 0, text = 0;
    for (const DrawnCall& call : calls_) {
      name = std::max(name, columns(call.client));
      text = std::max(text, columns(call.text));
    }
    const std::size_t taken = name + text + 6;
    const std::size_t room = std::max<std::size_t>(width > taken ? width - taken : 0, 20) - 1;
    std::size_t number = 0;
    const std::size_t last = std::max<std::size_t>(ends_.size() - 1, 1);
    for (auto& [instant, at] : ends_) at = number++ * std::min(room, 2 * last) / last;
    std::string out;
    for (const DrawnCall& call : calls_) {
      const std::size_t from = ends_[call.span.invoked];
      const std::size_t to = std::max(ends_[call.span.returned], from + 1);
      out += padded(call.client, name) + "  " + padded(call.text, text) + "  " + std::string(from, ' ') +
             bar("", from, to, call.span.returned == kNeverReturned) + (call.marked ? " ✗" : "") + "\n";
    }
    return out;
  }

  std::vector<DrawnCall> calls_;
  std::map<Instant, std::size_t> ends_;  // column of each instant
};

}  // namespace

std::string draw_calls(std::span<const DrawnCall> calls, std::size_t width) { return Timeline(calls).draw(width); }

}  // namespace heddle::detail
