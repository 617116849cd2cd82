// A process that the test forks may do what it likes, as long as it ends by itself (_exit, exec): it has a copy of the trial,
// and must not go on with it beside the one that counts.
#pragma once

namespace heddle {

// True in a process that was forked by a running task.
extern bool forked_off;

// From now on `in_child` is called in every process that this one forks, before fork() returns there.
void watch_forks(void (*in_child)());

// Closed in such a process: who reads from a pipe waits until everybody has closed its other end.
void close_in_forks(int file);

// Ends such a process, with a sentence on the standard error.
[[noreturn]] void end_forked();

}  // namespace heddle
