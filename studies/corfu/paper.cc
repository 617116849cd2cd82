#include "studies/corfu/paper.h"

#include <fmt/format.h>

#include <initializer_list>
#include <utility>

namespace corfu {
namespace {

using namespace std::chrono_literals;
using heddle::Observers;

// "A bound of at most 4": the smallest that shows a bug, for the figures of method 2 are those of bound 2.
constexpr std::uint64_t kBound = 4;

// Which execution is the first to fail depends on the order of the search: that by sequences goes like the paper's.
Search first_bug(const Scenario& scenario, Observers observers, std::uint64_t bound = heddle::kUnbounded) {
  return {scenario, observers, bound, "sequence"};
}

// With the one-to-two repair of method 3, as in the paper.
Scenario initial(Method method) { return {method, Reader::twice, LayoutKind::server, 2}; }

PaperTable initial_model() {
  const auto row = [](int number, Method method, bool bounded, const Published& paper) {
    const std::string how = bounded ? fmt::format("within bound {}", kBound) : "without bound";
    const std::uint64_t bound = bounded ? kBound : heddle::kUnbounded;
    return PaperRow{fmt::format("method {} {}", number, how), first_bug(initial(method), Observers::off, bound), paper};
  };
  return {"table 1",
          "the initial model, observers off: to the first bug",
          {
              row(1, Method::tail, true, {638, 57s, true}),
              row(2, Method::head, true, {65, 7s, true}),
              row(3, Method::middle_12, true, {1'257, 68s}),
              row(1, Method::tail, false, {3'542'431, 144h, true}),
              row(2, Method::head, false, {389, 26s, true}),
              row(3, Method::middle_12, false, {30'000'000, 750h, false, false}),
          }};
}

PaperTable improvements() {
  PaperTable table{
      "table 2", "method 1 with observers, conditional read, layout in two keys of a table: to the first bug", {}};
  const Published kPaper[] = {
      {3'542'431, 144h, true},        {151'923, 5h + 30min, true}, {3'787, 6min + 20s, true}, {212, 19s, true},
      {1'059'043, 29h + 40min, true}, {47'148, 1h + 5min, true},   {5'239, 5min + 20s, true}, {289, 18s, true},
  };
  for (unsigned i = 0; i < std::size(kPaper); ++i) {
    const bool observers = i & 1, conditional = i & 2, keys = i & 4;
    const std::pair<bool, const char*> kWords[] = {
        {observers, "observers"}, {conditional, "conditional"}, {keys, "two keys"}};
    std::string name;
    for (const auto& [chosen, word] : kWords)
      if (chosen) name += fmt::format("{}{}", name.empty() ? "" : " + ", word);
    const Scenario scenario{Method::tail, conditional ? Reader::conditional : Reader::twice,
                            keys ? LayoutKind::keys : LayoutKind::server, 2};
    table.rows.push_back({name.empty() ? "none of them" : name,
                          first_bug(scenario, observers ? Observers::on : Observers::off), kPaper[i]});
  }
  return table;
}

PaperTable proofs() {
  return {"proofs",
          "method 3, observers on: all executions",
          {
              {"conditional + one cell", {{Method::middle_12, Reader::conditional, LayoutKind::cell, 2}}, {}},
              {"conditional + two keys",
               {{Method::middle_12, Reader::conditional, LayoutKind::keys, 2}},
               Published{3'931'413, 48h}},
              {"initial model", {initial(Method::middle_12), Observers::on, heddle::kUnbounded, "states"}, {}},
          }};
}

}  // namespace

bool has_bug(const Search& search) {
  return search.scenario.method == Method::tail || search.scenario.method == Method::head;
}

heddle::Options options_of(const Search& search) {
  heddle::Options options;
  options.verify = true;
  options.search = search.kind;
  options.scope.observers = search.observers;
  options.scope.bounds.tree = search.bound;
  options.deepen = search.bound != heddle::kUnbounded;
  options.save_to = "";
  return options;
}

std::vector<PaperTable> paper_tables() { return {initial_model(), improvements(), proofs()}; }

std::string time_text(std::chrono::seconds time) {
  const auto seconds = time.count();
  if (seconds < 100) return fmt::format("{} s", seconds);
  std::string text;
  for (const auto& [amount, unit] : {std::pair{seconds / 3600, "h"}, {seconds / 60 % 60, "min"}, {seconds % 60, "s"}})
    if (amount > 0) text += fmt::format("{}{} {}", text.empty() ? "" : " ", amount, unit);
  return text;
}

}  // namespace corfu
