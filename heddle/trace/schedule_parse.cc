// Reads schedule files. They come from people and from other machines: nothing in them is trusted.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <limits>
#include <set>

#include "heddle/trace/schedule_file.h"
#include "heddle/trace/schedule_format.h"
#include "heddle/trace/text.h"

namespace heddle {
namespace {

using namespace schedule_format;

constexpr std::string_view kKeys[] = {"test",    "strategy", "seed",   "trial", "build", "settings", "failure",
                                      "message", "place",    "detail", "story", "task",  "memory",   "schedule"};

std::string quoted(std::string_view text) { return fmt::format("'{}'", cut_end(escape(text.substr(0, 200)), 40)); }

template <class Number>
bool read_number(std::string_view text, Number& number) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  return problem == std::errc() && end == text.data() + text.size() && !text.empty();
}

std::optional<DecisionType> decision_type(std::string_view text) {
#define HEDDLE_READ_DECISION(name) \
  if (text == #name) return DecisionType::name;
  HEDDLE_DECISIONS(HEDDLE_READ_DECISION)
#undef HEDDLE_READ_DECISION
  return std::nullopt;
}

bool read_kind(std::string_view text, FailureKind& kind) {
#define HEDDLE_READ_FAILURE(name, words) \
  if (text == std::string_view(words)) { \
    kind = FailureKind::name;            \
    return true;                         \
  }
  HEDDLE_FAILURES(HEDDLE_READ_FAILURE)
#undef HEDDLE_READ_FAILURE
  return false;
}

std::string_view trimmed(std::string_view text) {
  const auto start = text.find_first_not_of(" \t\r");
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(" \t\r") - start + 1);
}

// Takes the next word off `text`; empty: there is none.
std::string_view take_word(std::string_view& text) {
  const auto start = text.find_first_not_of(" \t");
  if (start == std::string_view::npos) return text = {};
  const auto end = text.find_first_of(" \t", start);
  const std::string_view word = text.substr(start, end == std::string_view::npos ? end : end - start);
  text.remove_prefix(start + word.size());
  return word;
}

class Parser {
 public:
  Parser(std::string_view text, std::string& error) : text_(text), error_(error) {}

  std::optional<ScheduleFile> parse() {
    if (!read_first_line() || !read_headers() || !read_decisions()) return std::nullopt;
    if (has_failure_) file_.failure = std::move(failure_);
    while (!file_.expected.empty() && file_.expected.back().empty()) file_.expected.pop_back();
    return std::move(file_);
  }

 private:
  // The next line that means something, without the space around it. False: the text is at its end.
  bool next_line(std::string_view& line) {
    while (at_ < text_.size()) {
      const std::size_t end = std::min(text_.find('\n', at_), text_.size());
      line = trimmed(text_.substr(at_, end - at_));
      at_ = end + 1;
      ++number_;
      if (!line.empty() && line[0] != '#') return true;
    }
    return false;
  }

  bool wrong(std::string_view what) {
    error_ = fmt::format("line {}: {}", number_, what);
    return false;
  }

