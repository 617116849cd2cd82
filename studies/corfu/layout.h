// What CORFU's clients and servers know of a chain: who is in it, in which order, as of which epoch.
#pragma once

#include <algorithm>
#include <boost/container/static_vector.hpp>
#include <cstdint>
#include <ostream>

#include "heddle/base/fingerprint.h"

namespace corfu {

enum class Server : std::uint8_t { a, b, c };

// The two values that the writers try to write. The model has one log position; unwritten is no value at all.
enum class Value : std::uint8_t { va, vb };

// Head first, tail last. Nothing is allocated: a search builds and drops millions of them.
using Chain = boost::container::static_vector<Server, 3>;

struct Layout {
  int epoch = 0;
  Chain chain;      // writes go down it, reads go to its tail
  Chain repairing;  // being brought up to date: written to, but not yet read from

  void fingerprint(heddle::Fingerprint& print) const {
    print.add(epoch);
    for (const Chain* servers : {&chain, &repairing}) {
      print.add(servers->size());
      for (const Server server : *servers) print.add(server);
    }
  }
};

inline bool contains(const Chain& chain, Server server) {
  return std::find(chain.begin(), chain.end(), server) != chain.end();
}

inline std::ostream& operator<<(std::ostream& out, Server server) { return out << "abc"[static_cast<int>(server)]; }

inline std::ostream& operator<<(std::ostream& out, Value value) { return out << (value == Value::va ? "va" : "vb"); }

inline std::ostream& operator<<(std::ostream& out, const Layout& layout) {
  out << "epoch " << layout.epoch << " [";
  for (const Server server : layout.chain) out << server;
  out << ']';
  if (!layout.repairing.empty()) out << " repairing ";
  for (const Server server : layout.repairing) out << server;
  return out;
}

}  // namespace corfu
