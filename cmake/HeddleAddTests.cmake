# Run after a build by heddle_discover_tests(): asks a program for its tests and writes a file for CTest.
cmake_minimum_required(VERSION 3.25)

execute_process(
  COMMAND "${TEST_EXECUTABLE}" --list
  WORKING_DIRECTORY "${TEST_WORKING_DIRECTORY}"
  TIMEOUT ${TEST_DISCOVERY_TIMEOUT}
  OUTPUT_VARIABLE output
  ERROR_VARIABLE errors
  RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR
    "heddle_discover_tests: '${TEST_EXECUTABLE} --list' ended with ${result}\n${output}${errors}")
endif()

# One argument of a command, quoted so that nothing in it is special.
function(quote text variable)
  set(equals "=")
  while(text MATCHES "\\]${equals}\\]")
    string(APPEND equals "=")
  endwhile()
  set(${variable} "[${equals}[${text}]${equals}]" PARENT_SCOPE)
endfunction()

set(arguments "")
foreach(argument IN LISTS TEST_ARGS)
  quote("${argument}" quoted)
  string(APPEND arguments " ${quoted}")
endforeach()
set(properties "")
foreach(property IN LISTS TEST_PROPERTIES)
  quote("${property}" quoted)
  string(APPEND properties " ${quoted}")
endforeach()
if(TEST_LABELS)
  string(APPEND properties " LABELS [==[${TEST_LABELS}]==]")
endif()

set(script "")
while(NOT output STREQUAL "")  # no list of lines: in a name, brackets and semicolons are no more than letters
  string(FIND "${output}\n" "\n" end)
  string(SUBSTRING "${output}" 0 ${end} line)
  math(EXPR end "${end} + 1")
  string(LENGTH "${output}" length)
  if(end LESS length)
    string(SUBSTRING "${output}" ${end} -1 output)
  else()
    set(output "")
  endif()
  if(NOT line MATCHES "^[ \t]*([^ \t\r]+)")
    continue()
  endif()
  set(name "${CMAKE_MATCH_1}")
  set("has_test_${name}" TRUE)
  quote("${TEST_PREFIX}${name}" test)
  quote("${TEST_EXECUTABLE}" executable)
  # The filter is a regular expression; a dot that matches any character does no harm.
  string(REGEX REPLACE "([][+*?(){}|^$\\])" "\\\\\\1" filter "${name}")
  quote("--filter=^${filter}$" filter)

  set(command "${executable} ${filter}${arguments}")
  if(name IN_LIST TEST_EXPECT_FAILURE)
    set(expect_exit "${CMAKE_CURRENT_LIST_DIR}/HeddleExpectExit.cmake")
    set(command "[==[${CMAKE_COMMAND}]==] -D EXPECTED=1 -P [==[${expect_exit}]==] -- ${command}")
  endif()
  string(APPEND script "add_test(${test} ${command})\n")
  string(APPEND script
    "set_tests_properties(${test} PROPERTIES WORKING_DIRECTORY [==[${TEST_WORKING_DIRECTORY}]==]${properties})\n")
endwhile()

foreach(name IN LISTS TEST_EXPECT_FAILURE)
  if(NOT DEFINED "has_test_${name}")
    message(FATAL_ERROR "heddle_discover_tests: '${name}' is expected to fail, but ${TEST_EXECUTABLE} has no such test")
  endif()
endforeach()

file(WRITE "${TESTS_FILE}" "${script}")
