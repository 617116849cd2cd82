// In which order clients write, and what they make of a value that is not theirs.
#include "studies/corfu/method.h"

#include <gtest/gtest.h>

#include <string>

namespace corfu {
namespace {

using enum Server;

// "ah b! a": to a's head, to b clobbering, to a.
std::string steps(Method method, const Layout& layout, const Chain& done) {
  std::string text;
  for (const WriteStep& step : write_steps(method, layout, done)) {
    text += text.empty() ? "" : " ";
    text += "abc"[static_cast<int>(step.server)];
    if (step.role == Role::head) text += 'h';
    if (step.clobber) text += '!';
  }
  return text;
}

TEST(WriteSteps, TailGoesDownTheChainAndThenToTheServerUnderRepair) {
  const Plan& plan = plan_of(Method::tail);
  EXPECT_EQ(steps(Method::tail, plan.before, {}), "a b");
  EXPECT_EQ(steps(Method::tail, plan.during, {}), "a b c");
  EXPECT_EQ(steps(Method::tail, plan.after, {}), "a b c");
  EXPECT_EQ(steps(Method::tail, plan.after, {a, b}), "a b c") << "starts over";
}

TEST(WriteSteps, HeadGoesToTheServerUnderRepairFirst) {
  const Plan& plan = plan_of(Method::head);
  EXPECT_EQ(steps(Method::head, plan.before, {}), "a b");
  EXPECT_EQ(steps(Method::head, plan.during, {}), "c a b");
  EXPECT_EQ(steps(Method::head, plan.after, {}), "c a b");
  EXPECT_EQ(steps(Method::head, plan.during, {a}), "c a b") << "starts over";
}

TEST(WriteSteps, MiddleKeepsTheTailLastAndGoesOnWhereItWas) {
  const Plan& plan = plan_of(Method::middle_23);
  EXPECT_EQ(steps(Method::middle_23, plan.before, {}), "a b");
  EXPECT_EQ(steps(Method::middle_23, plan.during, {}), "a c! b");
  EXPECT_EQ(steps(Method::middle_23, plan.after, {}), "a c b");
  EXPECT_EQ(steps(Method::middle_23, plan.during, {a}), "c! b");
  EXPECT_EQ(steps(Method::middle_23, plan.after, {a, c}), "b");
  EXPECT_EQ(steps(Method::middle_23, plan.after, {a, c, b}), "");
}

TEST(WriteSteps, MiddleOfOneServerGoesThroughBothItsHalves) {
  const Plan& plan = plan_of(Method::middle_12);
  EXPECT_EQ(steps(Method::middle_12, plan.before, {}), "a");
  EXPECT_EQ(steps(Method::middle_12, plan.during, {}), "ah b! a");
  EXPECT_EQ(steps(Method::middle_12, plan.after, {}), "a b");
}

TEST(WriteSteps, MiddleOfOneServerAlwaysEndsAtTheTailHalf) {
  const Plan& plan = plan_of(Method::middle_12);
  EXPECT_EQ(steps(Method::middle_12, plan.during, {a}), "b! a");
  EXPECT_EQ(steps(Method::middle_12, plan.during, {a, b}), "a");
  EXPECT_EQ(steps(Method::middle_12, plan.after, {a}), "b");
  EXPECT_EQ(steps(Method::middle_12, plan.after, {a, b}), "");
}

TEST(Clash, IsABugInAllMethodsButHead) {
  for (const Method method : {Method::tail, Method::middle_23, Method::middle_12})
    EXPECT_EQ(clash_at(method, plan_of(method).during, {a}, b), Clash::broken);
}

TEST(Clash, HeadLosesGoesOnOrGivesUp) {
  const Layout& during = plan_of(Method::head).during;
  EXPECT_EQ(clash_at(Method::head, during, {c}, a), Clash::lost) << "only the server under repair has our value";
  EXPECT_EQ(clash_at(Method::head, during, {a}, c), Clash::ignore) << "the repair will put that right";
  EXPECT_EQ(clash_at(Method::head, during, {a}, b), Clash::stuck);
}

TEST(Plan, EveryMethodAddsTheRepairedServerToAHealthyChain) {
  for (const Method method : {Method::tail, Method::head, Method::middle_23, Method::middle_12}) {
    const Plan& plan = plan_of(method);
    EXPECT_EQ(plan.before.epoch, 1);
    EXPECT_EQ(plan.during.epoch, 2);
    EXPECT_EQ(plan.after.epoch, 3);
    EXPECT_EQ(plan.during.chain, plan.before.chain);
    EXPECT_EQ(plan.during.repairing, Chain{plan.repaired});
    EXPECT_EQ(plan.source, plan.before.chain.back()) << "the tail has what is committed";
    EXPECT_EQ(plan.after.chain.size(), plan.servers.size());
    EXPECT_TRUE(contains(plan.after.chain, plan.repaired));
  }
}

}  // namespace
}  // namespace corfu
