// Lines of fields, for what workers write down in memory that outlives them.
#pragma once

#include <string>
#include <string_view>

#include "heddle/trace/describe_operation.h"

namespace heddle {

inline constexpr char kBetween = '\t';  // the fields of a line; escape() leaves none in them

std::string fields(const OperationText& operation);

// Takes what was asked for off the line.
std::string next_field(std::string_view& line);
OperationText next_operation(std::string_view& line);

}  // namespace heddle
