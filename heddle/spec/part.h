// The calls of one key, or of a whole history, ready to be put in order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "heddle/base/print.h"
#include "heddle/spec/calls.h"
#include "heddle/spec/lanes.h"
#include "heddle/spec/order_search.h"

namespace heddle::detail {

template <SequentialModel M>
struct Part {
  M initial{};
  std::vector<const RecordedCall<M>*> calls;  // by their invocations
  std::vector<std::string> client_of;         // of each call
  std::vector<CallSpan> spans;                // as ranks (lanes.h)
  std::vector<std::uint32_t> key_of;          // of each call, from 0
  std::uint32_t keys = 1;

  std::size_t size() const { return calls.size(); }
};

template <SequentialModel M>
Part<M> make_part(const Calls<M>& all, std::span<const RecordedCall<M>* const> some) {
  std::vector<Item> items;
  std::vector<std::string_view> names;
  for (const RecordedCall<M>* call : some) {
    items.push_back({{call->span.invoked, call->result ? call->span.returned : kNeverReturned}});
    names.push_back(all.clients[call->client]);
  }
  rank_events(items, names);
  std::vector<std::size_t> order(some.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return items[a].span.invoked < items[b].span.invoked; });
  Part<M> part;
  part.initial = all.initial;
  for (const std::size_t i : order) {
    part.calls.push_back(some[i]);
    part.client_of.emplace_back(names[i]);
    part.spans.push_back(items[i].span);
  }
  part.key_of.resize(some.size());
  return part;
}

template <SequentialModel M>
Part<M> one_part(const Calls<M>& all) {
  std::vector<const RecordedCall<M>*> some;
  for (const RecordedCall<M>& call : all.calls) some.push_back(&call);
  Part<M> part = make_part<M>(all, some);
  if constexpr (KeyedModel<M>) {
    std::map<decltype(M::key(all.calls.front().call)), std::uint32_t> keys;
    for (const RecordedCall<M>* call : part.calls) keys.try_emplace(M::key(call->call));
    part.keys = 0;
    for (auto& [key, number] : keys) number = part.keys++;
    for (std::size_t i = 0; i < part.size(); ++i) part.key_of[i] = keys.at(M::key(part.calls[i]->call));
  }
  return part;
}

template <SequentialModel M>
std::vector<Part<M>> parts_by_key(const Calls<M>& all) {
  std::vector<Part<M>> parts;
  if constexpr (KeyedModel<M>) {
    std::map<decltype(M::key(all.calls.front().call)), std::vector<const RecordedCall<M>*>> by_key;
    for (const RecordedCall<M>& call : all.calls) by_key[M::key(call.call)].push_back(&call);
    for (const auto& [key, some] : by_key) parts.push_back(make_part<M>(all, some));
  } else {
    parts.push_back(one_part(all));
  }
  return parts;
}

// What a call does to the object of its key. Calls whose span has no end may have any result; so may `any`, which then
// also tells what it could have been.
template <SequentialModel M>
struct CallEffect {
  const Part<M>* part;
  std::span<const Item> items;
  std::span<const std::uint32_t> number_of;  // item to call of the part
  std::uint32_t any = Lanes::kNone;          // call
  std::vector<CallResult<M>>* results_of_any = nullptr;

  Effect operator()(const M& before, std::optional<M>& after, std::uint32_t item) const {
    const std::uint32_t number = number_of[item];
    const RecordedCall<M>& call = *part->calls[number];
    const bool open = items[item].span.returned == kNeverReturned;
    if (number == any) return any_result(before, after, call);
    if (only_looks<M>(call.call)) {
      if (open) return Effect::none;
      M& same = const_cast<M&>(before);  // its step is const
      return apply(same, call.call) == *call.result ? Effect::none : Effect::refused;
    }
    after.emplace(before);
    const CallResult<M> result = apply(*after, call.call);
    if (open) return *after == before ? Effect::none : Effect::change;
    if (!(result == *call.result)) return Effect::refused;
    // That it changes nothing here is not enough: elsewhere it might.
    return only_looked_at<M>(call.call, result) ? Effect::none : Effect::change;
  }

  // The same among the objects of all keys.
  Effect operator()(const std::vector<M>& before, std::optional<std::vector<M>>& after, std::uint32_t item) const {
    const std::uint32_t key = part->key_of[number_of[item]];
    std::optional<M> one;
    const Effect effect = (*this)(before[key], one, item);
    if (effect == Effect::change) {
      after.emplace(before);
      (*after)[key] = *std::move(one);
    }
    return effect;
  }

 private:
  // Never Effect::none, which would settle when it takes effect.
  Effect any_result(const M& before, std::optional<M>& after, const RecordedCall<M>& call) const {
    after.emplace(before);
    CallResult<M> result = apply(*after, call.call);
    if (results_of_any && std::find(results_of_any->begin(), results_of_any->end(), result) == results_of_any->end())
      results_of_any->push_back(std::move(result));
    return Effect::change;
  }
};

template <SequentialModel M>
std::string result_text(const CallResult<M>& result) {
  if constexpr (is_variant<CallResult<M>>) {
    return std::visit(
        []<class R>(const R& held) { return std::is_same_v<R, NoResult> ? std::string() : to_text(held); }, result);
  } else {
    return std::is_same_v<CallResult<M>, NoResult> ? std::string() : to_text(result);
  }
}

// "read → 1"
template <SequentialModel M>
std::string call_text(const RecordedCall<M>& call) {
  const std::string result = call.result ? result_text<M>(*call.result) : std::string();
  return to_text(call.call) + (result.empty() ? "" : " → " + result);
}

}  // namespace heddle::detail
