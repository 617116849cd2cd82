#include "heddle/runner/exploration_graph.h"

#include <gtest/gtest.h>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/runner/explore.h"
#include "heddle/spec/check.h"
#include "tests/support/run_program.h"

namespace heddle {
namespace {

using How = DrawnExecution::How;

Origin send_origin(std::uint64_t execution) {
  return {.execution = execution,
          .sooner = {"writer#2", "send", "tests/a.cc", 12},
          .later = {"the \"first\"\tone", "kill", "", 0},
          .object = "mailbox of server",
          .answer = ""};
}

TEST(ExplorationGraph, ALogSaysWhatItWasTold) {
  ExecutionLog log;
  log.begin(0, nullptr);
  log.end(How::passed, "");
  const Origin origin = send_origin(0);
  log.begin(1, &origin);
  log.end(How::failed, "assertion\na.cc:3");
  log.begin(2, &origin);  // and the process died
  Report report;
  FoundFailure crash;
  crash.failure.kind = FailureKind::crash;
  crash.trial = 2;
  report.failures.push_back(crash);
  const auto executions = log.read(report);
  ASSERT_EQ(executions.size(), 3u);
  EXPECT_FALSE(executions[0].origin);
  EXPECT_EQ(executions[0].how, How::passed);
  ASSERT_TRUE(executions[1].origin);
  EXPECT_EQ(executions[1].origin->sooner, origin.sooner);
  EXPECT_EQ(executions[1].origin->later, origin.later);
  EXPECT_EQ(executions[1].origin->object, origin.object);
  EXPECT_EQ(executions[1].failure, "assertion\na.cc:3");
  EXPECT_EQ(executions[2].how, How::failed);
  EXPECT_EQ(log.read(Report{})[2].how, How::unfinished);
}

TEST(ExplorationGraph, IsWrittenForGraphviz) {
  Origin answer = send_origin(0);
  answer.answer = "value 1";
  const std::string text =
      dot_text("A \"test\"",
               {{0, How::passed, "", {}}, {1, How::failed, "deadlock", send_origin(0)}, {2, How::alike, "", answer}});
  const auto has = [&](std::string_view part) { return text.find(part) != std::string::npos; };
  EXPECT_TRUE(has(R"(label="A \"test\": 3 executions, 1 failed")")) << text;
  EXPECT_TRUE(has(R"(  e2 [label="2\ndeadlock", fillcolor=")")) << text;
  EXPECT_TRUE(has(R"(  e1 -> e2 [label="writer#2 send (a.cc:12)\nbefore the \"first\")")) << text;
  EXPECT_TRUE(has(R"(one kill\nat mailbox of server"];)")) << text;
  EXPECT_TRUE(has(R"=(  e1 -> e3 [label="writer#2 chooses value 1 (a.cc:12)"];)=")) << text;
}

TEST(ExplorationGraph, LargeOnesAreLeftOut) {
  ExecutionLog log;
  for (std::uint64_t n = 0; n < ExecutionLog::kMost; ++n) log.begin(n, nullptr);
  EXPECT_FALSE(log.full());
  log.begin(ExecutionLog::kMost, nullptr);
  EXPECT_TRUE(log.full());
  Report report;
  draw(log, "never_written", report);
  EXPECT_EQ(report.drawing, "");
  EXPECT_EQ(report.drawing_error, "there are more than 1,000 executions");
}

TEST(ExplorationGraph, EveryExecutionButTheFirstHasAnOrigin) {
  const TemporaryFolder folder;
  Options options;
  options.verify = true;
  options.save_to = "";
  options.graph = folder.file("g.dot");
  const auto test = [] {
    for (int i = 0; i < 3; ++i) spawn("sender", [i, to = self()] { send(to, i + static_cast<int>(choose(2))); });
    for (int i = 0; i < 3; ++i) receive<int>();
  };
  const Report report = explore(test, options);
  ASSERT_TRUE(report.verified());
  EXPECT_EQ(report.search, "sequence");
  EXPECT_EQ(report.drawing, options.graph);
  const std::string text = read_text(options.graph);
  std::uint64_t arrows = 0;
  for (auto at = text.find(" -> "); at != std::string::npos; at = text.find(" -> ", at + 1)) ++arrows;
  EXPECT_EQ(arrows, report.trials - 1) << text;
  EXPECT_NE(text.find(" chooses value 1 ("), std::string::npos) << text;
  EXPECT_NE(text.find("\\nbefore sender"), std::string::npos) << text;

  options.search = "graph";
  EXPECT_EQ(explore(test, options).drawing_error, "only a search by sequences with the reduction optimal is drawn");
}

}  // namespace
}  // namespace heddle
