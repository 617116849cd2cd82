// Erlang's timer service: an actor on each node that is asked, as any server, to send something later.
#pragma once

#include "studies/gproc/messages.h"

namespace gproc {

// Comes back when the node has one.
void start_timer_server(heddle::Node node);

// To the caller, after five seconds.
void send_me_later(CandidateTimer message);
void send_me_later(Heartbeat message);

}  // namespace gproc
