// Watches servers on behalf of one: an actor of its own, since to monitor a machine that does not answer can take long.
#pragma once

#include "studies/gproc/messages.h"

namespace gproc {

// To the prober: watch the server of this node; no pid: whichever has the name.
struct Watch {
  heddle::Node node;
  heddle::Pid pid;
};
struct Watching {};  // its answer

// Tells `server` a Lost for each that ends, or is not there. Until then, to watch another one of the same node does
// nothing.
void run_prober(heddle::Pid server);

}  // namespace gproc
