// Graph searches that give parts of their work to others, and that are saved and gone on with, find what one alone finds.
#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <memory>

#include "heddle/actor/system.h"
#include "heddle/base/random.h"
#include "heddle/search/graph_search.h"
#include "tests/support/effort.h"
#include "tests/support/hub_program.h"
#include "tests/support/searched.h"

namespace heddle::testing {
namespace {

struct Found {
  std::map<std::uint64_t, std::uint64_t> seen;
  std::uint64_t moves = 0;
};

// One search at a time goes on; after some executions it gives a piece away, or is saved and begins anew elsewhere.
Found search_in_pieces(const Program& program, Settings settings, std::uint64_t seed) {
  settings.run_on = true;
  Trial trial(settings);
  BoardMemory board(BoardMemory::Sharing::private_memory, 1 << 20);
  Random random(seed);
  std::deque<std::string> pieces;
  Found found;
  auto search = std::make_unique<GraphSearch>();
  for (bool more = true;;) {
    if (!more) {
      search = std::make_unique<GraphSearch>(GraphSearch::Start::idle);
      while (search->idle() && !pieces.empty()) {
        EXPECT_TRUE(search->take_over(pieces.front()));
        pieces.pop_front();
      }
      if (search->idle()) return found;
    }
    const std::uint64_t before = search->counts().executions;
    const Outcome outcome = trial.run(program, *search, {}, board.board(), &ActorSystem::run_body);
    more = search->end(end_of_trial(outcome));
    if (search->counts().executions > before) ++found.seen[outcome.order_hash];
    EXPECT_EQ(search->refused(), "");
    if (!more || random.below(3) != 0) continue;
    ++found.moves;
    if (random.below(2) == 0) {
      pieces.push_back(search->save());
      more = false;
    } else if (std::string piece = search->give(); !piece.empty()) {
      pieces.push_back(std::move(piece));
    }
  }
}

TEST(GraphPieces, FindWhatOneSearchFinds) {
  std::uint64_t moves = 0;
  for (std::uint64_t seed = 0; seed < many(300); ++seed) {
    SCOPED_TRACE(seed);
    const Program program = hub_program(seed);
    const GraphSearched alone = graph_search_all(program, {}, 5'000);
    ASSERT_EQ(alone.refused, "");
    const Found found = search_in_pieces(program, {}, seed);
    EXPECT_EQ(found.seen, alone.seen);
    moves += found.moves;
  }
  EXPECT_GT(moves, enough(500));
}

TEST(GraphPieces, DamagedOnesAreRefused) {
  Settings settings;
  settings.run_on = true;
  Trial trial(settings);
  BoardMemory board(BoardMemory::Sharing::private_memory, 1 << 20);
  GraphSearch search;
  const Program program = hub_program(3);
  ASSERT_TRUE(search.end(end_of_trial(trial.run(program, search, {}, board.board(), &ActorSystem::run_body))));
  const std::string piece = search.save();
  for (std::size_t length = 0; length < piece.size(); length += 1 + length / 7)
    EXPECT_FALSE(GraphSearch(GraphSearch::Start::idle).take_over(std::string_view(piece).substr(0, length))) << length;
  EXPECT_FALSE(GraphSearch(GraphSearch::Start::idle).take_over(piece + "x"));
}

}  // namespace
}  // namespace heddle::testing
