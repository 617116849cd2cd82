#include "heddle/runner/fields.h"

#include <fmt/format.h>

#include <algorithm>

#include "heddle/trace/text.h"

namespace heddle {

std::string fields(const OperationText& operation) {
  return fmt::format("{1}{0}{2}{0}{3}{0}{4}", kBetween, escape(operation.task), escape(operation.kind),
                     escape(operation.file), operation.line);
}

std::string next_field(std::string_view& line) {
  const auto end = std::min(line.find(kBetween), line.size());
  std::string field;
  unescape(line.substr(0, end), field);
  line.remove_prefix(std::min(end + 1, line.size()));
  return field;
}

OperationText next_operation(std::string_view& line) {
  OperationText operation;
  operation.task = next_field(line);
  operation.kind = next_field(line);
  operation.file = next_field(line);
  operation.line = static_cast<std::uint32_t>(std::stoul(next_field(line)));
  return operation;
}

}  // namespace heddle
