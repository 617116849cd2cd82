// Which sanitizer this code is compiled with, by either compiler.
#pragma once

#if defined(__SANITIZE_ADDRESS__)  // g++
#define HEDDLE_ASAN 1
#elif defined(__has_feature)  // clang
#if __has_feature(address_sanitizer)
#define HEDDLE_ASAN 1
#endif
#endif