  bool read_first_line() {
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";  // some editors write one
    if (text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
    std::string_view line;
    if (!next_line(line)) {
      error_ = "it is empty";
      return false;
    }
    unsigned version = 0;
    if (!line.starts_with(kFirstWords) || !read_number(line.substr(kFirstWords.size()), version))
      return wrong(
          fmt::format("not a Heddle schedule: expected '{}{}', found {}", kFirstWords, kVersion, quoted(line)));
    if (version != kVersion)
      return wrong(
          fmt::format("schedule format {} is not known to this program, which reads format {}: replay it with "
                      "the version of Heddle that wrote it",
                      version, kVersion));
    return true;
  }

  bool read_headers() {
    std::string_view line;
    while (next_line(line)) {
      if (line[0] == '|') {
        if (!read_block_line(line)) return false;
        continue;
      }
      const auto colon = line.find(':');
      if (colon == std::string_view::npos || line.find_first_of(" \t") < colon)
        return wrong(fmt::format("expected 'key: value', found {}", quoted(line)));
      const std::string_view key = line.substr(0, colon);
      std::string_view value = line.substr(colon + 1);
      if (value.starts_with(' ')) value.remove_prefix(1);
      const bool known = std::find(std::begin(kKeys), std::end(kKeys), key) != std::end(kKeys);
      if (known && !seen_.insert(key).second) return wrong(fmt::format("{} is given twice", quoted(key)));
      block_ = key;
      if (key == "schedule" && value.empty()) {
        if (!seen_.count("test")) return wrong("the test's name is missing: expected 'test: Suite.Name' above");
        return true;
      }
      if (!read_header(key, value)) return false;
    }
    return wrong("the file ends before 'schedule:'; it was cut short");
  }

  bool read_header(std::string_view key, std::string_view value) {
    if (key == "test") return read_text(value, file_.test);
    if (key == "strategy") return read_text(value, file_.strategy);
    if (key == "build") return read_text(value, file_.build_id);
    if (key == "message") return read_text(value, failure_.message);
    if (key == "task") return read_text(value, failure_.task);
    if (key == "seed") return read_count(value, file_.seed);
    if (key == "trial") return read_count(value, file_.trial);
    if (key == "settings") return read_settings(value);
    if (key == "memory") return read_count(value, file_.memory.emplace());
    if (key == "place") return read_place(value);
    if (key == "failure") {
      has_failure_ = true;
      return read_kind(value, failure_.kind) || wrong(fmt::format("{} is not a kind of failure", quoted(value)));
    }
    if ((key == "story" || key == "detail" || key == "schedule") && !value.empty())
      return wrong(fmt::format("{} must stand alone, found {} behind it", quoted(key), quoted(value)));
    return true;
  }

  bool read_text(std::string_view value, std::string& text) {
    return unescape(value, text) ||
           wrong(fmt::format("{} has a backslash that starts no escape: write \\\\ for a backslash", quoted(value)));
  }

  bool read_count(std::string_view value, std::uint64_t& count) {
    return read_number(value, count) || wrong(fmt::format("{} is not a number from 0 to {}", quoted(value),
                                                          std::numeric_limits<std::uint64_t>::max()));
  }

  bool read_settings(std::string_view value) {
    for (std::string_view word = take_word(value); !word.empty(); word = take_word(value)) {
      const auto equals = word.find('=');
      if (equals == std::string_view::npos) return wrong(fmt::format("expected name=value, found {}", quoted(word)));
      auto& [name, setting] = file_.settings.emplace_back();
      if (!read_text(word.substr(0, equals), name) || !read_text(word.substr(equals + 1), setting)) return false;
    }
    return true;
  }

  bool read_place(std::string_view value) {
    const auto colon = value.rfind(':');
    if (colon == std::string_view::npos || !read_number(value.substr(colon + 1), failure_.line))
      return wrong(fmt::format("expected file:line, found {}", quoted(value)));
    return read_text(value.substr(0, colon), failure_.file);
  }

  bool read_block_line(std::string_view line) {
    line.remove_prefix(1);
    if (line.starts_with(' ')) line.remove_prefix(1);
    std::string text;
    if (block_ == "story" || block_ == "detail") {
      if (!read_text(line, text)) return false;
      if (block_ == "story") {
        file_.story.push_back(std::move(text));
      } else {
        if (detail_started_) failure_.detail += '\n';
        detail_started_ = true;
        failure_.detail += text;
      }
      return true;
    }
    if (block_.empty()) return wrong("a line that starts with '|' belongs below a key such as 'story:'");
    return true;  // of a key that this version does not know
  }

  bool read_decisions() {
    std::string_view line;
    while (next_line(line)) {
      const auto sign = line.find('#');
      std::string_view words = line.substr(0, sign);
      std::string text;
      if (sign != std::string_view::npos) {
        std::string_view comment = line.substr(sign + 1);
        if (comment.starts_with(' ')) comment.remove_prefix(1);
        if (!read_text(comment, text)) return false;
      }
      if (std::string_view rest = words; take_word(rest) == "end") return read_end(rest);
      if (!read_decision_line(words, text)) return false;
    }
    return wrong(
        fmt::format("the file ends without 'end', after {} decisions; it was cut short", file_.decisions.size()));
  }

  bool read_decision_line(std::string_view words, const std::string& text) {
    std::optional<DecisionType> type;
    enum { start, after_type, after_number, after_repeat } state = start;
    for (std::string_view word = take_word(words); !word.empty(); word = take_word(words)) {
      std::uint32_t value = 0;
      std::size_t count = 0;
      if (read_number(word, value)) {
        if (!type) return wrong(fmt::format("{} stands without a type: expected pick {}, say", quoted(word), value));
        if (value > Decision::kMaxValue)
          return wrong(fmt::format("{} is too large: a decision is at most {}", value, Decision::kMaxValue));
        if (!add(Decision(*type, value), 1, text)) return false;
        state = after_number;
      } else if (word[0] == 'x' && read_number(word.substr(1), count)) {
        if (state != after_number || count == 0)
          return wrong(fmt::format("{} must follow a number, and be at least x1", quoted(word)));
        if (!add(file_.decisions.back(), count - 1, text)) return false;
        state = after_repeat;
      } else if (const auto next = decision_type(word); next && state != after_type) {
        type = next;
        state = after_type;
      } else if (state == after_type) {
        return wrong(fmt::format("expected a number after '{}', found {}", to_string(*type), quoted(word)));
      } else {
        return wrong(fmt::format("{} is not a decision: expected pick, value, fault or time", quoted(word)));
      }
    }
    return state != after_type || wrong(fmt::format("'{}' needs a number", to_string(*type)));
  }

  bool add(Decision decision, std::size_t count, const std::string& text) {
    const std::size_t total = file_.decisions.size() + count;
    if (count > kMaxDecisions || total > kMaxDecisions)
      return wrong(fmt::format("more than {} decisions", kMaxDecisions));
    if (!text.empty() && count > 0) {
      if (text.size() > kMaxTextBytes || !texts_fit(total, text_bytes_ + count * text.size()))
        return wrong(fmt::format("too much text: that of all decisions must fit {} bytes", kMaxTextBytes));
      text_bytes_ += count * text.size();
      file_.expected.resize(total - count);
      file_.expected.resize(total, text);
    }
    file_.decisions.resize(total, decision);
    return true;
  }

  bool read_end(std::string_view rest) {
    const std::string_view word = take_word(rest);
    std::size_t count = file_.decisions.size();
    if ((!word.empty() && !read_number(word, count)) || !take_word(rest).empty())
      return wrong("expected 'end' and the number of decisions");
    if (count != file_.decisions.size())
      return wrong(
          fmt::format("'end' counts {} decisions, but there are {}: the file is damaged, or was edited and "
                      "needs another number here",
                      count, file_.decisions.size()));
    std::string_view line;
    return !next_line(line) || wrong(fmt::format("nothing may follow 'end', found {}", quoted(line)));
  }

  std::string_view text_;
  std::string& error_;
  std::size_t at_ = 0;
  std::size_t number_ = 0;  // of the line, from 1
  ScheduleFile file_;
  Failure failure_;
  bool has_failure_ = false;
  bool detail_started_ = false;
  std::set<std::string_view> seen_;  // keys
  std::string_view block_;           // the key that lines with '|' belong to
  std::size_t text_bytes_ = 0;       // of the decisions so far
};

}  // namespace

std::optional<ScheduleFile> parse_schedule(std::string_view text, std::string& error) {
  return Parser(text, error).parse();
}

}  // namespace heddle
