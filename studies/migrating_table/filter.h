// Filters: which rows a query wants. A boolean tree over comparisons of keys and properties.
//
//   const Filter mine = in_partition("p") && (property("happy") == 1 || row_key() == "a");
//   mine.matches(row);
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "studies/migrating_table/row.h"

namespace migrating {

class Filter {
 public:
  enum class Compare : std::uint8_t { equal, not_equal, less, greater };

  Filter() = default;  // everything

  bool matches(const Row& row) const;
  bool everything() const { return nodes_.empty(); }

  // The partition, if the filter is `partition = x` or `(partition = x) and (...)`, as atomic queries want it.
  std::optional<Word> partition() const;
  // Of such a filter: what else it asks for.
  Filter within_partition() const;

  friend Filter operator&&(const Filter& a, const Filter& b);
  friend Filter operator||(const Filter& a, const Filter& b);
  friend Filter operator!(const Filter& a);

  static Filter partition_key(Compare compare, Word with);
  static Filter row_key(Compare compare, Word with);
  static Filter property(Word name, Compare compare, std::int64_t with);  // a row without it does not match

 private:
  enum class Kind : std::uint8_t { partition_key, row_key, property, both, either, negation };
  struct Node {
    Kind kind;
    Compare compare = Compare::equal;
    std::uint32_t size = 1;  // of the tree that ends here
    Word name = {};          // of the property, or what the key is compared with
    std::int64_t value = 0;
  };

  static bool holds(const Node& node, const Row& row);
  static Filter joined(const Filter& a, const Filter& b, Kind kind);

  std::vector<Node> nodes_;  // operands before what joins them; none: everything
};

// --- as they are written ---

inline Filter in_partition(Word partition) { return Filter::partition_key(Filter::Compare::equal, partition); }

struct RowKey {
  friend Filter operator==(RowKey, Word w) { return Filter::row_key(Filter::Compare::equal, w); }
  friend Filter operator!=(RowKey, Word w) { return Filter::row_key(Filter::Compare::not_equal, w); }
  friend Filter operator<(RowKey, Word w) { return Filter::row_key(Filter::Compare::less, w); }
  friend Filter operator>(RowKey, Word w) { return Filter::row_key(Filter::Compare::greater, w); }
};
inline RowKey row_key() { return {}; }

struct PropertyNamed {
  Word name;
  friend Filter operator==(PropertyNamed p, std::int64_t v) {
    return Filter::property(p.name, Filter::Compare::equal, v);
  }
  friend Filter operator!=(PropertyNamed p, std::int64_t v) {
    return Filter::property(p.name, Filter::Compare::not_equal, v);
  }
  friend Filter operator<(PropertyNamed p, std::int64_t v) {
    return Filter::property(p.name, Filter::Compare::less, v);
  }
  friend Filter operator>(PropertyNamed p, std::int64_t v) {
    return Filter::property(p.name, Filter::Compare::greater, v);
  }
};
inline PropertyNamed property(Word name) { return {name}; }

// One row.
inline Filter at(const Key& key) { return in_partition(key.partition) && row_key() == key.row; }

}  // namespace migrating
