#include "heddle/runner/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "heddle/report/words.h"
#include "heddle/trace/text.h"

namespace heddle {

namespace {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto kRedraw = 100ms;
constexpr auto kLine = 10s;
constexpr std::size_t kWidestBar = 24;
constexpr std::size_t kNarrowestBar = 6;

void write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written <= 0) return;  // nobody can read it; the exploration goes on
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::string filled_bar(double fraction, std::size_t width, bool unicode) {
  const std::size_t cells = width - 2;
  const double full = std::clamp(fraction, 0.0, 1.0) * static_cast<double>(cells);
  const auto whole = static_cast<std::size_t>(full);
  if (!unicode) return "[" + std::string(whole, '#') + std::string(cells - whole, '.') + "]";
  static constexpr std::string_view kEighths[] = {" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  std::string bar = "▕";
  for (std::size_t i = 0; i < whole; ++i) bar += "█";
  if (whole < cells) {
    bar += kEighths[static_cast<std::size_t>((full - static_cast<double>(whole)) * 8)];
    bar.append(cells - whole - 1, ' ');
  }
  return bar + "▏";
}

bool more_than_expected(const Snapshot& now) { return static_cast<double>(now.trials) + 1 >= now.expected.executions; }

std::string time_words(const Snapshot& now) {
  const double fraction = fraction_done(now);
  if (now.time_limit > 0ns && (now.trial_limit == 0 || now.trials == 0))
    return fmt::format("{} of {}", clock_text(now.elapsed), clock_text(now.time_limit));
  if (now.explored >= 0 && now.trial_limit == 0) {  // a search may plan any amount to come
    const auto done = static_cast<double>(now.trials);
    const std::string left = more_than_expected(now) ? "" : time_left_text(now.expected, done, now.trials_per_second);
    return left.empty() ? clock_text(now.elapsed) : left;
  }
  if (fraction <= 0 || fraction >= 1) return clock_text(now.elapsed);
  const double left = static_cast<double>(now.elapsed.count()) * (1 - fraction) / fraction;
  // Beyond a year nobody waits, and the clock would overflow.
  if (left > 3e16) return clock_text(now.elapsed);
  return clock_text(nanoseconds(static_cast<std::int64_t>(std::ceil(left)))) + " left";
}

std::string trial_words(const Snapshot& now) {
  if (now.explored >= 0) {
    const std::string executions = count_of(now.trials, "execution");
    if (now.expected.known())
      return more_than_expected(now) ? fmt::format("{}, more than expected", executions)
                                     : fmt::format("{} of {}", with_thousands(now.trials), to_text(now.expected));
    if (now.explored == 0) return executions;
    return fmt::format("{}, {} of what is planned so far", executions, percent(now.explored));
  }
  if (now.trial_limit == 0) return count_of(now.trials, "trial");
  return fmt::format("{} of {}", with_thousands(now.trials), count_of(now.trial_limit, "trial"));
}

class Bar final : public Progress {
 public:
  explicit Bar(const Terminal& terminal) : terminal_(terminal) {}
  ~Bar() override { finish(); }

  void update(const Snapshot& now) override {
    const auto time = steady_clock::now();
    if (time - last_ < kRedraw) return;
    last_ = time;
    // Asked each time: windows change their size. One column stays free: a full line would wrap on some terminals.
    const unsigned width = std::max(look_at_terminal(terminal_.fd).width, 2u) - 1;
    write_all(terminal_.fd, "\r" + progress_bar(now, width, terminal_.unicode) + "\033[K");
    drawn_ = true;
  }

  void finish() override {
    if (drawn_) write_all(terminal_.fd, "\r\033[K");
    drawn_ = false;
    last_ = {};
  }

 private:
  Terminal terminal_;
  steady_clock::time_point last_{};
  bool drawn_ = false;
};

class Lines final : public Progress {
 public:
  explicit Lines(int fd) : fd_(fd) {}

  void update(const Snapshot& now) override {
    if (now.elapsed < next_) return;
    next_ = now.elapsed + kLine;
    write_all(fd_, progress_line(now) + "\n");
  }

  void finish() override { next_ = kLine; }

 private:
  int fd_;
  nanoseconds next_ = kLine;
};

}  // namespace

std::unique_ptr<Progress> make_progress(const Terminal& terminal) {
  if (terminal.redraws) return std::make_unique<Bar>(terminal);
  return std::make_unique<Lines>(terminal.fd);
}

double fraction_done(const Snapshot& now) {
  double fraction = now.explored > 0 ? now.explored : -1;
  if (now.expected.known()) fraction = std::min(1.0, static_cast<double>(now.trials) / now.expected.executions);
  if (now.trial_limit > 0) fraction = static_cast<double>(now.trials) / static_cast<double>(now.trial_limit);
  if (now.time_limit > 0ns) {
    const double of_time = static_cast<double>(now.elapsed.count()) / static_cast<double>(now.time_limit.count());
    fraction = std::max(fraction, of_time);
  }
  return std::min(fraction, 1.0);
}

std::string progress_bar(const Snapshot& now, unsigned width, bool unicode) {
  const auto join = [](const std::vector<std::string>& parts) {
    std::string line;
    for (const std::string& part : parts)
      if (!part.empty()) line += (line.empty() ? "" : "  ") + part;
    return line;
  };
  // The most important first: what does not fit beside the shortest bar is left out from the end, and the bar takes what is
  // left over.
  std::vector<std::string> parts = {escape(now.name), "", trial_words(now), time_words(now),
                                    fmt::format("{}/s", with_thousands(std::llround(now.trials_per_second))),
                                    now.explored >= 0 ? "" : count_of(now.distinct_orders, "distinct order"),
                                    now.strategy};
  const std::size_t bar = fraction_done(now) >= 0 ? kNarrowestBar + 2 : 0;
  while (parts.size() > 3 && columns(join(parts)) + bar > width) parts.pop_back();
  if (const std::size_t taken = columns(join(parts)); taken > width) {
    // Not even that: the name gives way.
    const std::size_t others = taken - columns(parts[0]);
    if (others >= width) return trial_words(now).substr(0, width);
    parts[0] = unicode ? cut_end(parts[0], width - others) : parts[0].substr(0, width - others);
    return join(parts);
  }
  const std::size_t room = width - columns(join(parts));
  if (fraction_done(now) >= 0 && room >= kNarrowestBar + 2)
    parts[1] = filled_bar(fraction_done(now), std::min(room - 2, kWidestBar), unicode);
  return join(parts);
}

std::string progress_line(const Snapshot& now) {
  std::string line = fmt::format("{}: {}, {}/s, ", escape(now.name), trial_words(now),
                                 with_thousands(std::llround(now.trials_per_second)));
  if (now.explored < 0) line += count_of(now.distinct_orders, "distinct order") + ", ";
  return line + time_words(now);
}

}  // namespace heddle
