// Probes what is left of a search, in a process of its own: whatever the test does there, the search goes on as if
// nothing had happened.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "heddle/runner/forecast.h"
#include "heddle/runner/options.h"

namespace heddle {

class Estimator {
 public:
  // Both must outlive this.
  Estimator(const std::function<void()>& test, const Options& options) : test_(test), options_(options) {}
  ~Estimator() { end(); }
  Estimator(const Estimator&) = delete;
  Estimator& operator=(const Estimator&) = delete;

  // Probes these pieces for so long, while so many executions are done. Not while it is busy.
  void start(const std::vector<std::string>& pieces, std::uint64_t done, std::chrono::nanoseconds time);
  bool busy() const { return process_ > 0; }
  int pipe() const { return from_; }  // while it is busy: readable when there is something to listen to
  void listen();                      // to what there is; it may end by that
  void end();                         // at once

  const Forecast& forecast() const { return forecast_; }

 private:
  const std::function<void()>& test_;
  const Options& options_;
  Forecast forecast_;
  std::uint64_t times_ = 0;  // it was started
  pid_t process_ = -1;
  int from_ = -1;
  std::uint64_t done_ = 0;
};

}  // namespace heddle
