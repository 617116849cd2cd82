// How long a check of a recorded history takes, yes or no, with the drawing of what is wrong.
#include <fmt/format.h>

#include <map>
#include <string>
#include <vector>

#include "benchmarks/table.h"
#include "heddle/base/random.h"
#include "heddle/spec/linearizable.h"
#include "heddle/spec/models.h"

namespace heddle::bench {
namespace {

using Cell = models::Register<int>;
using Store = models::Map<int, int>;

constexpr int kCalls = 1'000;
constexpr int kSeeds = 5;
constexpr double kBar = 1.0;

template <class M>
int key_of(const typename M::Call& call) {
  if constexpr (KeyedModel<M>) return M::key(call);
  return 0;
}

// Clients that are always busy: at each instant one of them invokes, takes effect or returns.
template <class M, class MakeCall>
Calls<M> simulate(int clients, std::uint64_t seed, MakeCall make_call) {
  struct Client {
    std::optional<typename M::Call> call;
    std::optional<CallResult<M>> result;
    Instant invoked = 0;
  };
  Random random(seed);
  Calls<M> all;
  std::map<int, M> state;
  std::vector<Client> busy(static_cast<std::size_t>(clients));
  for (Instant now = 0; all.calls.size() < kCalls; ++now) {
    const std::size_t who = random.below(busy.size());
    Client& client = busy[who];
    if (!client.call) {
      client = {make_call(random), std::nullopt, now};
    } else if (!client.result) {
      client.result = detail::apply(state[key_of<M>(*client.call)], *client.call);
    } else {
      all.calls.push_back(
          {all.client(fmt::format("c{}", who)), *client.call, {client.invoked, now}, std::move(client.result)});
      client = {};
    }
  }
  for (std::size_t who = 0; who < busy.size(); ++who)
    if (busy[who].call)
      all.calls.push_back({all.client(fmt::format("c{}", who)), *busy[who].call, {busy[who].invoked}, std::nullopt});
  return all;
}

Store::Call on_ten_keys(Random& random) {
  const int key = static_cast<int>(random.below(10)), value = static_cast<int>(random.below(1'000));
  const std::uint64_t kind = random.below(4);
  if (kind == 0) return Store::Erase{key};
  if (kind == 1) return Store::Put{key, value};
  return Store::Get{key};
}

Cell::Call on_one_cell(Random& random) {
  const int a = static_cast<int>(random.below(10)), b = static_cast<int>(random.below(10));
  const std::uint64_t kind = random.below(4);
  if (kind == 0) return Cell::Cas{a, b};
  if (kind == 1) return Cell::Write{a};
  return Cell::Read{};
}

Cell::Call mostly_writes(Random& random) {
  if (random.below(4) == 0) return Cell::Read{};
  return Cell::Write{static_cast<int>(random.below(1'000'000))};
}

// The read in the middle gives what nobody ever wrote.
template <class M>
Calls<M> spoilt(Calls<M> all) {
  for (std::size_t i = kCalls / 2; i < all.calls.size(); ++i) {
    if (!std::holds_alternative<std::variant_alternative_t<0, typename M::Call>>(all.calls[i].call)) continue;
    all.calls[i].result.emplace(std::in_place_index<0>, -1);
    break;
  }
  return all;
}

// The slowest of several.
template <class M>
Row slowest(const std::string& name, const std::function<Calls<M>(std::uint64_t seed)>& make, bool linearizable) {
  double worst = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const Calls<M> all = make(seed);
    bool right = false;
    worst = std::max(worst, seconds([&] { right = check_linearizable(all).ok() == linearizable; }));
    if (!right) worst = 1e9;
  }
  return {name, worst, "s", kBar, Better::lower};
}

int measure(int argc, char** argv) {
  Table table("linearizability of 1,000 calls, the slowest of 5 histories", argc, argv);
  const auto map8 = [](std::uint64_t seed) { return simulate<Store>(8, seed, on_ten_keys); };
  const auto cell8 = [](std::uint64_t seed) { return simulate<Cell>(8, seed, on_one_cell); };
  const auto writes8 = [](std::uint64_t seed) { return simulate<Cell>(8, seed, mostly_writes); };
  const auto cell16 = [](std::uint64_t seed) { return simulate<Cell>(16, seed, on_one_cell); };
  const auto map50 = [](std::uint64_t seed) { return simulate<Store>(50, seed, on_ten_keys); };
  const auto bad = [](auto make) { return [=](std::uint64_t seed) { return spoilt(make(seed)); }; };
  table.add(slowest<Store>("map of 10 keys, 8 clients", map8, true));
  table.add(slowest<Store>("the same, one bad read", bad(map8), false));
  table.add(slowest<Cell>("one register, 8 clients, with compare-and-swap", cell8, true));
  table.add(slowest<Cell>("the same, one bad read", bad(cell8), false));
  table.add(slowest<Cell>("one register, 8 clients, mostly writes", writes8, true));
  table.add(slowest<Cell>("the same, one bad read", bad(writes8), false));
  table.add(slowest<Cell>("one register, 16 clients, with compare-and-swap", cell16, true));
  table.add(slowest<Store>("map of 10 keys, 50 clients", map50, true));
  return table.finish();
}

}  // namespace
}  // namespace heddle::bench

int main(int argc, char** argv) { return heddle::bench::measure(argc, argv); }
