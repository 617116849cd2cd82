# Settings of a build whose top is Heddle itself. Not used when another project includes Heddle.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Kind of build" FORCE)
endif()

set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")

# A compiler cache makes the second build of another preset or branch cheap.
find_program(HEDDLE_CCACHE ccache)
if(HEDDLE_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${HEDDLE_CCACHE}")
endif()

if(HEDDLE_BUILD_TESTS)
  enable_testing()
  # Missing GoogleTest is no error here: ./demo needs neither it nor the tests. ./test installs it first.
  find_package(GTest QUIET)
  if(NOT GTest_FOUND)
    message(STATUS "GoogleTest not found (tools/install-packages test installs it): no unit tests")
  endif()
endif()
