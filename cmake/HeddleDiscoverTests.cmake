#[[
heddle_discover_tests(<target>
  [PREFIX <text>]               put before each name
  [ARGS <arg>...]               given to each run, e.g. --strategy=pos+ --trials=1e5
  [LABELS <label>...]           CTest labels
  [EXPECT_FAILURE <name>...]    tests that show a bug: they pass when Heddle finds it (exit code 1)
  [PROPERTIES <name> <value>...] other CTest properties
  [WORKING_DIRECTORY <folder>]  where the tests run and schedules are written; the target's binary folder by default
  [DISCOVERY_TIMEOUT <seconds>] how long --list may take; 60 by default)

Makes each HEDDLE_TEST of a program a CTest test. After each build of <target> it runs `<target> --list`, which
prints one Suite.Name per line, and registers `<target> --filter=^Suite.Name$ ARGS`. May be called more than
once for a target, with different PREFIX and ARGS.
]]
function(heddle_discover_tests target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PREFIX;WORKING_DIRECTORY;DISCOVERY_TIMEOUT"
    "ARGS;LABELS;EXPECT_FAILURE;PROPERTIES")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "heddle_discover_tests(${target}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "heddle_discover_tests(${target}): there is no such target")
  endif()
  if(NOT arg_WORKING_DIRECTORY)
    set(arg_WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
  endif()
  if(NOT arg_DISCOVERY_TIMEOUT)
    set(arg_DISCOVERY_TIMEOUT 60)
  endif()

  get_property(count TARGET ${target} PROPERTY HEDDLE_DISCOVERIES)
  if(NOT count)
    set(count 0)
  endif()
  math(EXPR count "${count} + 1")
  set_property(TARGET ${target} PROPERTY HEDDLE_DISCOVERIES ${count})

  set(tests_file "${CMAKE_CURRENT_BINARY_DIR}/${target}_heddle_tests_${count}.cmake")
  add_custom_command(TARGET ${target} POST_BUILD
    BYPRODUCTS "${tests_file}"
    COMMAND "${CMAKE_COMMAND}"
      -D "TEST_EXECUTABLE=$<TARGET_FILE:${target}>"
      -D "TEST_PREFIX=${arg_PREFIX}"
      -D "TEST_ARGS=${arg_ARGS}"
      -D "TEST_LABELS=${arg_LABELS}"
      -D "TEST_EXPECT_FAILURE=${arg_EXPECT_FAILURE}"
      -D "TEST_PROPERTIES=${arg_PROPERTIES}"
      -D "TEST_WORKING_DIRECTORY=${arg_WORKING_DIRECTORY}"
      -D "TEST_DISCOVERY_TIMEOUT=${arg_DISCOVERY_TIMEOUT}"
      -D "TESTS_FILE=${tests_file}"
      -P "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/HeddleAddTests.cmake"
    VERBATIM)

  set(include_file "${CMAKE_CURRENT_BINARY_DIR}/${target}_heddle_include_${count}.cmake")
  file(WRITE "${include_file}"
    "if(EXISTS [==[${tests_file}]==])\n"
    "  include([==[${tests_file}]==])\n"
    "else()\n"
    "  add_test(${target}_NOT_BUILT ${target}_NOT_BUILT)\n"
    "endif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${include_file}")
endfunction()
