#include "heddle/trace/schedule_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "heddle/base/hash.h"
#include "heddle/trace/schedule_format.h"
#include "heddle/trace/text.h"

namespace heddle {
namespace {

using namespace schedule_format;

constexpr std::size_t kLineWidth = 80;
constexpr std::size_t kTextColumn = 12;

void write_header(std::string& out, std::string_view key, std::string_view value) {
  if (!value.empty()) out += fmt::format("{}: {}\n", key, escape(value));
}

void write_block_line(std::string& out, std::string_view line) {
  out += line.empty() ? "|\n" : fmt::format("| {}\n", escape(line));
}

void write_settings(std::string& out, const ScheduleFile& file) {
  if (file.settings.empty()) return;
  out += "settings:";
  for (const auto& [name, value] : file.settings) out += fmt::format(" {}={}", escape(name, " ="), escape(value, " "));
  out += '\n';
}

void write_failure(std::string& out, const Failure& failure) {
  write_header(out, "failure", to_string(failure.kind));
  write_header(out, "message", failure.message);
  if (!failure.file.empty() || failure.line != 0)
    out += fmt::format("place: {}:{}\n", escape(failure.file), failure.line);
  write_header(out, "task", failure.task);
  if (failure.detail.empty()) return;
  out += "detail:\n";
  std::string_view rest = failure.detail;
  for (std::size_t end = 0; end != std::string_view::npos;) {
    end = rest.find('\n');
    write_block_line(out, rest.substr(0, end));
    if (end != std::string_view::npos) rest.remove_prefix(end + 1);
  }
}

// Runs of equal decisions: those with text on a line each, those without packed into lines of 80 columns.
class DecisionWriter {
 public:
  DecisionWriter(std::string& out, const ScheduleFile& file) : out_(out), file_(file) {
    std::size_t bytes = 0;
    while (texts_ < std::min(file.expected.size(), file.decisions.size())) {
      bytes += file.expected[texts_].size();
      if (!file.expected[texts_].empty() && !texts_fit(texts_ + 1, bytes)) break;
      ++texts_;
    }
  }

  void write() {
    const Schedule& decisions = file_.decisions;
    std::size_t end = 0;
    for (std::size_t start = 0; start < decisions.size(); start = end) {
      const std::string_view text = text_of(start);
      end = start + 1;
      while (end < decisions.size() && decisions[end] == decisions[start] && text_of(end) == text) ++end;
      if (text.empty()) {
        pack(decisions[start], end - start);
      } else {
        break_line();
        out_ += fmt::format("{:<{}}  # {}\n", token(decisions[start], end - start), kTextColumn, escape(text));
      }
    }
    break_line();
  }

 private:
  std::string_view text_of(std::size_t decision) const {
    return decision < texts_ ? file_.expected[decision] : std::string_view();
  }

  static std::string token(Decision decision, std::size_t count) {
    return fmt::format("{} {}", to_string(decision.type()), decision.value()) + repeat(count);
  }

  static std::string repeat(std::size_t count) { return count > 1 ? fmt::format(" x{}", count) : std::string(); }

  void pack(Decision decision, std::size_t count) {
    std::string piece = fmt::format("{}", decision.value()) + repeat(count);
    if (line_.empty() || decision.type() != type_) piece = token(decision, count);
    if (!line_.empty() && line_.size() + 1 + piece.size() > kLineWidth) {
      break_line();
      piece = token(decision, count);
    }
    if (!line_.empty()) line_ += ' ';
    line_ += piece;
    type_ = decision.type();
  }

  void break_line() {
    if (line_.empty()) return;
    out_ += line_;
    out_ += '\n';
    line_.clear();
  }

  std::string& out_;
  const ScheduleFile& file_;
  std::size_t texts_ = 0;  // decisions from here on go without text
  std::string line_;
  DecisionType type_{};  // of the last decision in line_
};

bool is_safe_in_file_names(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
         c == '-' || c == '+';
}

}  // namespace

std::string to_text(const ScheduleFile& file) {
  std::string out = fmt::format("{}{}\n", kFirstWords, kVersion);
  out += file.test.empty() ? "test:\n" : fmt::format("test: {}\n", escape(file.test));
  write_header(out, "strategy", file.strategy);
  out += fmt::format("seed: {}\ntrial: {}\n", file.seed, file.trial);
  write_header(out, "build", file.build_id);
  write_settings(out, file);
  if (file.memory) out += fmt::format("memory: {}\n", *file.memory);
  if (file.failure) write_failure(out, *file.failure);
  if (!file.story.empty()) out += "story:\n";
  for (const std::string& line : file.story) write_block_line(out, line);
  out += "schedule:\n";
  DecisionWriter(out, file).write();
  out += fmt::format("end {}\n", file.decisions.size());
  return out;
}

std::string default_schedule_name(std::string_view test) {
  constexpr std::size_t kMaxBytes = 200;  // file systems allow 255, and temporaries need a few more
  std::string name;
  for (std::size_t i = 0; i < test.size();) {
    const std::size_t length = code_point_length(test.substr(i));
    if (length > 1)
      name += test.substr(i, length);
    else
      name += is_safe_in_file_names(test[i]) ? test[i] : '_';
    i += length > 1 ? length : 1;
  }
  if (name.empty()) return "test.heddle";
  if (name[0] == '.' || name[0] == '-') name[0] = '_';  // neither hidden nor an option
  // A hash keeps names apart that differ only in what was replaced, or is cut off.
  if (name.size() > kMaxBytes) {
    std::size_t end = kMaxBytes - 17;
    while ((static_cast<unsigned char>(name[end]) & 0xc0) == 0x80) --end;
    name = fmt::format("{}-{:016x}", name.substr(0, end), hash_text(test));
  } else if (name != test) {
    name += fmt::format("-{:08x}", static_cast<std::uint32_t>(hash_text(test)));
  }
  return name + ".heddle";
}

}  // namespace heddle
