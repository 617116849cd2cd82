#include "studies/migrating_table/text.h"

#include <array>

#include "studies/migrating_table/protocol.h"

namespace migrating {

namespace {

template <class List, class F>
std::string joined(const List& list, F one) {
  std::string all;
  for (const auto& item : list) all += (all.empty() ? "" : ", ") + one(item);
  return all;
}

std::string text(const IfMatch& match) {
  if (match.kind == IfMatch::Kind::missing) return "";
  return match.kind == IfMatch::Kind::any ? " if *" : fmt::format(" if {}", match.etag);
}

// Marks as what they mean; that a row is not deleted goes without saying.
std::string contents(const Row& row) {
  if (tombstone(row)) return "deleted";
  if (const std::int64_t* const state = row.properties.find(kPartitionState)) return *state ? "switched" : "populated";
  return joined(without_metadata(row).properties.all(),
                [](const Property& p) { return fmt::format("{}={}", p.name.str(), p.value); });
}

std::string text(const Operation& operation) {
  static constexpr std::array kNames{"insert",          "replace",         "merge", "delete", "insert or replace",
                                     "insert or merge", "delete if exists"};
  const char* const name = kNames[static_cast<std::size_t>(operation.kind)];
  const std::string to = erases(operation.kind) ? "" : "{" + contents(operation.row) + "}";
  return fmt::format("{} {}{}{}", name, operation.row.key, to, text(operation.if_match));
}

}  // namespace

std::string text(const Key& key) {
  if (key == Key{}) return "the start";
  std::string row = key.row.str();
  if (!row.empty() && row.back() == '\1') return "after " + key.partition.str() + "/" + row.substr(0, row.size() - 1);
  return key.partition.str() + "/" + row;
}

std::string text(const Row& row) {
  return fmt::format("{}{{{}}}{}", row.key, contents(row), row.etag == kNoETag ? "" : fmt::format("#{}", row.etag));
}

std::string text(const std::optional<Row>& row) { return row ? text(*row) : "the end"; }

std::string text(const Rows& rows) {
  return rows.empty() ? "nothing" : joined(rows, [](const Row& row) { return text(row); });
}

std::string text(const Batch& batch) {
  return joined(batch, [](const Operation& operation) { return text(operation); });
}

std::string text(const BatchOutcome& outcome) {
  if (const BatchError* const error = std::get_if<BatchError>(&outcome))
    return fmt::format("{} at {}", static_cast<int>(error->status), error->index);
  return joined(std::get<BatchResult>(outcome), [](const OperationResult& result) {
    const std::string status = std::to_string(static_cast<int>(result.status));
    return result.etag == kNoETag ? status : fmt::format("{} #{}", status, result.etag);
  });
}

std::string text(ClientState state) {
  static constexpr std::array kNames{"use_old_hide_metadata", "prefer_old", "prefer_new", "use_new_with_tombstones",
                                     "use_new_hide_metadata"};
  return kNames[static_cast<std::size_t>(state)];
}

}  // namespace migrating
