// The mistakes that can be switched on in the model of the platform, each by itself.
#pragma once

namespace fabric {

struct Mistakes {
  bool promote_while_becoming_primary = false;  // CopyStateDone of an old epoch counts
  bool elect_idle = false;                      // a secondary that has no copy yet, though another has
  bool old_ack = false;                         // what was acknowledged in an old epoch counts
  bool dead_quorum = false;                     // what the dead had acknowledged counts
  bool lsn_gap = false;                         // a secondary takes what comes, whatever is missing before
  bool lost_catch_up = false;                   // who missed something before the epoch is left with the gap
  bool double_primary = false;                  // who was primary before is listened to
};

}  // namespace fabric
