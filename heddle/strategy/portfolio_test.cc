#include "heddle/strategy/portfolio.h"

#include <gtest/gtest.h>

#include <set>

#include "heddle/strategy/catalogue.h"
#include "heddle/strategy/random_walk.h"

namespace heddle {
namespace {

// Counts its calls.
class Counting final : public Strategy {
 public:
  explicit Counting(bool is_fair) : is_fair_(is_fair) {}
  Wants wants() const override { return {.executed = is_fair_}; }
  bool fair() const override { return is_fair_; }
  void begin(const TrialStart&) override { ++begins; }
  const Pending& pick(Ready& ready) override { return ready[0]; }
  std::uint32_t choose(const Choice&) override { return 0; }
  bool end(const TrialEnd& end) override {
    steps += end.steps;
    return true;
  }

  std::uint64_t begins = 0, steps = 0;

 private:
  bool is_fair_;
};

TEST(Portfolio, GivesTheFirstEveryOtherTrialAndLetsEachLearnFromItsOwnAlone) {
  auto a = std::make_unique<Counting>(true), b = std::make_unique<Counting>(false),
       c = std::make_unique<Counting>(false);
  Counting* const members[] = {a.get(), b.get(), c.get()};
  std::vector<Portfolio::Member> parts;
  parts.push_back({"a", std::move(a)});
  parts.push_back({"b", std::move(b)});
  parts.push_back({"c", std::move(c)});
  Portfolio portfolio(std::move(parts));
  for (std::uint64_t trial = 0; trial < 40; ++trial) {
    portfolio.begin({trial, 0});
    EXPECT_EQ(portfolio.current(), std::string(1, static_cast<char>('a' + portfolio.turn(trial))));
    EXPECT_EQ(portfolio.fair(), portfolio.current() == "a");
    EXPECT_EQ(portfolio.wants().executed, portfolio.current() == "a");
    TrialEnd end;
    end.steps = portfolio.current() == "a" ? 1 : portfolio.current() == "b" ? 100 : 10'000;
    EXPECT_TRUE(portfolio.end(end));
  }
  EXPECT_EQ(members[0]->begins, 20u);
  EXPECT_EQ(members[0]->steps, 20u);
  EXPECT_EQ(members[1]->steps, 1'000u);
  EXPECT_EQ(members[2]->steps, 100'000u);
}

// Worker w of n runs trials w, w+n, w+2n ...
TEST(Portfolio, ShowsAllMembersToEveryWorker) {
  std::string error;
  const auto strategy = make_strategy("portfolio", error);
  const auto& portfolio = dynamic_cast<const Portfolio&>(*strategy);
  const std::size_t size = portfolio.members().size(), round = portfolio.round_length();
  for (std::uint64_t workers = 1; workers <= 32; ++workers) {
    for (std::uint64_t worker = 0; worker < workers; ++worker) {
      std::set<std::size_t> met;
      for (std::uint64_t i = 0; i < 16 * round; ++i) met.insert(portfolio.turn(worker + i * workers));
      EXPECT_EQ(met.size(), size) << "worker " << worker << " of " << workers;
    }
  }
  for (std::uint64_t first = 0; first < 100; first += round) {  // and all together share the trials as they should
    std::multiset<std::size_t> met;
    for (std::uint64_t i = 0; i < round; ++i) met.insert(portfolio.turn(first + i));
    EXPECT_EQ(met.count(0), round / 2);
    for (std::size_t member = 1; member < size; ++member) EXPECT_EQ(met.count(member), 1u);
  }
}

TEST(Portfolio, MayHaveOneMember) {
  std::vector<Portfolio::Member> parts;
  parts.push_back({"a", std::make_unique<Counting>(true)});
  const Portfolio portfolio(std::move(parts));
  for (std::uint64_t trial = 0; trial < 10; ++trial) EXPECT_EQ(portfolio.turn(trial), 0u);
}

TEST(Portfolio, NamesTheMemberThatDecides) {
  std::string error;
  const auto strategy = make_strategy("portfolio", error);
  const auto& portfolio = dynamic_cast<const Portfolio&>(*strategy);
  std::set<std::string> names;
  for (std::uint64_t trial = 0; trial < portfolio.round_length(); ++trial) {
    strategy->begin({trial, 1});
    EXPECT_EQ(current_name(*strategy), portfolio.current());
    names.insert(portfolio.current());
  }
  EXPECT_EQ(names.size(), portfolio.members().size());
  for (const auto& [name, member] : portfolio.members()) EXPECT_EQ(current_name(*member), name);
}

TEST(Portfolio, WithConflictAnalysisHasOneForAll) {
  std::string error;
  const auto strategy = make_strategy("portfolio+", error);
  ASSERT_TRUE(strategy) << error;
  std::set<std::string> names;
  for (std::uint64_t trial = 0; trial < 100; ++trial) {
    strategy->begin({trial, 1});
    names.insert(current_name(*strategy));
  }
  EXPECT_TRUE(names.contains("pos+"));
  for (const std::string& name : names) {
    EXPECT_TRUE(name.ends_with("+")) << name;
    EXPECT_FALSE(name.ends_with("++")) << name;
  }
}

}  // namespace
}  // namespace heddle
