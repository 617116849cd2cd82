// How many executions are before a search by graphs? Asked of samples of them.
//
// Knuth: Estimating the efficiency of backtrack programs (1975), as refined by Chen: Heuristic sampling (SIAM J.
// Computing, 1992). An execution leads to others. All that are as far down, with graphs of the same length, are a
// layer, and taken to lead to about the same number of executions: a few of them, drawn at random, are run and stand
// for all. The average over probes is right whether they are alike or not; if they are, it is near the truth soon.
//
// A probe that keeps several of each layer is worth more than as many probes that keep one: those differ by orders of
// magnitude, and the few that are large make up the average (Vaisman, Kroese: Stochastic enumeration, 2017). Which are
// kept, and how much each weighs, is VarOpt sampling (Cohen, Duffield, Kaplan, Lund, Thorup, SIAM J. Computing, 2011):
// all of them if they are few, else the heavy ones and a sample of the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "heddle/base/random.h"
#include "heddle/engine/trial.h"
#include "heddle/search/graph_search.h"

namespace heddle {

class GraphProbes {
 public:
  // `test` and `board` must outlive this.
  GraphProbes(const std::function<void()>& test, const Settings& settings, void (*shell)(Trial&, UniqueFunction&),
              Board& board, std::uint64_t seed);

  // Once, before the first probe: what is before the search, see GraphSearch::save; nothing: all of it. False: a piece
  // cannot be read, or graphs cannot express the test.
  bool begin(const std::vector<std::string>& pieces);

  // About how many executions there are in it, by one probe that keeps up to `width` of each layer. Nothing: `go_on`,
  // which is asked before each run, has ended it, or graphs cannot express the test.
  std::optional<double> probe(std::size_t width, const std::function<bool()>& go_on);

  bool exact() const { return exact_; }         // the last probe has left out nothing
  std::uint64_t runs() const { return runs_; }  // of the test, so far

 private:
  struct Sample {
    double weight = 0;  // so many it stands for
    std::string piece;
  };
  struct Key {
    std::uint32_t depth, length;
    auto operator<=>(const Key&) const = default;
  };
  using Layer = std::vector<Sample>;

  bool run(double weight, std::uint32_t depth, double& executions);
  Sample* make_place(Layer& layer, double weight);

  const std::function<void()>& test_;
  void (*shell_)(Trial&, UniqueFunction&);
  Trial trial_;
  Board& board_;
  Random random_;
  GraphSearch search_;
  std::uint64_t runs_ = 0;

  std::map<Key, Layer> first_;   // where probes start
  double first_executions_ = 0;  // on the way there
  std::size_t width_ = 0;
  bool exact_ = true;
  std::map<Key, Layer> layers_;  // of the probe under way
  std::vector<Sample*> by_weight_;
};

// One probe after the other, and tells what each found and how many runs it took. `left` is the share of the time that is
// left, from 1 to 0: as long as there is a lot, probes become wider.
void probe_widely(GraphProbes& probes, const std::function<double()>& left,
                  const std::function<void(double executions, std::uint64_t runs)>& tell);

}  // namespace heddle
