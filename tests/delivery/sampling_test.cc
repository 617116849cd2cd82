// Delivery models in exploration: sampling, replay from a file, determinism.
#include <gtest/gtest.h>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/runner/explore.h"
#include "heddle/spec/check.h"
#include "heddle/strategy/catalogue.h"
#include "heddle/trace/schedule_file.h"
#include "heddle/trace/settings_text.h"
#include "tests/support/run_program.h"

namespace heddle {
namespace {

// Fails if 2 comes before 1, of which its sender knew by way of a third: not with `causal`.
void by_way_of_a_third() {
  const Pid third = spawn("third", [test = self()] {
    receive<char>();
    send(test, 2);
  });
  spawn("first", [test = self(), third] {
    send(test, 1);
    send(third, 'x');
  });
  const int first = receive<int>();
  check(first == 1, "{} came first", first);
}

Options under(Delivery delivery) {
  Options options;
  options.trials = 500;
  options.seed = 7;
  options.workers = 1;
  options.save_to = "";
  options.settings.delivery = delivery;
  return options;
}

TEST(DeliverySampling, FindsWhatTheModelAllows) {
  for (const char* strategy :
       {"rw", "pos", "pos*", "pct:3", "rapos", "urw", "surw", "delay:2", "sticky:0.9", "portfolio"}) {
    for (Delivery delivery : {Delivery::instant, Delivery::causal, Delivery::fifo, Delivery::unordered}) {
      Options options = under(delivery);
      options.strategy = strategy;
      const bool weak = delivery == Delivery::fifo || delivery == Delivery::unordered;
      EXPECT_EQ(explore(by_way_of_a_third, options).ok(), !weak) << strategy << " " << static_cast<int>(delivery);
    }
  }
}

TEST(DeliverySampling, VerifiesWithBothSearches) {
  for (const char* search : {"graph", "sequence"}) {
    for (Delivery delivery : {Delivery::instant, Delivery::causal, Delivery::fifo, Delivery::unordered}) {
      Options options = under(delivery);
      options.verify = true;
      options.search = search;
      const Report report = explore(by_way_of_a_third, options);
      EXPECT_EQ(report.error, "");
      EXPECT_EQ(report.ok(), delivery <= Delivery::causal) << search << " " << static_cast<int>(delivery);
    }
  }
}

TEST(DeliverySampling, TheFileOfAFailureKnowsTheModel) {
  const TemporaryFolder folder;
  Options options = under(Delivery::fifo);
  options.name = "Third";
  options.save_to = folder.path();
  const Report report = explore(by_way_of_a_third, options);
  ASSERT_EQ(report.failures.size(), 1u);
  EXPECT_EQ(report.failures[0].replays, 3u);

  std::string error;
  const auto file = load_schedule(report.failures[0].schedule_file, error);
  ASSERT_TRUE(file) << error;
  Options again;
  again.save_to = "";
  ASSERT_TRUE(settings_from_text(file->settings, again.settings, error)) << error;
  EXPECT_EQ(again.settings.delivery, Delivery::fifo);
  const Report replayed = replay(by_way_of_a_third, file->decisions, again);
  ASSERT_EQ(replayed.failures.size(), 1u);
  EXPECT_TRUE(replayed.failures[0].failure.same_as(report.failures[0].failure));
  EXPECT_TRUE(replayed.departed.empty()) << replayed.departed;
}

TEST(DeliverySampling, IsDeterministic) {
  for (Delivery delivery : {Delivery::causal, Delivery::fifo, Delivery::unordered}) {
    Options options = under(delivery);
    options.keep_going = true;
    options.check_determinism = true;
    const Report a = explore(by_way_of_a_third, options), b = explore(by_way_of_a_third, options);
    EXPECT_EQ(a.failed_trials, b.failed_trials);
    EXPECT_EQ(a.steps, b.steps);
    EXPECT_EQ(a.distinct_orders, b.distinct_orders);
    for (const FoundFailure& found : a.failures) EXPECT_EQ(found.failure.kind, FailureKind::assertion);
  }
}

}  // namespace
}  // namespace heddle
