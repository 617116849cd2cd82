// Obligations: what a test starts and expects to be done before the trial is over.
//
//   Obligation acknowledged = expect_done("write {} is acknowledged", n);
//   ...
//   acknowledged.done();
//
//   expect_done(worker);                    // this actor must have ended by then
//
// A trial is over when nothing can run any more: the test's function has returned (time then stands still) or waits for
// ever. An obligation that is not met by then is a failure, with the place where it was taken on.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include "heddle/actor/pid.h"
#include "heddle/base/location.h"
#include "heddle/spec/check.h"

namespace heddle {

// A value: copies stand for the same obligation.
class Obligation {
 public:
  // Not an operation: nobody else can see it. To do it again changes nothing.
  void done() const;

 private:
  friend class ObligationBook;
  explicit Obligation(std::uint32_t number) : number_(number) {}
  std::uint32_t number_;
};

namespace detail {

Obligation take_on(std::string text, Pid until_end_of, Location where);

}  // namespace detail

template <class... Args>
Obligation expect_done(detail::FormatAt<std::type_identity_t<Args>...> text, Args&&... args) {
  return detail::take_on(fmt::format(text.format, std::forward<Args>(args)...), Pid{}, text.where);
}

// Met when the actor has ended, for whatever reason.
inline Obligation expect_done(Pid actor, Location where = {}) { return detail::take_on("", actor, where); }

}  // namespace heddle
