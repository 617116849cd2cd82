// What a node that starts does to come to the same schema as the others.
#pragma once

#include "studies/mnesia/messages.h"

namespace mnesia {

// Merges its schema with that of one node after the other, until a transaction finds no more.
void merge_schema(const Here& here);

}  // namespace mnesia
