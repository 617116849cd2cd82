#include "studies/migrating_table/workload.h"

#include "heddle/spec/check.h"

namespace migrating {

using heddle::choose;
using heddle::flip;

namespace {

constexpr std::array kPartitions{Word("p"), Word("q")};
constexpr std::array kRows{Word("0"), Word("1"), Word("2"), Word("3"), Word("4"), Word("5")};
constexpr std::array kServices{Word("by1"), Word("by2"), Word("by3")};
constexpr Word kHappy = "happy";

Row row(const Key& key, bool happy) { return {key, kNoETag, {{kHappy, happy ? 1 : 0}}}; }

}  // namespace

Workload::Workload(Style style)
    : style_(style), partitions_(style == Style::small ? 1 + choose(2) : 1), keys_(style == Style::papers ? 6 : 3) {}

Rows Workload::rows_at_start() const {
  const Word p = kPartitions[0];
  if (style_ == Style::papers)
    return {row({p, "0"}, true), row({p, "1"}, false), row({p, "3"}, false), row({p, "4"}, true)};
  if (style_ == Style::made) return {row({p, "0"}, true), row({p, "1"}, false)};
  Rows rows;
  for (const Word partition : partitions())
    for (std::uint32_t i = 0; i < keys_; ++i)
      if (flip()) rows.push_back(row({partition, kRows[i]}, flip()));
  return rows;
}

std::vector<Workload::Call> Workload::calls(int service) const {
  switch (style_) {
    case Style::papers:
      if (flip()) return {Call::stream};
      return {flip() ? Call::batch : Call::query, flip() ? Call::batch : Call::query};
    case Style::made:
      return {service == 1 ? Call::stream : Call::batch};
    case Style::small:
      break;
  }
  const auto any = [] { return flip() ? Call::batch : flip() ? Call::query : Call::stream; };
  return {any(), any()};
}

Batch Workload::batch(const SpecTable& current, int service, int call) const {
  const Word in = partition();
  if (style_ == Style::made) return {{OperationKind::erase, {{in, "1"}, kNoETag, {}}, IfMatch::any()}};
  const std::uint32_t first = choose(keys_);
  Batch batch{operation(current, {in, kRows[first]})};
  if (flip()) {
    const std::uint32_t second = choose(keys_ - 1);
    batch.push_back(operation(current, {in, kRows[second < first ? second : second + 1]}));
  }
  for (std::size_t i = 0; i < batch.size(); ++i)
    if (!erases(batch[i].kind)) batch[i].row.properties.set(kServices.at(service - 1), 10 * call + static_cast<int>(i));
  return batch;
}

Operation Workload::operation(const SpecTable& current, const Key& key) const {
  Operation operation{static_cast<OperationKind>(choose(7)), {key, kNoETag, {}}, {}};
  if (!erases(operation.kind)) operation.row = row(key, flip());
  if (needs_match(operation.kind)) {
    const Row* const there = current.find(key);
    constexpr ETag kNobodys = 9999;
    switch (choose(there ? 3 : 2)) {
      case 0:
        operation.if_match = IfMatch::any();
        break;
      case 1:
        operation.if_match = IfMatch::exactly(kNobodys);
        break;
      default:
        operation.if_match = IfMatch::exactly(there->etag);
    }
  }
  return operation;
}

Filter Workload::filter() const {
  const std::uint32_t kind = style_ == Style::made ? 1 : choose(3);
  return kind == 0 ? Filter() : property(kHappy) == static_cast<std::int64_t>(kind - 1);
}

Word Workload::partition() const { return kPartitions[partitions_ == 1 ? 0 : choose(partitions_)]; }

std::vector<Word> Workload::partitions() const { return {kPartitions.begin(), kPartitions.begin() + partitions_}; }

}  // namespace migrating
