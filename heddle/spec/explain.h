// The verdict on a history, and for a bad one the few calls that show it. What is guaranteed stands in linearizable.h.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "heddle/spec/fewest.h"
#include "heddle/spec/part.h"
#include "heddle/spec/timeline.h"
#include "heddle/spec/verdict.h"

namespace heddle::detail {

inline constexpr std::size_t kWindow = 8;             // calls to start from when leaving out
inline constexpr std::uint64_t kSmallSearch = 5'000;  // configurations, for each attempt to leave a call out
inline constexpr std::size_t kMostStarts = 256;       // states that a drawing may start from
inline constexpr std::size_t kMostResults = 24;

// Where a search begins: the state, and which calls of the part have taken effect.
template <SequentialModel M>
struct Start {
  M state;
  std::vector<char> done;
};

// Calls of the part, with spans of their own, that are not done yet.
template <SequentialModel M>
struct Selection {
  std::vector<Item> items;
  std::vector<std::uint32_t> number_of;

  Selection(const Part<M>& part, std::span<const CallSpan> spans, const std::vector<char>& done, Instant until) {
    for (std::uint32_t i = 0; i < part.size(); ++i) {
      if (done[i] || spans[i].invoked > until) continue;
      items.push_back({spans[i]});
      number_of.push_back(i);
    }
  }
};

template <SequentialModel M>
class Offence {
 public:
  Offence(const Part<M>& part, std::uint64_t limit) : part_(part), limit_(limit), spans_(part.spans) {}

  Found linearizable() { return search(whole(), spans_, limit_, &farthest_); }

  // Once it is known not to be linearizable.
  Verdict explain() {
    cut_after_first_bad_return();
    starts_ = {whole()};
    begin_later();
    leave_out();
    return tell(possible_results());
  }

  // After explain(), by call of the part: is it shown, and from when to when?
  const std::vector<char>& shown() const { return shown_; }
  const std::vector<CallSpan>& spans() const { return spans_; }

 private:
  Start<M> whole() const { return {part_.initial, std::vector<char>(part_.size(), 0)}; }

  Found search(const Start<M>& start, std::span<const CallSpan> spans, std::uint64_t limit,
               Instant* farthest = nullptr) const {
    const Selection<M> some(part_, spans, start.done, kNeverReturned);
    Lanes lanes(some.items);
    const Found found = search_order(
        lanes, start.state, CallEffect<M>{&part_, some.items, some.number_of},
        [](const Lanes&, const M&) { return true; }, limit);
    if (farthest) *farthest = lanes.farthest();
    work_ += lanes.asked();
    return found;
  }

  // From no start, for sure?
  bool impossible(std::span<const CallSpan> spans, std::uint64_t limit) const {
    return std::all_of(starts_.begin(), starts_.end(),
                       [&](const Start<M>& start) { return search(start, spans, limit) == Found::no; });
  }

  // As it was at that instant: what had not been invoked is done away with, what had not returned is open.
  static std::vector<CallSpan> until(std::vector<CallSpan> spans, Instant at) {
    for (CallSpan& span : spans)
      if (span.returned > at) span.returned = kNeverReturned;
    return spans;
  }

  // A history that is linearizable is so at every instant, so the first bad return is found by halving. All was well
  // before the return that no search came past, and mostly it is that one.
  void cut_after_first_bad_return() {
    std::vector<Instant> returns;
    for (const CallSpan& span : spans_)
      if (span.returned != kNeverReturned) returns.push_back(span.returned);
    std::sort(returns.begin(), returns.end());
    const auto stuck = std::lower_bound(returns.begin(), returns.end(), farthest_) - returns.begin();
    std::size_t good = static_cast<std::size_t>(stuck), bad = returns.size();  // this many returns are known to be so
    for (std::size_t middle = good + 1; good + 1 < bad; middle = (good + bad) / 2)
      (search_until(returns[middle - 1]) == Found::no ? bad : good) = middle;
    last_ = returns[bad - 1];
    spans_ = until(std::move(spans_), last_);
    for (std::uint32_t i = 0; i < part_.size(); ++i)
      if (spans_[i].returned == last_) culprit_ = i;
  }

  Found search_until(Instant at) const {
    Start<M> start = whole();
    for (std::size_t i = 0; i < part_.size(); ++i) start.done[i] = spans_[i].invoked > at;
    return search(start, until(spans_, at), limit_);
  }

