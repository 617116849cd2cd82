// Calls that clients made, as plain data: who called what, from when to when, and what came of it. Filled by hand or
// from a log, and given to the checks of linearizable.h; inside a trial, CallHistory (call_history.h) fills one.
//
//   using Cell = models::Register<int>;
//   Calls<Cell> calls;
//   calls.add("a", Cell::Write{1}, {0, 10});
//   calls.add("b", Cell::Read{}, {5, 20}, 1);     // with its result
//   calls.add_open("a", Cell::Write{2}, 30);      // never returned: it took effect at any time after 30, or not at all
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "heddle/spec/model.h"

namespace heddle {

// In any unit; only the order counts. A call comes before another if it had returned before the other was invoked; at
// equal instants they overlap.
using Instant = std::int64_t;
inline constexpr Instant kNeverReturned = std::numeric_limits<Instant>::max();

struct CallSpan {
  Instant invoked = 0, returned = kNeverReturned;
};

template <SequentialModel M>
struct RecordedCall {
  std::uint32_t client = 0;  // into Calls::clients
  typename M::Call call;
  CallSpan span;
  std::optional<CallResult<M>> result{};  // none: it never returned
};

template <SequentialModel M>
struct Calls {
  M initial{};  // of every key, if the model has keys
  std::vector<std::string> clients{};
  std::vector<RecordedCall<M>> calls{};

  std::uint32_t client(std::string_view name) {
    const auto number = static_cast<std::size_t>(std::find(clients.begin(), clients.end(), name) - clients.begin());
    if (number == clients.size()) clients.emplace_back(name);
    return static_cast<std::uint32_t>(number);
  }

  // A call that returns nothing has no result.
  template <class C, class... R>
  void add(std::string_view by, C call, CallSpan span, R&&... result) {
    if (span.returned < span.invoked) throw std::invalid_argument("Calls::add: a call returned before it was invoked");
    calls.push_back({client(by), std::move(call), span, make_result<C>(std::forward<R>(result)...)});
  }

  template <class C>
  void add_open(std::string_view by, C call, Instant invoked) {
    calls.push_back({client(by), std::move(call), {invoked, kNeverReturned}, std::nullopt});
  }

  template <class C, class... R>
  static CallResult<M> make_result(R&&... result) {
    using Kept = detail::KeptResult<M, C>;
    constexpr std::size_t kAlternative = detail::alternative_of<C, typename M::Call>;
    if constexpr (std::is_same_v<C, typename M::Call>) {
      return Kept{std::forward<R>(result)...};
    } else {
      static_assert(kAlternative < std::variant_size_v<typename M::Call>, "no such call in the model");
      static_assert(std::is_same_v<Kept, NoResult> ? sizeof...(R) == 0 : sizeof...(R) == 1,
                    "a call has exactly the result that its step returns");
      return CallResult<M>(std::in_place_index<kAlternative>, static_cast<Kept>(Kept(std::forward<R>(result)...)));
    }
  }
};

}  // namespace heddle
