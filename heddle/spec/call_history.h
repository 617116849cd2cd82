// What clients called inside a trial, recorded and checked.
//
//   using Cell = models::Register<int>;               // a model: model.h, models.h
//   CallHistory<Cell> history{"x"};
//   spawn("reader", [=] { int value = history.call(Cell::Read{}, [&] { return replica.get(); }); });
//   ...
//   history.check_linearizable();                     // when all is done; or, at the start:
//   history.expect_linearizable();                    // when the trial is over
//
// An invocation and a return are operations: their order is what linearizability is about. Invocations commute with one
// another, and so do returns; a return and an invocation do not. Calls of different keys meet nowhere. So a search
// (--verify) tries each order of returns and invocations that matters, once.
//
// A call that has not returned when the check comes, since its client was killed, or waits, or left it by an exception,
// may have taken effect or not.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "heddle/base/location.h"
#include "heddle/base/print.h"
#include "heddle/engine/operation.h"
#include "heddle/spec/call_log.h"
#include "heddle/spec/linearizable.h"

namespace heddle {

namespace detail {

template <SequentialModel M>
struct CallData;

}  // namespace detail

// A call that was invoked and has not returned yet.
template <class C>
struct OpenCall {
  std::size_t number = 0;
};

// A handle: copies stand for the same history.
template <SequentialModel M>
class CallHistory {
 public:
  explicit CallHistory(std::string name, M initial = {})
      : data_(std::make_shared<detail::CallData<M>>(std::move(name), std::move(initial))) {
    detail::add_call_log(data_);
  }

  // Invokes, runs f, returns what f returns. C is one of the calls of the model, and f returns its result, or nothing
  // if that has none. If f throws, the call never returned.
  template <class C, std::invocable F>
  std::invoke_result_t<F> call(C call, F&& f, Location where = {}) const {
    const OpenCall<C> open = invoke(std::move(call), where);
    if constexpr (std::is_void_v<std::invoke_result_t<F>>) {
      std::invoke(std::forward<F>(f));
      returned(open, where);
    } else {
      auto result = std::invoke(std::forward<F>(f));
      returned(open, result, where);
      return result;
    }
  }

  // The two ends of a call, for clients that do something else in between. The client is the task that invokes.
  template <class C>
  OpenCall<C> invoke(C call, Location where = {}) const {
    return {data_->invoke(typename M::Call(std::move(call)), where)};
  }
  template <class C>
  void returned(OpenCall<C> open, Location where = {}) const {
    data_->returned(open.number, Calls<M>::template make_result<C>(), where);
  }
  template <class C, class R>
    requires(!std::same_as<std::remove_cvref_t<R>, Location>)
  void returned(OpenCall<C> open, R&& result, Location where = {}) const {
    data_->returned(open.number, Calls<M>::template make_result<C>(std::forward<R>(result)), where);
  }

  // Fails the trial unless the calls so far are. An operation: it depends on all of them.
  void check_linearizable(Location where = {}) const { data_->check(detail::CallCheck::linearizable, where); }
  void check_sequentially_consistent(Location where = {}) const { data_->check(detail::CallCheck::sequential, where); }

  // The same when the trial is over and nothing else has failed. Not an operation.
  void expect_linearizable(Location where = {}) const { data_->expect(detail::CallCheck::linearizable, where); }
  void expect_sequentially_consistent(Location where = {}) const {
    data_->expect(detail::CallCheck::sequential, where);
  }

  // As plain data, for when all calls are over: to look at it is no operation. The order of events that commute is as it
  // happened to be.
  const Calls<M>& calls() const { return data_->calls; }

 private:
  std::shared_ptr<detail::CallData<M>> data_;
};

namespace detail {

template <SequentialModel M>
struct CallData final : CallLog {
  CallData(std::string name, M initial) : CallLog(std::move(name)) { calls.initial = std::move(initial); }

  std::size_t invoke(typename M::Call call, Location where) {
    if (!enter_invocation(object_of(call, where), where)) return 0;
    say([&] { return to_text(call); });
    calls.calls.push_back(
        {calls.client(client_name()), std::move(call), {next_instant(), kNeverReturned}, std::nullopt});
    return calls.calls.size() - 1;
  }

  void returned(std::size_t number, CallResult<M> result, Location where) {
    const bool known = number < calls.calls.size() && !calls.calls[number].result;
    if (!enter_return(known ? object_of(calls.calls[number].call, where) : kNoObject, where)) return;
    RecordedCall<M>& call = calls.calls[number];
    call.result = std::move(result);
    call.span.returned = next_instant();
    say([&] { return call_text(call); });
  }

  Verdict verdict(CallCheck check) const override {
    return check == CallCheck::linearizable ? heddle::check_linearizable(calls)
                                            : heddle::check_sequentially_consistent(calls);
  }

  Calls<M> calls;

 private:
  ObjectId object_of(const typename M::Call& call, Location where) {
    if constexpr (KeyedModel<M>) {
      auto key = M::key(call);
      if (const auto found = objects_.find(key); found != objects_.end()) return found->second;
      const ObjectId object = make_key(to_text(key), where);
      objects_.emplace(std::move(key), object);
      return object;
    } else {
      check_usable(where);
      return whole();
    }
  }

  template <KeyedModel K>
  static auto key_type(const K*) -> std::remove_cvref_t<decltype(K::key(std::declval<const typename K::Call&>()))>;
  static int key_type(const void*);
  std::map<decltype(key_type(static_cast<const M*>(nullptr))), ObjectId> objects_;
};

}  // namespace detail
}  // namespace heddle
