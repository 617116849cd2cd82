// What is written for other programs: JSON and JUnit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "heddle/report/json.h"
#include "heddle/report/junit.h"
#include "tests/support/example_report.h"

namespace heddle {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

RunRecord both() {
  return {.program = "./corfu_test", .version = "0.1.0", .interrupted = false, .reports = {clean_report(), failed_report()}};
}

TEST(Json, HasEverythingOfAReport) {
  const auto json = nlohmann::json::parse(json_text(both()));
  EXPECT_EQ(json["format"], 1);
  EXPECT_EQ(json["heddle"], "0.1.0");
  EXPECT_EQ(json["ok"], false);
  ASSERT_EQ(json["tests"].size(), 2u);

  const auto& clean = json["tests"][0];
  EXPECT_EQ(clean["name"], "PingPong.EveryPingIsAnswered");
  EXPECT_EQ(clean["seed"], "0x1f3a");
  EXPECT_EQ(clean["ok"], true);
  EXPECT_EQ(clean["ended"], "trials");
  EXPECT_EQ(clean["trials"], 10'000);
  EXPECT_EQ(clean["operations"], 961'000);
  EXPECT_DOUBLE_EQ(clean["elapsed_s"], 0.31);
  EXPECT_DOUBLE_EQ(clean["chance_of_new_order"], 0.12);
  EXPECT_NEAR(clean["failure_bound"], 0.000299528, 1e-9);
  EXPECT_TRUE(clean["conflicts"].is_null());
  EXPECT_TRUE(clean["error"].is_null());
  EXPECT_TRUE(clean["failures"].is_array());
  EXPECT_TRUE(clean["failures"].empty());

  const auto& failed = json["tests"][1];
  EXPECT_TRUE(failed["failure_bound"].is_null());
  const auto& failure = failed["failures"][0];
  EXPECT_EQ(failure["kind"], "assertion");
  EXPECT_EQ(failure["file"], "studies/corfu/reader.cc");
  EXPECT_EQ(failure["line"], 58);
  EXPECT_EQ(failure["trial"], 4317);
  EXPECT_EQ(failure["replays"], 3);
  EXPECT_EQ(failure["decisions"], 2);
  EXPECT_EQ(failure["schedule_file"], "corfu.tail.heddle");
  EXPECT_EQ(failure["story"].size(), 2u);
  EXPECT_TRUE(failure["departed"].is_null());
}

TEST(Json, Replays) {
  RunRecord run = both();
  run.reports[0].is_replay = true;
  run.reports[0].replayed_file = "a.heddle";
  run.reports[0].saved_for = Failure{FailureKind::assertion, "got 2", "a.cc", 7, "test", ""};
  const auto json = nlohmann::json::parse(json_text(run));
  EXPECT_EQ(json["tests"][0]["replay"]["file"], "a.heddle");
  EXPECT_TRUE(json["tests"][0]["replay"]["departed"].is_null());
  EXPECT_EQ(json["tests"][0]["replay"]["saved_for"]["message"], "got 2");
  EXPECT_EQ(json["tests"][0]["replay"]["saved_for"]["line"], 7);
  EXPECT_TRUE(json["tests"][0]["failure_bound"].is_null());
  EXPECT_TRUE(json["tests"][1]["replay"].is_null());
}

TEST(Json, SurvivesAnyBytes) {
  RunRecord run = both();
  run.reports[1].failures[0].failure.message = std::string("\xff\x00\"\n", 4);
  const auto json = nlohmann::json::parse(json_text(run));
  EXPECT_EQ(json["tests"][1]["failures"][0]["message"], std::string("\xEF\xBF\xBD\x00\"\n", 6));
}

TEST(Json, OfNothing) {
  const auto json = nlohmann::json::parse(json_text({.program = "p", .version = "v", .interrupted = true, .reports = {}}));
  EXPECT_EQ(json["ok"], true);
  EXPECT_EQ(json["interrupted"], true);
  EXPECT_EQ(json["tests"], nlohmann::json::array());
}

TEST(JUnit, OneCasePerTest) {
  const std::string xml = junit_text(both());
  EXPECT_THAT(xml, HasSubstr("<testsuites tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\" time=\"0.391\">"));
  EXPECT_THAT(xml, HasSubstr("<testsuite name=\"./corfu_test\" tests=\"2\""));
  EXPECT_THAT(xml, HasSubstr("<testcase classname=\"PingPong\" name=\"EveryPingIsAnswered\" time=\"0.310\">"));
  EXPECT_THAT(xml, HasSubstr("<testcase classname=\"corfu\" name=\"tail\" time=\"0.081\">\n"
                             "      <failure message=\"reader read a value and then not_written: data lost\" "
                             "type=\"assertion\">FAILED corfu.tail after 4,318 trials"));
  EXPECT_THAT(xml, HasSubstr("schedule: corfu.tail.heddle&#10;</failure>"));
}

TEST(JUnit, ErrorsAndWhatDidNotRun) {
  RunRecord run = both();
  run.reports[0].trials = 0;
  run.reports[1].failures.clear();
  run.reports[1].error = "damaged";
  const std::string xml = junit_text(run);
  EXPECT_THAT(xml, HasSubstr("failures=\"0\" errors=\"1\" skipped=\"1\""));
  EXPECT_THAT(xml, HasSubstr("<skipped message=\"no trial was run\"/>"));
  EXPECT_THAT(xml, HasSubstr("<error message=\"damaged\">"));
  EXPECT_THAT(xml, Not(HasSubstr("<failure")));
}

TEST(JUnit, EscapesWhatXmlForbids) {
  EXPECT_EQ(xml_escaped("a<b> & \"c\""), "a&lt;b&gt; &amp; &quot;c&quot;");
  EXPECT_EQ(xml_escaped("a\nb\tc\r"), "a&#10;b&#9;c&#13;");
  EXPECT_EQ(xml_escaped("größe 🧵"), "größe 🧵");
  const std::string bad = "\xEF\xBF\xBD";
  EXPECT_EQ(xml_escaped(std::string_view("a\0b\x1B", 4)), "a" + bad + "b" + bad);
  EXPECT_EQ(xml_escaped("\xC3"), bad);                  // cut short
  EXPECT_EQ(xml_escaped("\xC0\xAF"), bad + bad);        // a longer way to write '/'
  EXPECT_EQ(xml_escaped("\xED\xA0\x80"), bad + bad + bad);  // a surrogate
  EXPECT_EQ(xml_escaped("\xEF\xBF\xBF"), bad + bad + bad);  // U+FFFF
  EXPECT_EQ(xml_escaped("]]>"), "]]&gt;");
}

}  // namespace
}  // namespace heddle
