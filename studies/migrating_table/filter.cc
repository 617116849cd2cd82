#include "studies/migrating_table/filter.h"

namespace migrating {

namespace {

template <class T>
bool compared(const T& a, Filter::Compare compare, const T& b) {
  switch (compare) {
    case Filter::Compare::equal:
      return a == b;
    case Filter::Compare::not_equal:
      return a != b;
    case Filter::Compare::less:
      return a < b;
    case Filter::Compare::greater:
      return a > b;
  }
  return false;
}

}  // namespace

Filter Filter::partition_key(Compare compare, Word with) {
  Filter filter;
  filter.nodes_ = {{Kind::partition_key, compare, 1, with, 0}};
  return filter;
}

Filter Filter::row_key(Compare compare, Word with) {
  Filter filter;
  filter.nodes_ = {{Kind::row_key, compare, 1, with, 0}};
  return filter;
}

Filter Filter::property(Word name, Compare compare, std::int64_t with) {
  Filter filter;
  filter.nodes_ = {{Kind::property, compare, 1, name, with}};
  return filter;
}

Filter Filter::joined(const Filter& a, const Filter& b, Kind kind) {
  Filter filter;
  filter.nodes_.reserve(a.nodes_.size() + b.nodes_.size() + 1);
  filter.nodes_ = a.nodes_;
  filter.nodes_.insert(filter.nodes_.end(), b.nodes_.begin(), b.nodes_.end());
  filter.nodes_.push_back({kind, Compare::equal, static_cast<std::uint32_t>(filter.nodes_.size() + 1)});
  return filter;
}

Filter operator&&(const Filter& a, const Filter& b) {
  if (a.everything()) return b;
  if (b.everything()) return a;
  return Filter::joined(a, b, Filter::Kind::both);
}

Filter operator||(const Filter& a, const Filter& b) {
  if (a.everything() || b.everything()) return {};
  return Filter::joined(a, b, Filter::Kind::either);
}

// The negation of everything is nothing: no row has a key that is less than the empty one.
Filter operator!(const Filter& a) {
  if (a.everything()) return Filter::row_key(Filter::Compare::less, {});
  Filter filter = a;
  filter.nodes_.push_back(
      {Filter::Kind::negation, Filter::Compare::equal, static_cast<std::uint32_t>(a.nodes_.size() + 1)});
  return filter;
}

bool Filter::holds(const Node& node, const Row& row) {
  if (node.kind == Kind::partition_key) return compared(row.key.partition, node.compare, node.name);
  if (node.kind == Kind::row_key) return compared(row.key.row, node.compare, node.name);
  const std::int64_t* const value = row.properties.find(node.name);
  return value && compared(*value, node.compare, node.value);
}

// What has been worked out and not yet been joined is a stack of bits, the newest lowest. 64 are enough for anybody: a
// tree has to lean to the right for so long.
bool Filter::matches(const Row& row) const {
  std::uint64_t bits = 1;
  for (const Node& node : nodes_) {
    switch (node.kind) {
      case Kind::both:
        bits = bits >> 1 & (bits | ~std::uint64_t{1});
        break;
      case Kind::either:
        bits = bits >> 1 | (bits & 1);
        break;
      case Kind::negation:
        bits ^= 1;
        break;
      default:
        bits = bits << 1 | static_cast<std::uint64_t>(holds(node, row));
    }
  }
  return (bits & 1) != 0;
}

std::optional<Word> Filter::partition() const {
  const auto is_partition = [](const Node& node) {
    return node.kind == Kind::partition_key && node.compare == Compare::equal;
  };
  if (nodes_.size() == 1 && is_partition(nodes_[0])) return nodes_[0].name;
  if (nodes_.size() < 3 || nodes_.back().kind != Kind::both || !is_partition(nodes_[0])) return std::nullopt;
  const bool only_that_before = nodes_[nodes_.size() - 2].size == nodes_.size() - 2;
  return only_that_before ? std::optional(nodes_[0].name) : std::nullopt;
}

Filter Filter::within_partition() const {
  Filter rest;
  if (nodes_.size() > 1) rest.nodes_.assign(nodes_.begin() + 1, nodes_.end() - 1);
  return rest;
}

}  // namespace migrating
