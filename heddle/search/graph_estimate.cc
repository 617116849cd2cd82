#include "heddle/search/graph_estimate.h"

#include <algorithm>
#include <limits>

namespace heddle {
namespace {

// Wider probes are better ones, but how far they are from one another, and so from the truth, is seen by several only.
constexpr double kManyMore = 16;

}  // namespace

GraphProbes::GraphProbes(const std::function<void()>& test, const Settings& settings,
                         void (*shell)(Trial&, UniqueFunction&), Board& board, std::uint64_t seed)
    : test_(test), shell_(shell), trial_(settings), board_(board), random_(seed) {}

bool GraphProbes::begin(const std::vector<std::string>& pieces) {
  width_ = std::numeric_limits<std::size_t>::max();
  if (pieces.empty() && !run(1, 0, first_executions_)) return false;
  for (const std::string& piece : pieces) {
    if (!search_.take_over(piece)) return false;
    if (!search_.idle() && !run(1, 0, first_executions_)) return false;
  }
  first_ = std::move(layers_);
  return true;
}

std::optional<double> GraphProbes::probe(std::size_t width, const std::function<bool()>& go_on) {
  width_ = width;
  exact_ = true;
  layers_.clear();
  for (const auto& [key, layer] : first_)
    for (const Sample& sample : layer)
      if (Sample* const place = make_place(layers_[key], sample.weight)) place->piece = sample.piece;
  double executions = first_executions_;
  while (!layers_.empty()) {
    const auto layer = layers_.extract(layers_.begin());
    for (const Sample& sample : layer.mapped()) {
      if (!go_on() || !search_.take_over(sample.piece)) return std::nullopt;
      if (!search_.idle() && !run(sample.weight, layer.key().depth + 1, executions)) return std::nullopt;
    }
  }
  return executions;
}

// One execution, and what it leads to.
bool GraphProbes::run(double weight, std::uint32_t depth, double& executions) {
  ++runs_;
  const std::uint64_t before = search_.counts().executions;
  const bool chases = search_.chases();
  const Outcome outcome = trial_.run(test_, search_, {}, board_, shell_);
  if (!search_.refused().empty()) return false;
  if (search_.counts().executions > before || (chases && outcome.failure)) executions += weight;
  while (const std::uint32_t length = search_.to_give()) {
    if (Sample* const place = make_place(layers_[{depth, length}], weight))
      place->piece = search_.give();
    else
      search_.drop_to_give();
  }
  return true;
}

// One more in a layer. Null: it is not among those that are kept.
GraphProbes::Sample* GraphProbes::make_place(Layer& layer, double weight) {
  layer.push_back({weight, {}});
  if (layer.size() <= width_) return &layer.back();
  exact_ = false;
  // One too many. The light ones become equally heavy, with the same sum, and one of them goes: each is as likely to stay
  // as its weight was, as a share of what it is now. Who is heavier than that, stays as he is.
  std::vector<Sample*>& light = by_weight_;
  light.clear();
  for (Sample& sample : layer) light.push_back(&sample);
  std::ranges::sort(light, {}, &Sample::weight);
  double sum = light[0]->weight;
  std::size_t count = 1;
  do sum += light[count++]->weight;
  while (count < light.size() && light[count]->weight * static_cast<double>(count - 1) < sum);
  const double equal = sum / static_cast<double>(count - 1);
  double drawn = random_.uniform();
  std::size_t goes = 0;
  while (goes + 1 < count && (drawn -= 1 - light[goes]->weight / equal) >= 0) ++goes;
  Sample& gone = *light[goes];
  for (std::size_t i = 0; i < count; ++i) light[i]->weight = equal;
  const bool fresh = &gone == &layer.back();
  if (!fresh) std::swap(gone, layer.back());
  layer.pop_back();
  return fresh ? nullptr : &gone;
}

void probe_widely(GraphProbes& probes, const std::function<double()>& left,
                  const std::function<void(double executions, std::uint64_t runs)>& tell) {
  std::size_t width = 1;
  for (double before = left(); before > 0;) {
    const std::uint64_t runs = probes.runs();
    const std::optional<double> found = probes.probe(width, [&] { return left() > 0; });
    if (!found) return;
    tell(*found, probes.runs() - runs);
    if (probes.exact()) return;
    const double now = left();
    if (now > kManyMore * (before - now)) width *= 2;
    before = now;
  }
}

}  // namespace heddle
