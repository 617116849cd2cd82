// A program whose author has not written a test yet.
#include <heddle/heddle.h>
