// Sequential models: what an object would do if its clients called it one after the other.
//
//   struct Account {
//     struct Deposit { int amount; };
//     struct Balance {};
//     using Call = std::variant<Deposit, Balance>;            // what clients may call
//
//     int total = 0;                                          // the state
//     void step(const Deposit& deposit) { total += deposit.amount; }
//     int step(const Balance&) const { return total; }        // const: it only looks
//
//     bool operator==(const Account&) const = default;
//   };
//
// A model is a plain type that can be copied and compared; a fresh one is the state at the start. For every kind of
// call it has a step, which takes effect and says the result. Steps must be defined in every state and depend on
// nothing else. A const step changes nothing, which makes checks faster.
//
// Objects that are many independent ones, told apart by a key, such as a map: the model is that of one key, and a
// static function says of each call to which key it belongs. Keys need operator<.
//
//     static std::string key(const Call& call) {
//       return std::visit([](const auto& c) { return c.key; }, call);
//     }
//
// Calls, results and states are shown as to_text (base/print.h) shows them. Models of a register, a queue, a set and a
// map are in models.h.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <variant>

namespace heddle {

// The result of a call that returns nothing.
struct NoResult {
  bool operator==(const NoResult&) const = default;
};

namespace detail {

template <class M, class C>
using StepReturns = decltype(std::declval<M&>().step(std::declval<const C&>()));

template <class M, class C>
using KeptResult =
    std::conditional_t<std::is_void_v<StepReturns<M, C>>, NoResult, std::remove_cvref_t<StepReturns<M, C>>>;

template <class M, class Call>
struct Results {
  using Type = KeptResult<M, Call>;
};
template <class M, class... C>
struct Results<M, std::variant<C...>> {
  using Type = std::variant<KeptResult<M, C>...>;  // the alternative is that of the call
};

template <class M, class C>
constexpr bool looks_only = requires(const M& model, const C& call) { model.step(call); };

template <class M, class C>
KeptResult<M, C> take_step(M& model, const C& call) {
  if constexpr (std::is_void_v<StepReturns<M, C>>) {
    model.step(call);
    return {};
  } else if constexpr (looks_only<M, C>) {
    return std::as_const(model).step(call);
  } else {
    return model.step(call);
  }
}

// Which alternative of the variant Call is C? Its size if none.
template <class C, class Call>
constexpr std::size_t alternative_of = 0;
template <class C, class... Calls>
constexpr std::size_t alternative_of<C, std::variant<Calls...>> = [] {
  std::size_t at = 0;
  (void)((std::is_same_v<C, Calls> || (++at, false)) || ...);
  return at;
}();

}  // namespace detail

template <class M>
concept SequentialModel = std::copyable<M> && std::default_initializable<M> && std::equality_comparable<M> && requires {
  typename M::Call;
  typename detail::Results<M, typename M::Call>::Type;
};

// The result of any call: where Call is a variant, a variant with one alternative for each of its alternatives.
template <class M>
using CallResult = typename detail::Results<M, typename M::Call>::Type;

template <class M>
concept KeyedModel = SequentialModel<M> && requires(const typename M::Call& call) { M::key(call); };

namespace detail {

// The call takes effect.
template <SequentialModel M>
CallResult<M> apply(M& model, const typename M::Call& call) {
  if constexpr (requires { std::variant_size<typename M::Call>::value; }) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      CallResult<M> result;
      (void)((call.index() == I && (result.template emplace<I>(take_step(model, *std::get_if<I>(&call))), true)) ||
             ...);
      return result;
    }(std::make_index_sequence<std::variant_size_v<typename M::Call>>{});
  } else {
    return take_step(model, call);
  }
}

// Does the call change nothing, wherever it gives this result?
template <class M, class C, class R>
bool only_looked(const C& call, const R& result) {
  if constexpr (looks_only<M, C>)
    return true;
  else if constexpr (requires {
                       { M::only_looked(call, result) } -> std::convertible_to<bool>;
                     })
    return M::only_looked(call, result);
  else
    return false;
}

template <SequentialModel M>
bool only_looked_at(const typename M::Call& call, const CallResult<M>& result) {
  if constexpr (requires { std::variant_size<typename M::Call>::value; }) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return ((call.index() == I && only_looked<M>(*std::get_if<I>(&call), *std::get_if<I>(&result))) || ...);
    }(std::make_index_sequence<std::variant_size_v<typename M::Call>>{});
  } else {
    return only_looked<M>(call, result);
  }
}

template <SequentialModel M>
bool only_looks(const typename M::Call& call) {
  if constexpr (requires { std::variant_size<typename M::Call>::value; }) {
    return std::visit([]<class C>(const C&) { return looks_only<M, C>; }, call);
  } else {
    return looks_only<M, typename M::Call>;
  }
}

}  // namespace detail
}  // namespace heddle
