#include "studies/cassandra_lwt/replica.h"

#include <algorithm>

namespace lwt {

Promise Replica::prepare(Ballot ballot) {
  const Promise answer{
      .promised = ballot > promised_,
      .in_progress = {label_ == Label::promised ? promised_ : proposal_.ballot, proposal_.value},
      .committed = committed_,
  };
  promised_ = std::max(promised_, ballot);
  return answer;
}

bool Replica::propose(Ballot ballot, Value value) {
  if (ballot < promised_) return false;
  promised_ = ballot;
  proposal_ = {ballot, value};
  return true;
}

void Replica::commit(Ballot ballot, Value value) {
  if (ballot > data_.ballot) data_ = {ballot, value};
  if (ballot > committed_.ballot) committed_ = {ballot, value};
  const Ballot newest = label_ == Label::promised ? promised_ : proposal_.ballot;
  if (newest <= ballot) proposal_ = {ballot, {}};  // else something newer may be in progress
  promised_ = std::max(promised_, ballot);
}

}  // namespace lwt
