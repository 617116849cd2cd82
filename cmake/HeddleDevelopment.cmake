# Functions for Heddle's own CMakeLists.txt files; not installed.

# heddle_own_code(<target>): the warnings and the dialect that all our code is held to.
function(heddle_own_code target)
  set_target_properties(${target} PROPERTIES CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
  if(PROJECT_IS_TOP_LEVEL)
    # Paths in messages are relative to the repository, whatever folder it was cloned to.
    target_compile_options(${target} PRIVATE
      -Wall -Wextra -Wpedantic -Wshadow "-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=")
    # GCC 12 sees overlapping copies in std::string's operator+ where there are none (GCC bug 105651).
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
  endif()
  if(HEDDLE_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

# heddle_test_code(<target>): compiled with HEDDLE_TEST_FLAGS, which a preset sets. Tests are compiled more often than
# they run, so they are not optimised as what they test is.
function(heddle_test_code target)
  separate_arguments(flags UNIX_COMMAND "${HEDDLE_TEST_FLAGS}")
  target_compile_options(${target} PRIVATE ${flags})
endfunction()

# heddle_program(<name> <source>...): an executable in bin/ with heddle's ready main().
function(heddle_program name)
  if(NOT TARGET heddle::main)
    message(STATUS "heddle::main does not exist yet: ${name} is not built")
    return()
  endif()
  add_executable(${name} ${ARGN})
  heddle_own_code(${name})
  target_link_libraries(${name} PRIVATE heddle::main)
endfunction()

# heddle_example(<name> <source>... [ARGS <arg>...] [LABELS <label>...] [NO_TESTS])
#
# A program whose HEDDLE_TESTs are CTest tests "<name>/<Suite>.<Name>", run with ARGS. A test that is there to
# show a bug is announced by a line in one of the sources, and must then fail (exit code 1, no other):
#
#   // EXPECT-FAILURE: Suite.Name
#
# Two more kinds of CTest tests come with it: "<name>/determinism" runs all tests with --check-determinism, and
# "regressions/<file>" replays each schedule in the folder regressions/ beside the CMakeLists.txt.
function(heddle_example name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "NO_TESTS" "" "ARGS;LABELS")
  heddle_program(${name} ${arg_UNPARSED_ARGUMENTS})
  if(NOT TARGET ${name} OR NOT HEDDLE_BUILD_TESTS OR arg_NO_TESTS)
    return()
  endif()
  set(failures)
  foreach(source IN LISTS arg_UNPARSED_ARGUMENTS)
    cmake_path(ABSOLUTE_PATH source)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${source}")
    file(STRINGS "${source}" lines REGEX "^// EXPECT-FAILURE: ")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^// EXPECT-FAILURE: *([^ ]+).*$" "\\1" test "${line}")
      list(APPEND failures "${test}")
    endforeach()
  endforeach()
  if(NOT arg_LABELS)
    set(arg_LABELS fast)
  endif()
  heddle_discover_tests(${name} PREFIX "${name}/" ARGS ${arg_ARGS} LABELS ${arg_LABELS}
    EXPECT_FAILURE ${failures} PROPERTIES TIMEOUT 300)

  find_package(Python3 QUIET COMPONENTS Interpreter)
  if(NOT Python3_Interpreter_FOUND)
    return()
  endif()
  add_test(NAME ${name}/determinism COMMAND Python3::Interpreter
    "${PROJECT_SOURCE_DIR}/tests/support/check_determinism.py" $<TARGET_FILE:${name}> --trials=50)
  set_tests_properties(${name}/determinism PROPERTIES LABELS "${arg_LABELS}" TIMEOUT 300)
  get_property(others DIRECTORY PROPERTY HEDDLE_EXAMPLES)
  if(NOT others)
    cmake_language(DEFER CALL heddle_regressions)  # when all programs of this folder are known
  endif()
  set_property(DIRECTORY APPEND PROPERTY HEDDLE_EXAMPLES ${name})
  set_property(DIRECTORY APPEND PROPERTY HEDDLE_EXPECTED_FAILURES ${failures})
endfunction()

# Each schedule in regressions/ is a test: it must pass, or fail as it did when it was kept where an EXPECT-FAILURE
# says so. It may be of any program in this folder, but of one it must be.
function(heddle_regressions)
  get_property(examples DIRECTORY PROPERTY HEDDLE_EXAMPLES)
  get_property(failures DIRECTORY PROPERTY HEDDLE_EXPECTED_FAILURES)
  list(TRANSFORM examples REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE programs)
  list(TRANSFORM failures PREPEND "--expect-failure=")
  file(GLOB schedules CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/regressions/*.heddle")
  foreach(schedule IN LISTS schedules)
    cmake_path(GET schedule STEM LAST_ONLY name)
    add_test(NAME regressions/${name} COMMAND Python3::Interpreter
      "${PROJECT_SOURCE_DIR}/tests/support/check_regression.py" "${schedule}" ${failures} ${programs})
    set_tests_properties(regressions/${name} PROPERTIES LABELS fast TIMEOUT 60)
  endforeach()
endfunction()

# heddle_gtest(<name> PREFIX <text> SOURCES <source>... LABELS <label>... TIMEOUT <seconds>)
#
# One GoogleTest binary, every test in it a CTest test named PREFIX and its own name.
function(heddle_gtest name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PREFIX;TIMEOUT" "SOURCES;LABELS")
  if(NOT GTest_FOUND)
    return()
  endif()
  add_executable(${name} ${arg_SOURCES})
  heddle_own_code(${name})
  heddle_test_code(${name})
  # What end-to-end tests need: our programs, our files.
  target_compile_definitions(${name} PRIVATE
    HEDDLE_TEST_BIN_DIR="${PROJECT_BINARY_DIR}/bin" HEDDLE_TEST_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  if(NOT "${arg_SOURCES}" MATCHES "/test_main\\.cc")  # a folder may bring its own main()
    target_link_libraries(${name} PRIVATE GTest::gtest_main)
  endif()
  target_link_libraries(${name} PRIVATE heddle::heddle GTest::gmock GTest::gtest
    $<TARGET_NAME_IF_EXISTS:heddle_test_support> $<TARGET_NAME_IF_EXISTS:heddle_gtest>
    # Tests of the reports parse what was written.
    nlohmann_json::nlohmann_json)

  include(GoogleTest)
  gtest_discover_tests(${name} TEST_PREFIX "${arg_PREFIX}" TEST_LIST ${name}_TESTS
    DISCOVERY_TIMEOUT 120 PROPERTIES TIMEOUT ${arg_TIMEOUT})
  # gtest_discover_tests() cannot hand over a list as a property, so the labels are set by a file of
  # our own, which CTest reads after the list of tests.
  set(labels_file "${CMAKE_CURRENT_BINARY_DIR}/${name}_labels.cmake")
  file(CONFIGURE OUTPUT "${labels_file}" @ONLY CONTENT
    "if(@name@_TESTS)\n  set_tests_properties(\${@name@_TESTS} PROPERTIES LABELS \"@arg_LABELS@\")\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${labels_file}")
endfunction()

# heddle_gtest_folder(<name> SOURCES <source>... [SUPPORT <source>...] [LABELS <label>...])
#
# The tests of one folder: <name>_test, and where there are such files <name>_soak_test from *_soak_test.cc
# (label full: minutes, run by ./test --full) and <name>_nosan_test from *_nosan_test.cc (label no-sanitizer:
# what a sanitizer's runtime forbids). All others have the label fast. SUPPORT goes into each of them. In CTest
# the tests are FOLDER/Suite.Name, where <name> is FOLDER or heddle_FOLDER.
function(heddle_gtest_folder name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;SUPPORT;LABELS")
  string(REGEX REPLACE "^heddle_" "" folder "${name}")
  set(soak ${arg_SOURCES})
  list(FILTER soak INCLUDE REGEX "_soak_test\\.cc$")
  set(nosan ${arg_SOURCES})
  list(FILTER nosan INCLUDE REGEX "_nosan_test\\.cc$")
  set(fast ${arg_SOURCES})
  list(FILTER fast EXCLUDE REGEX "_(soak|nosan)_test\\.cc$")
  if(fast)
    heddle_gtest(${name}_test PREFIX ${folder}/ SOURCES ${fast} ${arg_SUPPORT} LABELS fast ${arg_LABELS} TIMEOUT 900)
  endif()
  if(nosan)
    heddle_gtest(${name}_nosan_test PREFIX ${folder}/ SOURCES ${nosan} ${arg_SUPPORT}
      LABELS fast no-sanitizer ${arg_LABELS} TIMEOUT 300)
  endif()
  if(soak)
    heddle_gtest(${name}_soak_test PREFIX ${folder}/ SOURCES ${soak} ${arg_SUPPORT}
      LABELS full ${arg_LABELS} TIMEOUT 3600)
  endif()
endfunction()

# heddle_study(<name> <name>_study.cc MODEL <source>... TESTS <source>... ARGS <argument>...)
#
# A study: <name>_model, a library, so that tests, tables and the study's program run the same code; <name>_study, as
# heddle_example(); the tests of the folder, as heddle_gtest_folder().
function(heddle_study name program)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "MODEL;TESTS;ARGS")
  add_library(${name}_model STATIC ${arg_MODEL})
  heddle_own_code(${name}_model)
  target_link_libraries(${name}_model PUBLIC heddle::heddle)
  heddle_example(${name}_study ${program} ARGS ${arg_ARGS})
  if(HEDDLE_BUILD_TESTS)
    heddle_gtest_folder(${name} SOURCES ${arg_TESTS})
  endif()
  foreach(target IN ITEMS ${name}_study ${name}_test ${name}_nosan_test ${name}_soak_test)
    if(TARGET ${target})
      target_link_libraries(${target} PRIVATE ${name}_model)
    endif()
  endforeach()
endfunction()
