// 1,000,000 round trips of two actors: Heddle, every message under control of POS and recorded, against CAF, uncontrolled.
#include "benchmarks/pingpong.h"

#include <caf/all.hpp>

#include "benchmarks/table.h"

namespace {

constexpr std::int64_t kRounds = 1'000'000;

using PingAtom = caf::atom_constant<caf::atom("ping")>;
using PongAtom = caf::atom_constant<caf::atom("pong")>;

caf::behavior pong() {
  return {[](PingAtom, std::int64_t n) { return caf::make_message(PongAtom::value, n); }};
}

caf::behavior ping(caf::event_based_actor* self, std::int64_t rounds, const caf::actor& other) {
  self->send(other, PingAtom::value, std::int64_t{0});
  return {[=](PongAtom, std::int64_t n) {
    if (n + 1 < rounds) {
      self->send(other, PingAtom::value, n + 1);
    } else {
      self->send_exit(other, caf::exit_reason::user_shutdown);
      self->quit();
    }
  }};
}

double caf_pingpong() {
  caf::actor_system_config config;
  config.set("scheduler.max-threads", std::size_t{1});
  return heddle::bench::seconds([&] {
    caf::actor_system system{config};
    const caf::actor other = system.spawn(pong);
    system.spawn(ping, kRounds, other);
    system.await_all_actors_done();
  });
}

}  // namespace

int main(int argc, char** argv) {
  heddle::bench::Table table("1,000,000 ping-pong round trips", argc, argv);
  const std::vector<double> median =
      heddle::bench::medians(5, {[] { return heddle::bench::controlled_pingpong(kRounds, 0); }, caf_pingpong});
  table.add({"Heddle, POS, recorded", median[0], "s", {}, heddle::bench::Better::lower});
  table.add({"CAF, uncontrolled, one worker", median[1], "s", {}, heddle::bench::Better::lower});
  table.add({"ratio", median[0] / median[1], "x CAF", 0.35, heddle::bench::Better::lower});
  table.add({"Morpheus, published", 94.02, "s", {}, heddle::bench::Better::lower});
  table.add({"Concuerror, published", 142.48, "s", {}, heddle::bench::Better::lower});
  return table.finish();
}
