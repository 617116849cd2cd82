// What the services of a test do: inputs that are chosen, and so belong to the schedule.
#pragma once

#include <cstdint>

#include "studies/migrating_table/spec.h"

namespace migrating {

enum class Style : std::uint8_t {
  small,   // few keys, any rows at the start
  papers,  // the paper's: four rows of one partition, six keys
  made,    // for one bug, as the paper has such: one streams rows that are not happy, the others delete the only one
};

class Workload {
 public:
  explicit Workload(Style style);  // chooses how many partitions there are

  Rows rows_at_start() const;

  enum class Call : std::uint8_t { batch, query, stream };
  std::vector<Call> calls(int service) const;  // one after the other

  // One or two operations. `current` is what the table looks like to whoever knows everything: the source of ETags.
  // Properties are named after the service and number its operations, so that merges can be told from replacements.
  Batch batch(const SpecTable& current, int service, int call) const;

  Filter filter() const;  // everything, or rows that are happy, or those that are not
  Word partition() const;
  std::vector<Word> partitions() const;

 private:
  Operation operation(const SpecTable& current, const Key& key) const;

  Style style_;
  std::uint32_t partitions_;
  std::uint32_t keys_;  // of a partition
};

}  // namespace migrating
