// A test that runs in the process of its caller can end it by exit(), and would take the report with it, and the exit code.
#pragma once

#include <string>

namespace heddle {

// While it lives, exit() of this process tells so, and makes its exit code that of a failure. One at a time.
class EndNotice {
 public:
  explicit EndNotice(const std::string& test);  // its name, which must outlive this
  ~EndNotice();
  EndNotice(const EndNotice&) = delete;
  EndNotice& operator=(const EndNotice&) = delete;
};

}  // namespace heddle
