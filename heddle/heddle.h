// Everything that a test needs.
//
// After `using namespace heddle;` put your own types and the tests that name them into a namespace, an anonymous one will
// do: a `struct Message` or `struct Node` there goes before Heddle's, at global scope it would be ambiguous.
#pragma once

#include "heddle/actor/actor.h"     // IWYU pragma: export
#include "heddle/actor/call.h"      // IWYU pragma: export
#include "heddle/actor/node.h"      // IWYU pragma: export
#include "heddle/actor/receive.h"   // IWYU pragma: export
#include "heddle/actor/registry.h"  // IWYU pragma: export
#include "heddle/actor/remember.h"  // IWYU pragma: export
#include "heddle/actor/server.h"    // IWYU pragma: export
#include "heddle/actor/table.h"     // IWYU pragma: export
#include "heddle/actor/timer.h"     // IWYU pragma: export
#include "heddle/async/async.h"     // IWYU pragma: export
#include "heddle/async/await.h"     // IWYU pragma: export
#include "heddle/async/executor.h"  // IWYU pragma: export
#include "heddle/async/future.h"    // IWYU pragma: export
#include "heddle/async/start.h"     // IWYU pragma: export
#include "heddle/async/when.h"      // IWYU pragma: export
#include "heddle/machine/driver.h"  // IWYU pragma: export
#include "heddle/machine/machine.h" // IWYU pragma: export
#include "heddle/machine/shared.h"  // IWYU pragma: export
#include "heddle/runner/explore.h"  // IWYU pragma: export
#include "heddle/runner/test.h"     // IWYU pragma: export
#include "heddle/spec/call_history.h"  // IWYU pragma: export
#include "heddle/spec/check.h"      // IWYU pragma: export
#include "heddle/spec/models.h"     // IWYU pragma: export
#include "heddle/spec/monitor.h"    // IWYU pragma: export
#include "heddle/spec/obligation.h" // IWYU pragma: export
#include "heddle/spec/value_history.h"  // IWYU pragma: export
