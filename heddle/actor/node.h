// Virtual nodes: machines that can stop, come back, and be cut off from one another. All operations.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "heddle/actor/pid.h"
#include "heddle/base/location.h"

namespace heddle {

class Trial;

// Starts a node, connected to all others.
Node start_node(std::string_view name, Location where = {});

// All its actors die at once, its names vanish, and whoever is linked to or monitors them, or the node, learns of it
// (reason noconnection; NodeDown). Nobody can stop the node that it runs on itself, nor the one that the test runs on, whose
// end would be the end of the trial: that is a misuse. Stopping one that is down does nothing.
void stop_node(Node node, Location where = {});

// A stopped node comes back, empty.
void restart_node(Node node, Location where = {});
bool is_up(Node node, Location where = {});
std::vector<Node> nodes(Location where = {});  // those that are up and connected to the caller's, without the caller's

// Cuts two nodes off from one another: messages between them are lost, and links and monitors across break as if the
// other side had died.
void disconnect(Node a, Node b, Location where = {});
void connect(Node a, Node b, Location where = {});

// A NodeDown message when the node stops or is cut off from the caller's; at once if it is.
void monitor_node(Node node, Location where = {});

Node this_node();

// For primitives: may a message pass? Part of the event under way.
bool reachable(Trial& trial, Node from, Node to);

}  // namespace heddle
