// What else goes on in a node while a protocol runs on it: supervisors start services, services have names and tables,
// clients ask them, again and again. None of it has to do with the protocol, and little of it conflicts with anything;
// but a strategy that treats all operations alike spends most of its decisions on it.
#pragma once

#include "heddle/heddle.h"

namespace studies {

struct Background {
  int services = 6;          // of a node, each with a client
  int requests = 10;         // of each client, one after the other
  int table_operations = 6;  // of a service for each request, at a table of its own
  int reports = 1;           // of each client to the node's logger, on which all meet

  bool any() const { return services > 0; }
};

// Starts the services of a node, one after the other, and comes back when they are up. The clients go on.
void boot(heddle::Node node, const Background& background);

}  // namespace studies
