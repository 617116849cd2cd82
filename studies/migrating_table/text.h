// How rows, batches and outcomes look in reports.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>

#include "studies/migrating_table/chain_table.h"
#include "studies/migrating_table/configuration.h"

namespace migrating {

std::string text(const Key& key);
std::string text(const Row& row);
std::string text(const std::optional<Row>& row);
std::string text(const Rows& rows);
std::string text(const Batch& batch);
std::string text(const BatchOutcome& outcome);
std::string text(ClientState state);

template <class T>
struct AsText : fmt::formatter<std::string> {
  auto format(const T& value, fmt::format_context& context) const {
    return fmt::formatter<std::string>::format(text(value), context);
  }
};

}  // namespace migrating

template <>
struct fmt::formatter<migrating::Key> : migrating::AsText<migrating::Key> {};
template <>
struct fmt::formatter<migrating::Row> : migrating::AsText<migrating::Row> {};
template <>
struct fmt::formatter<std::optional<migrating::Row>> : migrating::AsText<std::optional<migrating::Row>> {};
template <>
struct fmt::formatter<migrating::Rows> : migrating::AsText<migrating::Rows> {};
template <>
struct fmt::formatter<migrating::Batch> : migrating::AsText<migrating::Batch> {};
template <>
struct fmt::formatter<migrating::BatchOutcome> : migrating::AsText<migrating::BatchOutcome> {};
template <>
struct fmt::formatter<migrating::ClientState> : migrating::AsText<migrating::ClientState> {};
