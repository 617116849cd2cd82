// Any bytes: the parser of schedule files either refuses them with a sentence, or reads what it then writes and reads
// again.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "heddle/trace/schedule_file.h"

namespace {

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "schedule_fuzz: %s\n", what);
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string error;
  const auto file = heddle::parse_schedule({reinterpret_cast<const char*>(data), size}, error);
  require(file.has_value() == error.empty(), "a refusal has a sentence, and only a refusal");
  require(error.find('\n') == std::string::npos, "the sentence is one line");
  if (!file || file->decisions.size() > 100'000) return 0;  // long ones teach nothing new, slowly

  const std::string text = heddle::to_text(*file);
  const auto again = heddle::parse_schedule(text, error);
  require(again.has_value(), "what was written can be read");
  require(again->test == file->test && again->strategy == file->strategy && again->seed == file->seed &&
              again->trial == file->trial && again->build_id == file->build_id && again->settings == file->settings,
          "headers come back");
  require(again->decisions == file->decisions && again->expected == file->expected, "decisions come back");
  require(again->story == file->story, "the story comes back");
  require(again->failure.has_value() == file->failure.has_value(), "the failure comes back");
  if (file->failure)
    require(again->failure->same_as(*file->failure) && again->failure->detail == file->failure->detail,
            "the failure comes back whole");
  require(heddle::to_text(*again) == text, "the same is written the same way");
  (void)heddle::default_schedule_name(file->test);
  return 0;
}
