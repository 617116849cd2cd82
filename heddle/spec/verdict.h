// What a check of recorded calls found (linearizable.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace heddle {

struct Verdict {
  enum class Answer : std::uint8_t { yes, no, gave_up };

  Answer answer = Answer::yes;
  std::string reason;   // if not ok: a sentence
  std::string drawing;  // if no: the calls that show it, in lines of at most 76 columns

  bool ok() const { return answer == Answer::yes; }
};

namespace detail {

// "read by c returned 1, but only 2 is possible"
std::string not_possible(const std::string& call, const std::string& client, const std::string& got,
                         std::vector<std::string> possible);
std::string no_order_of_clients();
std::string states_before(std::vector<std::string> states);
std::string calls_left_out(std::size_t count);
Verdict gave_up(std::uint64_t limit);

}  // namespace detail
}  // namespace heddle
