# cmake -D EXPECTED=<code> -P HeddleExpectExit.cmake -- <command>...
#
# Runs a command that must end with one exit code. CTest's WILL_FAIL would take a crash, a usage error or a
# missing file for the failure that the test is there to show.
cmake_minimum_required(VERSION 3.25)

set(command)
set(seen FALSE)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE ${last})
  if(seen)
    list(APPEND command "${CMAKE_ARGV${i}}")
  elseif(CMAKE_ARGV${i} STREQUAL "--")
    set(seen TRUE)
  endif()
endforeach()

execute_process(COMMAND ${command} RESULT_VARIABLE result)
if(NOT result STREQUAL EXPECTED)
  message(FATAL_ERROR "expected exit code ${EXPECTED}, got ${result}")
endif()
