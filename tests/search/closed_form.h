// Programs whose number of inequivalent executions is known for every size.
#pragma once

#include "tests/support/enumerate.h"

namespace heddle::testing {

Program readers(int n);                 // one writer of a word, n readers of it: 2^n
Program last_zero(int n);               // (n + 3) * 2^(n - 2)
Program writers(int n);                 // of one word: n!
Program messages(int n, bool by_name);  // n senders; who takes whatever comes: n!, who asks for each by name: 1
Program first_of_many(int n, int k);    // k of n messages are taken: n! / (n - k)!

}  // namespace heddle::testing
