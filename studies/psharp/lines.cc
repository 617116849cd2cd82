#include "studies/psharp/lines.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <ranges>
#include <stdexcept>

namespace psharp {

const std::array<Size, 3> kSizes = {{
    {"vnext", 19'775, 684, "messages extent_center extent_node_map extent_manager", "harness cases vnext_study", ""},
    {"migrating_table", 2'267, 2'275,
     "async mistakes row filter chain_table validate configuration protocol translation table stream migrator",
     "world workload harness text migrating_study", "spec searched"},
    {"fabric", 31'959, 6'534, "service counter cscale",
     "messages mistakes cluster_runtime service_runtime replica_runtime replica_host harness fabric_study", "spec"},
}};

std::size_t lines_of_code(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(std::views::split(text, '\n'), [](auto&& line) {
    const std::string_view all(line.begin(), line.end());
    const std::size_t begin = all.find_first_not_of(" \t\r");
    return begin != std::string_view::npos && !all.substr(begin).starts_with("//");
  }));
}

std::size_t lines_of(const std::string& root, std::string_view study, std::string_view names) {
  std::size_t lines = 0;
  for (auto&& word : std::views::split(names, ' ')) {
    const std::string name(word.begin(), word.end());
    if (name.empty()) continue;
    bool found = false;
    for (const char* ending : {".h", ".cc"}) {
      std::ifstream file(root + "/studies/" + std::string(study) + "/" + name + ending);
      if (!file) continue;
      found = true;
      lines += lines_of_code(std::string(std::istreambuf_iterator<char>(file), {}));
    }
    if (!found) throw std::runtime_error("there is no file '" + name + "' in studies/" + std::string(study));
  }
  return lines;
}

}  // namespace psharp
