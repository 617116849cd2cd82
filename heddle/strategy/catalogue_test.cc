#include "heddle/strategy/catalogue.h"

#include <gtest/gtest.h>

#include <sstream>

namespace heddle {
namespace {

TEST(Catalogue, MakesEveryStrategyByItsName) {
  for (const char* name : {"rw",   "pos",   "pos*",    "pct:5",   "pct:1",      "pct:100",     "rapos",
                           "urw",  "surw",  "delay:0", "delay:2", "sticky:0.9", "sticky:0.25", "sticky:0",
                           "pos+", "pos*+", "pct:3+",  "rw+",     "surw+",      "pos+8",       "pct:3+100"}) {
    std::string error;
    const auto strategy = make_strategy(name, error);
    ASSERT_TRUE(strategy) << error;
    EXPECT_EQ(error, "");
    EXPECT_EQ(current_name(*strategy), name);
  }
}

TEST(Catalogue, KnowsDefaultParameters) {
  const std::pair<const char*, const char*> kDefaults[] = {
      {"pct", "pct:5"}, {"delay", "delay:2"}, {"sticky", "sticky:0.9"}, {"pct+", "pct:5+"}};
  for (const auto& [name, meaning] : kDefaults) {
    std::string error;
    EXPECT_EQ(current_name(*make_strategy(name, error)), meaning);
  }
}

std::string error_of(std::string_view spec) {
  std::string error;
  EXPECT_EQ(make_strategy(spec, error), nullptr) << spec;
  return error;
}

TEST(Catalogue, SuggestsAName) {
  const std::string known =
      ". Known: portfolio, rw, pos, pos*, pct:D, rapos, urw, surw, delay:D, sticky:P; see --help=strategy";
  EXPECT_EQ(error_of("posh"), "no strategy named 'posh' (did you mean 'pos'?)" + known);
  EXPECT_EQ(error_of("portfolo"), "no strategy named 'portfolo' (did you mean 'portfolio'?)" + known);
  EXPECT_EQ(error_of("pcr:5"), "no strategy named 'pcr' (did you mean 'pct'?)" + known);
  EXPECT_EQ(error_of("stikcy+"), "no strategy named 'stikcy' (did you mean 'sticky'?)" + known);
  EXPECT_EQ(error_of("PCT"), "no strategy named 'PCT' (did you mean 'pct'?)" + known);
  EXPECT_EQ(error_of("something"), "no strategy named 'something'" + known);
  EXPECT_EQ(error_of("pos++"), "no strategy named 'pos+' (did you mean 'pos'?)" + known);
  for (const char* nothing : {"", "+", ":", " "})
    EXPECT_TRUE(error_of(nothing).starts_with("no strategy named '")) << nothing;
}

TEST(Catalogue, ExplainsBadParameters) {
  const std::string depth = "': the bug depth must be a whole number from 1 to 100, as in pct:5";
  for (const char* spec : {"pct:0", "pct:x", "pct:", "pct:101", "pct:-1", "pct:3.5", "pct:5 ", "pct:99999999999999"})
    EXPECT_EQ(error_of(spec), std::string("strategy '") + spec + depth);
  const std::string delays = "': the number of delays must be a whole number from 0 to 1000, as in delay:2";
  for (const char* spec : {"delay:-1", "delay:many", "delay:", "delay:1001"})
    EXPECT_EQ(error_of(spec), std::string("strategy '") + spec + delays);
  const std::string stay = "': the probability of staying must be at least 0 and below 1, as in sticky:0.9";
  for (const char* spec : {"sticky:2", "sticky:1", "sticky:-0.1", "sticky:nan", "sticky:inf", "sticky:", "sticky:0.9x"})
    EXPECT_EQ(error_of(spec), std::string("strategy '") + spec + stay);
  EXPECT_EQ(error_of("pos:3"), "strategy 'pos' takes no parameter, so 'pos:3' means nothing");
  for (const std::string spec : {"pos+0", "pos+x", "pos+-1", "pos+8.5", "pos+ ", "pct:3+1000001"})
    EXPECT_EQ(error_of(spec),
              "strategy '" + spec + "': what follows the + must be a whole number from 1 to 1000000, as in pos+8");
  EXPECT_EQ(error_of("portfolio:2+"), "strategy 'portfolio' takes no parameter, so 'portfolio:2' means nothing");
}

TEST(Catalogue, HelpHasOneLineForEachThatFitsATerminal) {
  const std::string help = strategy_help();
  for (const char* name : {"portfolio ", "rw ", "pos ", "pos* ", "pct:D ", "rapos ", "urw ", "surw ", "delay:D ",
                           "sticky:P ", "NAME+ ", "NAME+N "})
    EXPECT_NE(help.find(std::string("\n  ") + name), std::string::npos) << name;
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 120u) << line;
}

}  // namespace
}  // namespace heddle
