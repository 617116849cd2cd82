// What explore() returns; it lives with the code that prints it.
#pragma once

#include "heddle/report/report.h"  // IWYU pragma: export
