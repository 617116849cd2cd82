#include "studies/ra/spec.h"

namespace ra {

void Spec::look(const Server& server) {
  if (server.state() == State::leader) {
    const auto [leader, fresh] = leaders_.emplace(server.term(), server.id());
    heddle::check(leader->second == server.id(), "{} and {} lead in term {}", heddle::to_text(leader->second),
                  heddle::to_text(server.id()), server.term());
    if (fresh)
      for (const auto& [entry, term] : committed_)
        heddle::check(term >= server.term() || server.log().has(entry.at), "{} leads in term {}, without {}",
                      heddle::to_text(server.id()), server.term(), entry);
  }
  for (int& seen = applied_[server.id()]; seen < server.applied();) {
    const Entry& entry = server.log().entry(++seen);
    if (static_cast<std::size_t>(seen) > committed_.size()) committed_.push_back({entry, server.term()});
    const Entry& first = committed_[static_cast<std::size_t>(seen) - 1].entry;
    heddle::check(entry == first, "{} applies {}, another server {}", heddle::to_text(server.id()), entry, first);
  }
}

}  // namespace ra
