#include "studies/migrating_table/translation.h"

namespace migrating {

namespace {

// Before the last state somebody may still see a row in the old table: the new one has to say that it is gone.
Operation erasing(const Operation& operation, const Row* existing, ClientState state, const Mistakes& mistakes) {
  const bool if_exists = operation.kind == OperationKind::erase_if_exists;
  const Key key = mistakes.delete_primary_key ? Key{} : operation.row.key;
  Operation translated;
  if (state <= ClientState::use_new_with_tombstones)
    translated = {if_exists ? OperationKind::insert_or_replace : OperationKind::replace, tombstone_at(key), {}};
  else
    translated = {operation.kind, {key, kNoETag, {}}, {}};
  const bool forgotten = mistakes.delete_no_leave_tombstones_etag && state == ClientState::use_new_hide_metadata;
  if (!if_exists && !forgotten) translated.if_match = IfMatch::exactly(existing->etag);
  return translated;
}

}  // namespace

std::variant<Operation, Status> translate(const Operation& operation, const Row* existing, ClientState state,
                                          const Mistakes& mistakes) {
  const bool living = existing && !tombstone(*existing);
  if (needs_match(operation.kind)) {
    if (!living) return Status::not_found;
    if (!operation.if_match.holds(existing->etag)) return Status::precondition_failed;
  }
  switch (operation.kind) {
    case OperationKind::insert:
      if (living) return Status::conflict;
      if (!existing) return Operation{OperationKind::insert, marked_as_living(operation.row), {}};
      return Operation{OperationKind::replace, marked_as_living(operation.row), IfMatch::exactly(existing->etag)};
    case OperationKind::replace:
    case OperationKind::merge:
      return Operation{operation.kind, marked_as_living(operation.row), IfMatch::exactly(existing->etag)};
    case OperationKind::insert_or_replace:
    case OperationKind::insert_or_merge:
      return Operation{operation.kind, marked_as_living(operation.row), {}};
    case OperationKind::erase:
    case OperationKind::erase_if_exists:
      break;
  }
  return erasing(operation, existing, state, mistakes);
}

}  // namespace migrating
