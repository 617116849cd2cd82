// A ready main() for programs of tests: link heddle::main.
#include "heddle/runner/run_tests.h"

int main(int argc, char** argv) { return heddle::run_tests(argc, argv); }
