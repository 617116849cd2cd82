#include "heddle/runner/checkpoint.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

#include "heddle/base/bytes.h"
#include "heddle/base/hash.h"
#include "heddle/runner/output_file.h"
#include "heddle/runner/values.h"
#include "heddle/trace/build_id.h"
#include "heddle/trace/schedule_file.h"
#include "heddle/trace/settings_text.h"

namespace heddle {
namespace {

constexpr std::string_view kMagic = "heddle checkpoint 2\n";

void write(const FoundFailure& found, ByteWriter& out) {
  const Failure& failure = found.failure;
  out.value(failure.kind);
  for (const std::string* text : {&failure.message, &failure.file, &failure.task, &failure.detail, &found.strategy})
    out.text(*text);
  out.value(failure.line);
  for (const std::uint64_t number : {found.trial, found.seed, found.after_trials, found.heat_from, found.count})
    out.value(number);
  out.value(found.after);
  out.list(found.schedule);
}

void read(ByteReader& in, FoundFailure& found) {
  Failure& failure = found.failure;
  in.value(failure.kind);
  for (std::string* text : {&failure.message, &failure.file, &failure.task, &failure.detail, &found.strategy})
    in.text(*text);
  in.value(failure.line);
  for (std::uint64_t* number : {&found.trial, &found.seed, &found.after_trials, &found.heat_from, &found.count})
    in.value(*number);
  in.value(found.after);
  in.list(found.schedule);
}

bool parse(std::string_view bytes, Checkpoint& checkpoint) {
  if (!bytes.starts_with(kMagic) || bytes.size() < kMagic.size() + sizeof(std::uint64_t)) return false;
  bytes.remove_prefix(kMagic.size());
  const std::string_view body = bytes.substr(0, bytes.size() - sizeof(std::uint64_t));
  std::uint64_t hash = 0, failures = 0, pieces = 0;
  ByteReader(bytes.substr(body.size())).value(hash);
  if (hash != hash_text(body)) return false;
  ByteReader in(body);
  in.text(checkpoint.test);
  in.text(checkpoint.build_id);
  in.text(checkpoint.settings);
  in.value(checkpoint.executions);
  in.value(checkpoint.steps);
  in.value(checkpoint.failed);
  in.value(checkpoint.elapsed);
  in.value(checkpoint.expected);
  in.value(failures);
  for (; in.good() && failures > 0; --failures) read(in, checkpoint.failures.emplace_back());
  in.value(pieces);
  for (; in.good() && pieces > 0; --pieces) in.text(checkpoint.pieces.emplace_back());
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

std::string free_checkpoint_path(const std::string& path) {
  std::filesystem::path free = path;
  const std::string stem = free.stem().string();
  std::error_code ignored;
  for (int n = 2; std::filesystem::exists(free, ignored); ++n)
    free.replace_filename(fmt::format("{}.{}.checkpoint", stem, n));
  return free.string();
}

bool save_checkpoint(const std::string& path, const Checkpoint& checkpoint, std::string& error) {
  ByteWriter out;
  out.text(checkpoint.test);
  out.text(checkpoint.build_id);
  out.text(checkpoint.settings);
  out.value(checkpoint.executions);
  out.value(checkpoint.steps);
  out.value(checkpoint.failed);
  out.value(checkpoint.elapsed);
  out.value(checkpoint.expected);
  out.value(std::uint64_t{checkpoint.failures.size()});
  for (const FoundFailure& found : checkpoint.failures) write(found, out);
  out.value(std::uint64_t{checkpoint.pieces.size()});
  for (const std::string& piece : checkpoint.pieces) out.text(piece);
  const std::string body = out.take();
  ByteWriter hash;
  hash.value(hash_text(body));
  try {
    write_output(path, std::string(kMagic) + body + hash.take());
  } catch (const UsageError& failed) {
    error = failed.what();
    return false;
  }
  return true;
}

bool load_checkpoint(const std::string& path, const std::string& test, const Settings& settings, Checkpoint& checkpoint,
                     std::string& error) {
  std::error_code unknown;
  const bool readable = !std::filesystem::is_directory(path, unknown);  // a stream would throw
  errno = readable ? 0 : EISDIR;
  std::string bytes;
  if (std::ifstream file; readable) {
    file.open(path, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(file), {});
  }
  if (bytes.empty() && errno != 0) {
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
