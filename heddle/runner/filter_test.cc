#include "heddle/runner/filter.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(Filter, NothingMatchesEverything) {
  EXPECT_TRUE(Filter().matches("Corfu.Tail"));
  EXPECT_TRUE(Filter("").matches("Corfu.Tail"));
  EXPECT_TRUE(Filter(",").matches("Corfu.Tail"));
}

TEST(Filter, PlainTextIsPartOfTheName) {
  EXPECT_TRUE(Filter("Tail").matches("Corfu.Tail"));
  EXPECT_TRUE(Filter("u.T").matches("Corfu.Tail"));
  EXPECT_TRUE(Filter("Corfu.Tail").matches("Corfu.TailOfTwo"));
  EXPECT_FALSE(Filter("tail").matches("Corfu.Tail"));  // case matters
}

TEST(Filter, WildcardsMatchTheWholeName) {
  EXPECT_TRUE(Filter("Corfu.*").matches("Corfu.Tail"));
  EXPECT_FALSE(Filter("orfu.*").matches("Corfu.Tail"));
  EXPECT_TRUE(Filter("*.Tail").matches("Corfu.Tail"));
  EXPECT_FALSE(Filter("*.Tai").matches("Corfu.Tail"));
  EXPECT_TRUE(Filter("C?rfu.T??l").matches("Corfu.Tail"));
  EXPECT_FALSE(Filter("C?rfu.T?l").matches("Corfu.Tail"));
  EXPECT_TRUE(Filter("*a*a*b").matches("aaaaab"));
  EXPECT_FALSE(Filter("*a*a*b").matches("aaaaac"));
  EXPECT_TRUE(Filter("*").matches(""));
}

TEST(Filter, AnchorsMakeItExact) {
  EXPECT_TRUE(Filter("^Corfu.Tail$").matches("Corfu.Tail"));
  EXPECT_FALSE(Filter("^Corfu.Tail$").matches("Corfu.TailOfTwo"));
  EXPECT_FALSE(Filter("^Tail").matches("Corfu.Tail"));
  EXPECT_TRUE(Filter("Tail$").matches("Corfu.Tail"));
  EXPECT_FALSE(Filter("Corfu$").matches("Corfu.Tail"));
}

TEST(Filter, CommasAndMinus) {
  EXPECT_TRUE(Filter("Head,Tail").matches("Corfu.Tail"));
  EXPECT_FALSE(Filter("Corfu,-Slow").matches("Corfu.SlowTail"));
  EXPECT_TRUE(Filter("Corfu,-Slow").matches("Corfu.Tail"));
  EXPECT_FALSE(Filter("Corfu,-Slow").matches("Raft.Tail"));
  EXPECT_TRUE(Filter("-Slow").matches("Raft.Tail"));
  EXPECT_FALSE(Filter("-*.Tail").matches("Raft.Tail"));
  EXPECT_FALSE(Filter("-Slow,-Raft").matches("Raft.Tail"));
}

TEST(Filter, BackslashTakesTheMeaningAway) {
  EXPECT_TRUE(Filter("pos\\*").matches("Rate.pos*"));
  EXPECT_FALSE(Filter("pos\\*").matches("Rate.post"));
  EXPECT_TRUE(Filter("^Rate.pos\\*\\[2\\]$").matches("Rate.pos*[2]"));
  EXPECT_TRUE(Filter("a\\,b").matches("a,b"));
  EXPECT_TRUE(Filter("\\$").matches("a$b"));
  EXPECT_FALSE(Filter("end\\").matches("end"));  // a lone backslash is itself
}

}  // namespace
}  // namespace heddle
