// Reports for continuous integration, in the XML that JUnit made common: one test case per test, with its time; a failure
// with the text that the console shows; an error where nothing could be explored.
#pragma once

#include <string>
#include <string_view>

#include "heddle/report/json.h"

namespace heddle {

std::string junit_text(const RunRecord& run);

// Text inside an XML element or attribute: markup escaped, characters that XML 1.0 forbids and bytes that are no UTF-8
// replaced by U+FFFD.
std::string xml_escaped(std::string_view text);

}  // namespace heddle
