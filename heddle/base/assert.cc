#include "heddle/base/assert.h"

#include <cstdio>
#include <cstdlib>

namespace heddle {

void assertion_failed(const char* expression, const char* file, int line) noexcept {
  char sentence[1024];
  std::snprintf(sentence, sizeof sentence, "%s does not hold (%s:%d). Please report this as a bug of Heddle.", expression,
                file, line);
  if (assertion_hook) assertion_hook(sentence);
  std::fprintf(stderr, "heddle: internal error: %s\n", sentence);
  std::abort();
}

}  // namespace heddle
