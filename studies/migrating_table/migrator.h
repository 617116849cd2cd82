// Moves all rows from the old table to the new one, and the clients from one state to the next, while they work.
#pragma once

#include "studies/migrating_table/protocol.h"

namespace migrating {

class Migrator {
 public:
  Migrator(const Migration& migration, Witness& witness) : migration_(migration), witness_(witness) {}

  Async<> run();

 private:
  Async<> copy();
  Async<> clean_up_new();
  Async<> clean_up(Row row);
  Async<> clear_old();

  const Migration& migration_;
  Witness& witness_;
};

}  // namespace migrating