  // Of a long history the last calls are enough, given all states that the others can have led to.
  void begin_later() {
    for (Start<M>& start : starts_)
      for (std::size_t i = 0; i < part_.size(); ++i) start.done[i] |= spans_[i].invoked > last_;
    std::vector<Instant> returns;
    for (const CallSpan& span : spans_)
      if (span.returned != kNeverReturned) returns.push_back(span.returned);
    if (returns.size() <= kWindow) return;
    std::sort(returns.begin(), returns.end());
    const Instant begin = std::min(returns[returns.size() - kWindow], spans_[culprit_].invoked);
    const Selection<M> some(part_, spans_, whole().done, begin);
    Lanes lanes(some.items, begin);
    std::vector<Start<M>> later;
    const Found found = search_order(
        lanes, part_.initial, CallEffect<M>{&part_, some.items, some.number_of},
        [&](const Lanes& reached, const M& state) {
          Start<M> start{state, starts_.front().done};
          for (std::uint32_t item = 0; item < some.items.size(); ++item)
            start.done[some.number_of[item]] |= reached.done(item);
          later.push_back(std::move(start));
          return later.size() > kMostStarts;
        },
        limit_);
    if (found == Found::no) starts_ = std::move(later);
  }

  // Which results of the culprit there could have been, as text: by what is shown.
  std::vector<std::string> possible_results() const {
    const std::vector<CallSpan> spans = with_others_loose();
    std::vector<CallResult<M>> results;
    for (const Start<M>& start : starts_) {
      const Selection<M> some(part_, spans, start.done, kNeverReturned);
      Lanes lanes(some.items);
      const CallEffect<M> effect{&part_, some.items, some.number_of, culprit_, &results};
      const auto never = [&](const Lanes&, const M&) { return results.size() > kMostResults; };
      if (search_order(lanes, start.state, effect, never, kSmallSearch) != Found::no) return {};
    }
    std::vector<std::string> texts;
    for (const CallResult<M>& result : results)
      if (would_explain(result, spans)) texts.push_back(result_text<M>(result));
    std::sort(texts.begin(), texts.end());
    texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
    return texts;
  }

  bool would_explain(const CallResult<M>& result, std::span<const CallSpan> spans) const {
    RecordedCall<M> other = *part_.calls[culprit_];
    other.result = result;
    Part<M> part = part_;
    part.calls[culprit_] = &other;
    const Offence<M> with(part, kSmallSearch);
    return std::any_of(starts_.begin(), starts_.end(),
                       [&](const Start<M>& start) { return with.search(start, spans, kSmallSearch) == Found::yes; });
  }

  void leave_out() {
    shown_.assign(part_.size(), 0);
    std::vector<std::uint32_t> calls;
    for (std::uint32_t i = 0; i < part_.size(); ++i) {
      shown_[i] = !in_no_start(i);
      if (shown_[i] && i != culprit_) calls.push_back(i);
    }
    work_ = 0;
    for (const std::uint32_t i : calls) {
      shown_[i] = 0;
      shown_[i] = work_ >= kMostWork || !shows_it();
    }
    find_fewest(shown_, calls, work_, [this] { return shows_it(); });
  }

  // What is shown is impossible, even if those left out took effect at any time or never, and possible up to the last
  // return.
  bool shows_it() const { return possible_before() && impossible(with_others_loose(), kSmallSearch); }

  std::vector<CallSpan> with_others_loose() const {
    std::vector<CallSpan> spans = spans_;
    for (std::size_t i = 0; i < part_.size(); ++i)
      if (!shown_[i]) spans[i].returned = kNeverReturned;
    return spans;
  }

  // What is shown, without the last return.
  bool possible_before() const {
    std::vector<CallSpan> spans = spans_;
    spans[culprit_].returned = kNeverReturned;
    return std::any_of(starts_.begin(), starts_.end(), [&](Start<M> start) {
      for (std::size_t i = 0; i < part_.size(); ++i) start.done[i] |= !shown_[i];
      return search(start, spans, kSmallSearch) == Found::yes;
    });
  }

  bool in_no_start(std::uint32_t call) const {
    return std::all_of(starts_.begin(), starts_.end(), [&](const Start<M>& start) { return start.done[call] != 0; });
  }

