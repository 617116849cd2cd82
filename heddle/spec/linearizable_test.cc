#include "heddle/spec/linearizable.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <numeric>

#include "heddle/base/random.h"
#include "heddle/spec/models.h"

namespace heddle {
namespace {

using Cell = models::Register<int>;
using Jobs = models::Queue<int>;
using Names = models::Set<int>;
using Store = models::Map<int, int>;

// --- against brute force: all orders, nothing remembered, nothing cut ---

template <class M>
using States = std::map<int, M>;

template <class M>
int key_of(const typename M::Call& call) {
  if constexpr (KeyedModel<M>) return M::key(call);
  return 0;
}

enum class Order { real_time, per_client };

template <class M>
bool brute_force(const Calls<M>& all, Order order, std::vector<char>& done, const States<M>& states) {
  bool complete = true;
  for (std::size_t i = 0; i < all.calls.size(); ++i) complete &= done[i] || !all.calls[i].result;
  if (complete) return true;
  for (std::size_t i = 0; i < all.calls.size(); ++i) {
    const RecordedCall<M>& call = all.calls[i];
    if (done[i]) continue;
    bool first = true;
    for (std::size_t j = 0; j < all.calls.size(); ++j) {
      const RecordedCall<M>& other = all.calls[j];
      const bool ordered = order == Order::real_time || other.client == call.client;
      first &= done[j] || !other.result || !ordered || other.span.returned >= call.span.invoked;
    }
    if (!first) continue;
    States<M> after = states;
    const auto result = detail::apply(after.try_emplace(key_of<M>(call.call), all.initial).first->second, call.call);
    if (call.result && !(result == *call.result)) continue;
    done[i] = 1;
    if (brute_force(all, order, done, after)) return true;
    done[i] = 0;
  }
  return false;
}

template <class M>
bool brute_force(const Calls<M>& all, Order order) {
  std::vector<char> done(all.calls.size(), 0);
  return brute_force(all, order, done, {});
}

Cell::Call random_call(Random& random, const Cell*) {
  const int a = static_cast<int>(random.below(3)), b = static_cast<int>(random.below(3));
  const std::uint64_t kind = random.below(5);
  if (kind < 2) return Cell::Read{};
  if (kind < 4) return Cell::Write{a};
  return Cell::Cas{a, b};
}
Jobs::Call random_call(Random& random, const Jobs*) {
  if (random.flip()) return Jobs::Push{static_cast<int>(random.below(3))};
  return Jobs::Pop{};
}
Names::Call random_call(Random& random, const Names*) {
  const int key = static_cast<int>(random.below(2));
  switch (random.below(3)) {
    case 0:
      return Names::Add{key};
    case 1:
      return Names::Remove{key};
    default:
      return Names::Contains{key};
  }
}
Store::Call random_call(Random& random, const Store*) {
  const int key = static_cast<int>(random.below(2)), value = static_cast<int>(random.below(2));
  switch (random.below(4)) {
    case 0:
      return Store::Erase{key};
    case 1:
      return Store::Put{key, value};
    default:
      return Store::Get{key};
  }
}

// Calls of a few clients at random instants, some open. Results are those of a random order, in half of the histories
// with one that is from elsewhere; so both answers are frequent.
template <class M>
Calls<M> random_history(Random& random) {
  const std::size_t count = random.below(7);
  const std::uint64_t clients = 1 + random.below(3);
  Calls<M> all;
  for (std::size_t i = 0; i < count; ++i) {
    const auto invoked = static_cast<Instant>(random.below(12));
    const auto returned = invoked + static_cast<Instant>(random.below(6));
    all.calls.push_back({all.client(fmt::format("c{}", random.below(clients))),
                         random_call(random, static_cast<const M*>(nullptr)),
                         {invoked, returned},
                         std::nullopt});
  }
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  const auto give_results = [&](bool only_one) {
    for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    std::sort(order.begin(), order.end() - static_cast<std::ptrdiff_t>(count / 2),
              [&](std::size_t a, std::size_t b) { return all.calls[a].span.invoked < all.calls[b].span.invoked; });
    const std::size_t chosen = count == 0 ? 0 : random.below(count);
    States<M> states;
    for (const std::size_t i : order) {
      auto result = detail::apply(states[key_of<M>(all.calls[i].call)], all.calls[i].call);
      if (!only_one || i == chosen) all.calls[i].result = std::move(result);
    }
  };
  give_results(false);
  if (random.flip()) give_results(true);
  for (RecordedCall<M>& call : all.calls)
    if (random.below(6) == 0) call.result.reset(), call.span.returned = kNeverReturned;
  return all;
}

template <class M>
std::string show(const Calls<M>& all) {
  std::string text;
  for (const RecordedCall<M>& call : all.calls)
    text += fmt::format("{} {} {} {}\n", all.clients[call.client], detail::call_text(call), call.span.invoked,
                        call.result ? call.span.returned : -1);
  return text;
}

template <class M>
class AgainstBruteForce : public ::testing::Test {};
using AllModels = ::testing::Types<Cell, Jobs, Names, Store>;
TYPED_TEST_SUITE(AgainstBruteForce, AllModels);

TYPED_TEST(AgainstBruteForce, SameAnswers) {
  Random random(1);
  int linearizable = 0, sequential = 0, changed_by_open = 0;
  constexpr int kHistories = 4'000;
  for (int n = 0; n < kHistories && !this->HasFailure(); ++n) {
    Calls<TypeParam> all = random_history<TypeParam>(random);
    const Verdict is_linearizable = check_linearizable(all), is_sequential = check_sequentially_consistent(all);
    ASSERT_EQ(is_linearizable.ok(), brute_force(all, Order::real_time)) << show(all);
    ASSERT_EQ(is_sequential.ok(), brute_force(all, Order::per_client)) << show(all);
    linearizable += is_linearizable.ok();
    sequential += is_sequential.ok();
    std::erase_if(all.calls, [](const auto& call) { return !call.result; });
    changed_by_open += is_linearizable.ok() != check_linearizable(all).ok();
  }
  // Each of these would be empty for a checker that always says the same, or does not look at what it must.
  EXPECT_GT(linearizable, kHistories / 10);
  EXPECT_LT(linearizable, kHistories * 9 / 10);
  EXPECT_GT(sequential, linearizable + kHistories / 50);
  EXPECT_LT(sequential, kHistories * 99 / 100);
  EXPECT_GT(changed_by_open, 10);
}

// What is drawn is not linearizable by itself, and stops being so without its last return.
TYPED_TEST(AgainstBruteForce, WhatIsShownIsEnough) {
  Random random(2);
  int bad = 0;
  for (int n = 0; n < 3'000; ++n) {
    const Calls<TypeParam> all = random_history<TypeParam>(random);
    for (const detail::Part<TypeParam>& part : detail::parts_by_key(all)) {
      detail::Offence<TypeParam> offence(part, 1'000'000);
      if (offence.linearizable() != detail::Found::no) continue;
      const Verdict verdict = offence.explain();
      ++bad;
      EXPECT_NE(verdict.reason.find(" possible"), std::string::npos) << verdict.reason;
      Calls<TypeParam> shown{all.initial, all.clients, {}};
      Instant last = 0;
      for (std::size_t i = 0; i < part.size(); ++i)
        if (offence.shown()[i]) {
          RecordedCall<TypeParam> call = *part.calls[i];
          call.span = offence.spans()[i];
          if (call.span.returned == kNeverReturned)
            call.result.reset();
          else
            last = std::max(last, call.span.returned);
          shown.calls.push_back(call);
        }
      ASSERT_FALSE(shown.calls.empty());
      EXPECT_FALSE(brute_force(shown, Order::real_time)) << show(all) << verdict.drawing;
      for (RecordedCall<TypeParam>& call : shown.calls)
        if (call.span.returned == last) call.result.reset(), call.span.returned = kNeverReturned;
      EXPECT_TRUE(brute_force(shown, Order::real_time)) << show(all) << verdict.drawing;
    }
  }
  EXPECT_GT(bad, 200);
}

// The fewest calls with which it can be shown, over all selections: what is left out may take effect at any time or never.
template <class M>
std::size_t fewest(const detail::Part<M>& part, std::span<const CallSpan> spans, const Calls<M>& all) {
  std::size_t culprit = 0;
  Instant last = -1;
  for (std::size_t i = 0; i < part.size(); ++i)
    if (spans[i].returned != kNeverReturned && spans[i].returned >= last) last = spans[i].returned, culprit = i;
  const auto open = [](RecordedCall<M>& call) { call.result.reset(), call.span.returned = kNeverReturned; };
  std::size_t best = part.size() + 1;
  for (std::size_t set = 0; set < std::size_t{1} << part.size(); ++set) {
    const auto size = static_cast<std::size_t>(std::popcount(set));
    if (!(set >> culprit & 1) || size >= best) continue;
    Calls<M> loose{all.initial, all.clients, {}}, before = loose;
    for (std::size_t i = 0; i < part.size(); ++i) {
      if (spans[i].invoked > last) continue;
      RecordedCall<M> call = *part.calls[i];
      call.span = spans[i];
      const bool shown = set >> i & 1;
      if (!shown || spans[i].returned == kNeverReturned) open(call);
      loose.calls.push_back(call);
      if (i == culprit) open(call);
      if (shown) before.calls.push_back(call);
    }
    if (!brute_force(loose, Order::real_time) && brute_force(before, Order::real_time)) best = size;
  }
  return best;
}

TYPED_TEST(AgainstBruteForce, NothingSmallerWouldShowIt) {
  Random random(3);
  int bad = 0, large = 0;
  for (int n = 0; n < 1'500; ++n) {
    const Calls<TypeParam> all = random_history<TypeParam>(random);
    for (const detail::Part<TypeParam>& part : detail::parts_by_key(all)) {
      detail::Offence<TypeParam> offence(part, 1'000'000);
      if (offence.linearizable() != detail::Found::no) continue;
      const Verdict verdict = offence.explain();
      const auto shown = static_cast<std::size_t>(std::count(offence.shown().begin(), offence.shown().end(), 1));
      ASSERT_EQ(shown, fewest<TypeParam>(part, offence.spans(), all)) << show(all) << verdict.drawing;
      ++bad;
      large += shown > 2;
    }
  }
  EXPECT_GT(bad, 100);
  EXPECT_GT(large, 10);
}

// The same without real time: no smaller selection is out of order, whatever the others did.
TYPED_TEST(AgainstBruteForce, NothingSmallerIsOutOfOrder) {
  Random random(4);
  int bad = 0, large = 0;
  for (int n = 0; n < 6'000; ++n) {
    const Calls<TypeParam> all = random_history<TypeParam>(random);
    if (check_sequentially_consistent(all).answer != Verdict::Answer::no) continue;
    const detail::Part<TypeParam> part = detail::one_part(all);
    const std::vector<char> shown = detail::out_of_order(part);
    const auto count = static_cast<std::size_t>(std::count(shown.begin(), shown.end(), 1));
    std::size_t best = part.size() + 1;
    for (std::size_t set = 0; set < std::size_t{1} << part.size(); ++set) {
      const auto size = static_cast<std::size_t>(std::popcount(set));
      if (size >= best) continue;
      Calls<TypeParam> loose = all;
      for (std::size_t i = 0; i < part.size(); ++i)
        if (!(set >> i & 1)) loose.calls[i].result.reset(), loose.calls[i].span.returned = kNeverReturned;
      if (!brute_force(loose, Order::per_client)) best = size;
    }
    ASSERT_EQ(count, best) << show(all);
    ++bad;
    large += count > 2;
  }
  EXPECT_GT(bad, 100);
  EXPECT_GT(large, 10);
}

// --- by hand ---

TEST(Linearizable, Nothing) {
  EXPECT_TRUE(check_linearizable(Calls<Cell>()).ok());
  EXPECT_TRUE(check_sequentially_consistent(Calls<Store>()).ok());
}

TEST(Linearizable, OneClient) {
  Calls<Cell> calls;
  calls.add("a", Cell::Write{1}, {0, 1});
  calls.add("a", Cell::Read{}, {2, 3}, 1);
  EXPECT_TRUE(check_linearizable(calls).ok());
  calls.add("a", Cell::Read{}, {4, 5}, 0);
  EXPECT_FALSE(check_linearizable(calls).ok());
  EXPECT_FALSE(check_sequentially_consistent(calls).ok());
}

TEST(Linearizable, AStaleReadIsNamedAndDrawn) {
  Calls<Cell> calls;
  calls.add("a", Cell::Write{1}, {0, 1});
  calls.add("b", Cell::Write{2}, {2, 5});
  calls.add("d", Cell::Read{}, {3, 4}, 1);  // meanwhile: may be either
  calls.add("c", Cell::Read{}, {6, 7}, 1);
  calls.add("d", Cell::Read{}, {8, 9}, 7);  // worse, but later
  const Verdict verdict = check_linearizable(calls);
  EXPECT_EQ(verdict.answer, Verdict::Answer::no);
  EXPECT_EQ(verdict.reason, "read by c returned 1, but only 2 is possible");
  EXPECT_EQ(verdict.drawing,
            "a  ├ write 1 ┤\n"
            "b              ├ write 2 ┤\n"
            "c                          ├ read → 1 ┤ ✗\n"
            "(left out: 1 call that does not explain it, whenever it took effect)\n");
  calls.calls.pop_back();
  EXPECT_TRUE(check_sequentially_consistent(calls).ok());
}

TEST(Linearizable, EqualInstantsOverlap) {
  Calls<Cell> calls;
  calls.add("a", Cell::Write{1}, {0, 5});
  calls.add("b", Cell::Read{}, {5, 6}, 0);
  EXPECT_TRUE(check_linearizable(calls).ok());
}

TEST(Linearizable, AnOpenCallMayTakeEffectLateOrNever) {
  for (const int seen : {0, 1, 2}) {
    Calls<Cell> calls;
    calls.add_open("a", Cell::Write{1}, 0);
    calls.add("b", Cell::Read{}, {1, 2}, 0);
    calls.add("b", Cell::Read{}, {3, 4}, seen);
    EXPECT_EQ(check_linearizable(calls).ok(), seen != 2);
  }
  Calls<Cell> twice;
  twice.add_open("a", Cell::Write{1}, 0);
  twice.add("b", Cell::Read{}, {1, 2}, 1);
  twice.add("b", Cell::Write{2}, {3, 4});
  twice.add("b", Cell::Read{}, {5, 6}, 1);  // it took effect already
  EXPECT_FALSE(check_linearizable(twice).ok());
  Calls<Cell> early;
  early.add("b", Cell::Read{}, {1, 2}, 1);
  early.add_open("a", Cell::Write{1}, 3);
  EXPECT_FALSE(check_linearizable(early).ok());
  EXPECT_TRUE(check_sequentially_consistent(early).ok());
}

// Store buffering: each client writes one key and misses the other's write. Each key by itself is fine.
TEST(SequentiallyConsistent, KeysAreCheckedTogether) {
  Calls<Store> calls;
  calls.add("a", Store::Put{1, 1}, {0, 1});
  calls.add("a", Store::Get{2}, {2, 3}, std::nullopt);
  calls.add("b", Store::Put{2, 1}, {0, 1});
  calls.add("b", Store::Get{1}, {2, 3}, std::nullopt);
  const Verdict verdict = check_sequentially_consistent(calls);
  EXPECT_FALSE(verdict.ok());
  EXPECT_EQ(std::count(verdict.drawing.begin(), verdict.drawing.end(), '\n'), 2) << verdict.drawing;
}

// The pop could only have given 1 if all calls counted, but what is drawn does not say so: the sentence goes by that.
TEST(Linearizable, TheSentenceIsAboutWhatIsDrawn) {
  Calls<Jobs> calls;
  calls.add("p", Jobs::Push{1}, {0, 1});
  calls.add("p", Jobs::Push{2}, {2, 3});
  calls.add("q", Jobs::Push{3}, {4, 5});
  calls.add("c", Jobs::Pop{}, {6, 7}, 3);
  const Verdict verdict = check_linearizable(calls);
  EXPECT_EQ(verdict.drawing,
            "p  ├ push 2 ┤\n"
            "c             ├ pop → 3 ┤ ✗\n"
            "(left out: 2 calls that do not explain it, whenever they took effect)\n");
  EXPECT_EQ(verdict.reason, "pop by c returned 3, but only 1 or 2 are possible");
}

// A model of one kind of call, without a variant, a key or an operator<<.
struct Tickets {
  struct Call {};
  int next = 0;
  int step(const Call&) { return next++; }
  bool operator==(const Tickets&) const = default;
};

TEST(Linearizable, AModelOfOneKindOfCall) {
  Calls<Tickets> calls;
  calls.add("a", Tickets::Call{}, {0, 9}, 1);
  calls.add("b", Tickets::Call{}, {0, 9}, 0);
  EXPECT_TRUE(check_linearizable(calls).ok());
  calls.add("b", Tickets::Call{}, {10, 11}, 1);
  EXPECT_EQ(check_linearizable(calls).reason, "Call{} by b returned 1, but only 2 is possible");
}

TEST(Linearizable, InitialState) {
  Calls<Cell> calls{Cell{5}};
  calls.add("a", Cell::Read{}, {0, 1}, 5);
  EXPECT_TRUE(check_linearizable(calls).ok());
}

TEST(Linearizable, ReturnsBeforeItIsInvoked) {
  Calls<Cell> calls;
  EXPECT_THROW(calls.add("a", Cell::Write{1}, {2, 1}), std::invalid_argument);
}

// --- long ones ---

// Eight clients that are mostly busy; every call takes effect somewhere in its span.
Calls<Cell> long_history(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  Calls<Cell> all;
  Cell cell;
  for (std::size_t i = 0; i < count; ++i) {
    const auto at = static_cast<Instant>(100 * i);
    const Instant from = std::max<Instant>(0, at - static_cast<Instant>(random.below(400)));
    const Cell::Call call = random.flip() ? Cell::Call(Cell::Read{}) : Cell::Call(Cell::Write{static_cast<int>(i)});
    const CallSpan span{from, at + static_cast<Instant>(random.below(400))};
    all.calls.push_back({all.client(fmt::format("c{}", i % 8)), call, span, detail::apply(cell, call)});
  }
  return all;
}

TEST(Linearizable, AHugeHistoryNeedsNoStack) {
  Calls<Cell> calls = long_history(50'000, 3);
  EXPECT_TRUE(check_linearizable(calls).ok());
}

TEST(Linearizable, APlantedViolationInALongHistory) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Calls<Cell> calls = long_history(1'000, seed);
    std::size_t at = 500;
    while (calls.calls[at].call.index() != 0) ++at;
    calls.calls[at].result.emplace(std::in_place_index<0>, 1'000'000);
    const Verdict verdict = check_linearizable(calls);
    ASSERT_EQ(verdict.answer, Verdict::Answer::no);
    EXPECT_NE(verdict.reason.find("returned 1000000, but only"), std::string::npos) << verdict.reason;
    EXPECT_TRUE(verdict.drawing.starts_with("before that: ")) << verdict.drawing;
    EXPECT_LE(std::count(verdict.drawing.begin(), verdict.drawing.end(), '\n'), 14) << verdict.drawing;
  }
}

// Eight clients, ten keys: key by key it is quick, all keys together it is not.
TEST(SequentiallyConsistent, WhatIsLinearizableIsToldAtOnce) {
  using Numbers = models::Map<int, int>;
  Random random(7);
  Calls<Numbers> all;
  std::map<int, Numbers> stores;
  for (int i = 0; i < 1'000; ++i) {
    const int key = static_cast<int>(random.below(10));
    const Numbers::Call call = random.flip() ? Numbers::Call(Numbers::Get{key}) : Numbers::Call(Numbers::Put{key, i});
    const Instant at = 100 * i;
    const CallSpan span{std::max<Instant>(0, at - static_cast<Instant>(random.below(400))),
                        at + static_cast<Instant>(random.below(400))};
    all.calls.push_back({all.client(fmt::format("c{}", i % 8)), call, span, detail::apply(stores[key], call)});
  }
  EXPECT_EQ(check_sequentially_consistent(all, {.configurations = 20'000}).answer, Verdict::Answer::yes);
}

TEST(Linearizable, GivesUpAtItsLimit) {
  Calls<Jobs> calls;
  for (int i = 0; i < 12; ++i) calls.add(fmt::format("c{}", i), Jobs::Push{i}, {0, 10});
  calls.add("c", Jobs::Pop{}, {11, 12}, 99);
  const Verdict verdict = check_linearizable(calls, {.configurations = 1'000});
  EXPECT_EQ(verdict.answer, Verdict::Answer::gave_up);
  EXPECT_NE(verdict.reason.find("gave up after 1000"), std::string::npos);
}

}  // namespace
}  // namespace heddle
