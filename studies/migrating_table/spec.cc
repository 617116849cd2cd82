#include "studies/migrating_table/spec.h"

#include <algorithm>

#include "studies/migrating_table/validate.h"

namespace migrating {

namespace {

std::optional<Status> error_of(const Operation& operation, const Row* row) {
  if (operation.kind == OperationKind::insert && row) return Status::conflict;
  if (!needs_match(operation.kind)) return std::nullopt;
  if (!row) return Status::not_found;
  if (!operation.if_match.holds(row->etag)) return Status::precondition_failed;
  return std::nullopt;
}

}  // namespace

template <class F>
BatchOutcome SpecTable::execute_with(const Batch& batch, F etag_of) {
  validate(batch);
  if (const std::optional<BatchError> error = first_error(batch)) return *error;
  BatchResult result;
  result.reserve(batch.size());
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const ETag etag = erases(batch[i].kind) ? kNoETag : etag_of(i);
    apply(batch[i], etag);
    result.push_back({success_of(batch[i].kind), etag});
  }
  return result;
}

BatchOutcome SpecTable::execute(const Batch& batch) {
  return execute_with(batch, [this](std::size_t) { return next_etag_++; });
}

BatchOutcome SpecTable::execute_as(const Batch& batch, const BatchResult& result) {
  return execute_with(batch, [&](std::size_t i) { return result.at(i).etag; });
}

bool SpecTable::change_etag(const Key& key, ETag etag) {
  const Row* const row = find(key);
  if (!row) return false;
  put({key, etag, row->properties});
  return true;
}

std::optional<BatchError> SpecTable::first_error(const Batch& batch) const {
  for (std::size_t i = 0; i < batch.size(); ++i)
    if (const std::optional<Status> status = error_of(batch[i], find(batch[i].row.key))) return BatchError{*status, i};
  return std::nullopt;
}

void SpecTable::apply(const Operation& operation, ETag etag) {
  if (erases(operation.kind)) return erase(operation.row.key);
  Row row{operation.row.key, etag, {}};
  const bool merges = operation.kind == OperationKind::merge || operation.kind == OperationKind::insert_or_merge;
  if (const Row* const before = merges ? find(row.key) : nullptr) row.properties = before->properties;
  row.properties.merge(operation.row.properties);
  put(row);
}

void SpecTable::put(const Row& row) {
  const auto place = std::ranges::lower_bound(rows_, row.key, {}, &Row::key);
  if (place != rows_.end() && place->key == row.key)
    *place = row;
  else
    rows_.insert(place, row);
  changes_.push_back({row, true});
}

void SpecTable::erase(const Key& key) {
  const auto place = std::ranges::lower_bound(rows_, key, {}, &Row::key);
  if (place == rows_.end() || place->key != key) return;
  changes_.push_back({*place, false});
  rows_.erase(place);
}

Rows SpecTable::query(const Filter& filter) const {
  partition_of(filter);  // or it throws
  Rows found;
  for (const Row& row : rows_)
    if (filter.matches(row)) found.push_back(row);
  return found;
}

const Row* SpecTable::find(const Key& key) const {
  const auto place = std::ranges::lower_bound(rows_, key, {}, &Row::key);
  return place != rows_.end() && place->key == key ? &*place : nullptr;
}

// Whether a row that was there at the start of a scan has been there, and has matched, ever since.
bool SpecTable::stays(const Row& row, const Scan& scan) const {
  if (!scan.filter.matches(row)) return false;
  for (std::size_t i = scan.changes; i < changes_.size(); ++i) {
    const Change& change = changes_[i];
    if (change.row.key == row.key && !(change.there && scan.filter.matches(change.row))) return false;
  }
  return true;
}

// The first row that stays must not be left out. Up to there, each row as it was at any time.
SpecTable::Valid SpecTable::valid_next(const Scan& scan) const {
  const Row* mandatory = nullptr;
  for (const Row& row : scan.at_start) {
    if (row.key < scan.from || !stays(row, scan)) continue;
    mandatory = &row;
    break;
  }
  Valid valid{{}, mandatory == nullptr};
  const auto consider = [&](const Row& row) {
    if (row.key < scan.from || (mandatory && row.key > mandatory->key)) return;
    if (scan.filter.matches(row)) valid.rows.push_back(row);
  };
  for (const Row& row : scan.at_start) consider(row);
  for (std::size_t i = scan.changes; i < changes_.size(); ++i)
    if (changes_[i].there) consider(changes_[i].row);
  return valid;
}

}  // namespace migrating
