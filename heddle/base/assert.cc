#include "heddle/base/assert.h"

#include <cstdio>
#include <cstdlib>

namespace heddle {

void assertion_failed(const char* expression, const char* file, int line) noexcept {
  std::fprintf(stderr, "heddle: internal error: %s does not hold (%s:%d). Please report this as a bug.\n", expression,
               file, line);
  std::abort();
}

}  // namespace heddle
