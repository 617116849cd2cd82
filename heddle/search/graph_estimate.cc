#include "heddle/search/graph_estimate.h"

#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "heddle/base/random.h"
#include "heddle/search/graph_search.h"

namespace heddle {
namespace {

// One probe after the other.
class Sampling {
 public:
  Sampling(const std::function<void()>& test, const Settings& settings, void (*shell)(Trial&, UniqueFunction&),
           Board& board, std::uint64_t seed)
      : test_(test), shell_(shell), trial_(settings), board_(board), random_(seed) {}

  // False: it was not to go on, or graphs cannot express the test.
  template <class GoOn>
  bool probe(GoOn&& go_on) {
    executions_ = 0;
    GraphSearch first;
    if (!run(first, 1, 0)) return false;
    while (!layers_.empty()) {
      if (!go_on()) {
        layers_.clear();
        return false;
      }
      const auto [key, layer] = std::move(*layers_.begin());
      layers_.erase(layers_.begin());
      GraphSearch search(GraphSearch::Start::idle);
      if (!search.take_over(layer.piece)) return false;
      if (!search.idle() && !run(search, layer.weight, key.first + 1)) return false;
    }
    return true;
  }

  double executions() const { return executions_; }
  std::uint64_t runs() const { return runs_; }

 private:
  struct Layer {
    double weight = 0;  // how many there are in it
    std::string piece;  // one of them
  };

  // One execution, and what it leads to.
  bool run(GraphSearch& search, double weight, std::uint32_t depth) {
    ++runs_;
    const std::uint64_t before = search.counts().executions;
    const Outcome outcome = trial_.run(test_, search, {}, board_, shell_);
    if (!search.refused().empty() || outcome.failure) return false;
    if (search.counts().executions > before) executions_ += weight;
    std::uint32_t length = 0;
    for (std::string piece = search.give(&length); !piece.empty(); piece = search.give(&length)) {
      Layer& layer = layers_[{depth, length}];
      layer.weight += weight;
      if (static_cast<double>(random_.below(1u << 30)) * layer.weight < weight * (1u << 30))
        layer.piece = std::move(piece);
    }
    return true;
  }

  const std::function<void()>& test_;
  void (*shell_)(Trial&, UniqueFunction&);
  Trial trial_;
  Board& board_;
  Random random_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Layer> layers_;  // by depth and length
  double executions_ = 0;
  std::uint64_t runs_ = 0;
};

}  // namespace

GraphEstimate estimate_executions(const std::function<void()>& test, const Settings& settings,
                                  void (*shell)(Trial&, UniqueFunction&), Board& board, std::uint64_t seed,
                                  const std::function<bool(const GraphEstimate&)>& go_on) {
  Sampling sampling(test, settings, shell, board, seed);
  GraphEstimate estimate;
  double mean = 0, squares = 0;  // running, as Welford has them
  const auto still = [&] {
    estimate.runs = sampling.runs();
    return go_on(estimate);
  };
  while (sampling.probe(still)) {
    const double count = static_cast<double>(++estimate.probes), change = sampling.executions() - mean;
    mean += change / count;
    squares += change * (sampling.executions() - mean);
    estimate.executions = mean;
    if (count > 1) estimate.error = std::sqrt(squares / (count - 1) / count) / mean;
    if (!still()) break;
  }
  return estimate;
}

}  // namespace heddle
