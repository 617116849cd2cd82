#include "heddle/runner/checkpoint.h"

#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

#include "heddle/base/hash.h"
#include "heddle/runner/output_file.h"
#include "heddle/runner/values.h"
#include "heddle/trace/build_id.h"
#include "heddle/trace/schedule_file.h"
#include "heddle/trace/settings_text.h"

namespace heddle {
namespace {

constexpr std::string_view kMagic = "heddle checkpoint 1\n";

void put(std::string& out, std::uint64_t value) { out.append(reinterpret_cast<const char*>(&value), sizeof value); }

void put(std::string& out, std::string_view text) {
  put(out, std::uint64_t{text.size()});
  out += text;
}

class Source {
 public:
  explicit Source(std::string_view bytes) : left_(bytes) {}

  std::uint64_t number() {
    std::uint64_t value = 0;
    if (left_.size() < sizeof value) return fail();
    std::memcpy(&value, left_.data(), sizeof value);
    left_.remove_prefix(sizeof value);
    return value;
  }
  std::string text() {
    const std::uint64_t size = number();
    if (size > left_.size()) return fail(), std::string();
    const std::string value(left_.substr(0, size));
    left_.remove_prefix(size);
    return value;
  }
  bool at_end() const { return good_ && left_.empty(); }
  bool good() const { return good_; }

 private:
  std::uint64_t fail() {
    good_ = false;
    left_ = {};
    return 0;
  }
  std::string_view left_;
  bool good_ = true;
};

bool parse(std::string_view bytes, Checkpoint& checkpoint) {
  if (!bytes.starts_with(kMagic) || bytes.size() < kMagic.size() + sizeof(std::uint64_t)) return false;
  bytes.remove_prefix(kMagic.size());
  const std::string_view body = bytes.substr(0, bytes.size() - sizeof(std::uint64_t));
  Source check(bytes.substr(body.size()));
  if (check.number() != hash_text(body)) return false;
  Source in(body);
  checkpoint.test = in.text();
  checkpoint.build_id = in.text();
  checkpoint.settings = in.text();
  checkpoint.executions = in.number();
  checkpoint.steps = in.number();
  checkpoint.failed = in.number();
  checkpoint.elapsed = std::chrono::nanoseconds(in.number());
  const std::uint64_t expected = in.number();
  std::memcpy(&checkpoint.expected, &expected, sizeof expected);
  for (std::uint64_t n = in.number(); in.good() && n > 0; --n) checkpoint.pieces.push_back(in.text());
  return in.at_end();
}

}  // namespace

std::string checkpoint_settings(const Settings& settings) {
  std::string text;
  for (const auto& [name, value] : settings_to_text(settings)) text += fmt::format("{}={} ", name, value);
  return text;
}

std::string default_checkpoint_name(const std::string& test) {
  return std::filesystem::path(default_schedule_name(test)).replace_extension(".checkpoint").string();
}

bool save_checkpoint(const std::string& path, const Checkpoint& checkpoint, std::string& error) {
  std::string body;
  put(body, checkpoint.test);
  put(body, checkpoint.build_id);
  put(body, checkpoint.settings);
  put(body, checkpoint.executions);
  put(body, checkpoint.steps);
  put(body, checkpoint.failed);
  put(body, static_cast<std::uint64_t>(checkpoint.elapsed.count()));
  std::uint64_t expected = 0;
  std::memcpy(&expected, &checkpoint.expected, sizeof expected);
  put(body, expected);
  put(body, std::uint64_t{checkpoint.pieces.size()});
  for (const std::string& piece : checkpoint.pieces) put(body, piece);
  put(body, hash_text(body));
  try {
    write_output(path, std::string(kMagic) + body);
  } catch (const UsageError& failed) {
    error = failed.what();
    return false;
  }
  return true;
}

bool load_checkpoint(const std::string& path, const std::string& test, const Settings& settings, Checkpoint& checkpoint,
                     std::string& error) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (!file.good() && bytes.empty()) {
    error = fmt::format("cannot read the checkpoint {}: {}", path, std::strerror(errno));
  } else if (!parse(bytes, checkpoint)) {
    error = fmt::format("{} is not a whole checkpoint: it is damaged, or something else; it stays as it is", path);
  } else if (checkpoint.test != test) {
    error = fmt::format("the checkpoint {} is of the test {}, not of {}", path, checkpoint.test, test);
  } else if (checkpoint.build_id != this_build_id()) {
    error = fmt::format("the checkpoint {} was made by another build of this program: begin again", path);
  } else if (checkpoint.settings != checkpoint_settings(settings)) {
    error = fmt::format("the checkpoint {} was made with other limits or time: {}", path, checkpoint.settings);
  } else {
    return true;
  }
  return false;
}

}  // namespace heddle
