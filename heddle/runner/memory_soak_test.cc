// A million trials in one process leave nothing behind: memory is flat after the first few.
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "heddle/actor/actor.h"
#include "heddle/actor/call.h"
#include "heddle/actor/node.h"
#include "heddle/actor/receive.h"
#include "heddle/actor/registry.h"
#include "heddle/actor/table.h"
#include "heddle/actor/timer.h"
#include "heddle/runner/trial_loop.h"
#include "heddle/spec/check.h"
#include "heddle/spec/obligation.h"
#include "heddle/strategy/catalogue.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;

struct Ask {
  using Reply = std::string;
  std::string text;
};
struct Tick {};

// Something of everything, with memory in all of it, some tasks left blocked and some killed.
void a_bit_of_everything() {
  const Table<std::string, std::string> table{"table"};
  const Pid server = spawn("server", [table] {
    register_name("server", self());
    for (;;)
      receive(on<Call<Ask>>([&](const Call<Ask>& call) {
        table.insert(call.request.text, std::string(100, 'x'));
        reply(call.from, call.request.text + " and a text that does not fit into a small string");
      }));
  });
  const Node node = start_node("elsewhere");
  const Pid far = spawn(node, "far", [] { receive<Tick>(); });
  monitor(far);
  for (int i = 0; i < 2; ++i)
    spawn_link("client", [server] {
      const Obligation answered = expect_done("the client is answered");
      const std::vector<char> held(1000);
      call(server, Ask{std::string(50, 'a')}, 1s);
      answered.done();
    });
  const Timer timer = send_after(1s, self(), Tick{});
  if (flip()) timer.cancel();
  receive<Tick>(2s);
  stop_node(node);
  receive<Down>();
  exit(server, kKill);
}

std::size_t resident_bytes() {
  std::size_t whole = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> whole >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

class Memory : public testing::TestWithParam<std::string> {};

TEST_P(Memory, IsFlatOverAMillionTrials) {
  constexpr std::uint64_t kWarmUp = 20'000, kTrials = 1'000'000;
  std::string error;
  const std::unique_ptr<Strategy> strategy = make_strategy(GetParam(), error);
  ASSERT_TRUE(strategy) << error;
  const std::function<void()> test = a_bit_of_everything;
  TrialLoop loop(test, *strategy, {});
  BoardMemory memory;
  std::size_t before = 0;
  for (std::uint64_t n = 0; n < kWarmUp + kTrials; ++n) {
    if (n == kWarmUp) before = resident_bytes();
    const Outcome outcome = loop.run({n, trial_seed(1, n)}, memory.board());
    ASSERT_FALSE(outcome.failure) << "trial " << n << ": " << outcome.failure->message;
    strategy->end(loop.end_of(outcome));
  }
  const std::size_t after = resident_bytes();
  RecordProperty("resident_before", std::to_string(before));
  RecordProperty("resident_after", std::to_string(after));
  // One lost byte in each trial would be a megabyte.
  EXPECT_LT(after, before + (std::size_t{1} << 20)) << "before: " << before;
}

INSTANTIATE_TEST_SUITE_P(Strategies, Memory, testing::Values("rw", "pos+", "portfolio"),
                         [](const auto& of) {
                           return of.param == "pos+" ? "pos_with_conflict_analysis" : of.param;
                         });

}  // namespace
}  // namespace heddle