  Verdict tell(const std::vector<std::string>& possible) const {
    const RecordedCall<M>& culprit = *part_.calls[culprit_];
    Verdict verdict{Verdict::Answer::no, {}, {}};
    verdict.reason =
        not_possible(to_text(culprit.call), part_.client_of[culprit_], result_text<M>(*culprit.result), possible);
    std::vector<std::string> states;
    for (const Start<M>& start : starts_) states.push_back(to_text(start.state));
    const bool from_start = std::none_of(starts_.begin(), starts_.end(), [&](const Start<M>& start) {
      for (std::size_t i = 0; i < part_.size(); ++i)
        if (start.done[i] && spans_[i].invoked <= last_) return true;
      return false;
    });
    if (!from_start) verdict.drawing = states_before(states);
    std::vector<DrawnCall> drawn;
    std::size_t left_out = 0;
    for (std::uint32_t i = 0; i < part_.size(); ++i) {
      const bool open = spans_[i].returned == kNeverReturned;
      if (shown_[i])
        drawn.push_back({part_.client_of[i], open ? to_text(part_.calls[i]->call) : call_text(*part_.calls[i]),
                         spans_[i], i == culprit_});
      else
        left_out += !in_no_start(i);
    }
    verdict.drawing += draw_calls(drawn) + calls_left_out(left_out);
    return verdict;
  }

  const Part<M>& part_;
  std::uint64_t limit_;
  std::vector<CallSpan> spans_;
  std::vector<char> shown_;
  std::vector<Start<M>> starts_;
  Instant last_ = kNeverReturned;
  Instant farthest_ = 0;
  mutable std::uint64_t work_ = 0;
  std::uint32_t culprit_ = 0;
};

template <SequentialModel M>
Verdict linearizable(const Part<M>& part, std::uint64_t limit) {
  Offence<M> offence(part, limit);
  switch (offence.linearizable()) {
    case Found::yes:
      return {};
    case Found::gave_up:
      return gave_up(limit);
    case Found::no:
      break;
  }
  return offence.explain();
}

// All calls together, each client's own in their order.
template <SequentialModel M>
Found search_sequential(const Part<M>& part, std::span<const CallSpan> spans, std::uint64_t limit, std::uint64_t& work) {
  std::map<std::string, std::uint32_t> groups;
  for (const std::string& client : part.client_of)
    groups.try_emplace(client, static_cast<std::uint32_t>(groups.size()));
  std::vector<Item> items;
  std::vector<std::uint32_t> number_of;
  for (std::uint32_t i = 0; i < part.size(); ++i) {
    items.push_back({spans[i], groups[part.client_of[i]]});
    number_of.push_back(i);
  }
  Lanes lanes(items);
  const CallEffect<M> effect{&part, items, number_of};
  const auto always = [](const Lanes&, const auto&) { return true; };
  const Found found = part.keys == 1
                          ? search_order(lanes, part.initial, effect, always, limit)
                          : search_order(lanes, std::vector<M>(part.keys, part.initial), effect, always, limit);
  work += lanes.asked();
  return found;
}

// By call: is it one of the few that no order explains? Once it is known that none explains all of them.
template <SequentialModel M>
std::vector<char> out_of_order(const Part<M>& part) {
  std::vector<char> shown(part.size(), 1);
  std::uint64_t work = 0;
  const auto shows_it = [&] {
    std::vector<CallSpan> spans = part.spans;
    for (std::size_t i = 0; i < part.size(); ++i)
      if (!shown[i]) spans[i].returned = kNeverReturned;
    return search_sequential(part, spans, kSmallSearch, work) == Found::no;
  };
  std::vector<std::uint32_t> calls;
  for (std::uint32_t i = 0; i < part.size(); ++i) {
    shown[i] = part.spans[i].returned != kNeverReturned;
    if (shown[i]) calls.push_back(i);
  }
  for (std::size_t chunk = std::max<std::size_t>(part.size() / 2, 1); chunk > 0; chunk /= 2)
    for (std::size_t at = 0; at < part.size(); at += chunk) {
      const std::vector<char> before = shown;
      for (std::size_t i = at; i < std::min(at + chunk, part.size()); ++i) shown[i] = 0;
      if (!shows_it()) shown = before;
    }
  find_fewest(shown, calls, work, shows_it);
  return shown;
}

// `part` has all calls.
template <SequentialModel M>
Verdict sequentially_consistent(const Part<M>& part, std::uint64_t limit) {
  std::uint64_t work = 0;
  switch (search_sequential(part, part.spans, limit, work)) {
    case Found::yes:
      return {};
    case Found::gave_up:
      return gave_up(limit);
    case Found::no:
      break;
  }
  const std::vector<char> shown = out_of_order(part);
  std::vector<DrawnCall> drawn;
  for (std::size_t i = 0; i < part.size(); ++i)
    if (shown[i]) drawn.push_back({part.client_of[i], call_text(*part.calls[i]), part.spans[i]});
  return {Verdict::Answer::no, no_order_of_clients(), draw_calls(drawn) + calls_left_out(part.size() - drawn.size())};
}

}  // namespace heddle::detail
