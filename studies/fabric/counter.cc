#include "studies/fabric/counter.h"

namespace fabric {

void Counter::on_request(RequestId request, const Data& add) {
  platform_->replicate(add, [this, request, client = add[0]] { platform_->reply(request, {clients_[client].total}); });
}

void Counter::apply(const Data& operation) {
  Last& last = clients_[operation[0]];
  if (operation[1] <= last.number) return;  // repeated
  total_ += operation[2];
  last = {operation[1], total_};
}

Data Counter::copy_state(const Data&) const {
  Data state{total_};
  for (const auto& [client, last] : clients_) state.insert(state.end(), {client, last.number, last.total});
  return state;
}

void Counter::apply_copy(const Data& state) {
  total_ = state[0];
  clients_.clear();
  for (std::size_t i = 1; i < state.size(); i += 3) clients_[state[i]] = {state[i + 1], state[i + 2]};
}

}  // namespace fabric
