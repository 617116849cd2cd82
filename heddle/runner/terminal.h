// What the stream that we write to can show.
#pragma once

#include <string_view>

namespace heddle {

enum class ColorChoice { automatic, always, never };

struct Terminal {
  int fd = 1;
  bool redraws = false;  // a terminal on which a line can be drawn again
  bool color = false;
  bool unicode = false;  // the locale says UTF-8
  unsigned width = 0;    // columns; 0: not a terminal, lines may be as long as they like
};

// Looks at the descriptor and at TERM, COLUMNS, NO_COLOR and the locale's variables.
Terminal look_at_terminal(int fd, ColorChoice color = ColorChoice::automatic);

}  // namespace heddle
