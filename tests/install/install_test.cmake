# One step of the install test, as a user would do it; STEP says which. Nothing is written outside WORK_DIR.
cmake_minimum_required(VERSION 3.25)

set(here "${CMAKE_CURRENT_LIST_DIR}")
set(prefix "${WORK_DIR}/installed")
set(build "${WORK_DIR}/${STEP}")
set(compiler "-DCMAKE_CXX_COMPILER=${CXX}" "-DCMAKE_CXX_FLAGS=${CXX_FLAGS}" "-DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}"
  "-DCMAKE_BUILD_TYPE=Release")
# ctest hands its own settings down; a consumer's build has none of them.
unset(ENV{CTEST_PARALLEL_LEVEL})

function(run)
  string(REPLACE ";" " " text "${ARGN}")
  message(STATUS "$ ${text}")
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result)
  if(NOT result STREQUAL "0")
    message(FATAL_ERROR "ended with ${result}: ${text}")
  endif()
endfunction()

function(output_of variable)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT result STREQUAL "0")
    message(FATAL_ERROR "ended with ${result}: ${ARGN}")
  endif()
  set(${variable} "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE "${build}")
file(MAKE_DIRECTORY "${build}")

if(STEP STREQUAL "prefix")
  file(REMOVE_RECURSE "${prefix}")
  run("${CMAKE_COMMAND}" --install "${BUILD_DIR}" --prefix "${build}/first")
  # The package must not remember where it was installed.
  file(RENAME "${build}/first" "${prefix}")
  file(GLOB_RECURSE texts "${prefix}/*.cmake" "${prefix}/*.pc" "${prefix}/*.h")
  foreach(text IN LISTS texts)
    file(READ "${text}" content)
    string(FIND "${content}" "${SOURCE_DIR}/" in_source)
    string(FIND "${content}" "${BUILD_DIR}" in_build)
    if(NOT in_source EQUAL -1 OR NOT in_build EQUAL -1)
      message(FATAL_ERROR "${text} names a folder of the build")
    endif()
  endforeach()

elseif(STEP STREQUAL "find_package")
  run("${CMAKE_COMMAND}" -S "${here}/consumer" -B "${build}" -G "${GENERATOR}" ${compiler}
    "-DCMAKE_PREFIX_PATH=${prefix}")
  run("${CMAKE_COMMAND}" --build "${build}")
  run("${build}/ping_pong_test")
  # heddle_discover_tests() of the installed package found the test.
  run("${CMAKE_CTEST_COMMAND}" --test-dir "${build}" --output-on-failure --no-tests=error)
  output_of(tests "${CMAKE_CTEST_COMMAND}" --test-dir "${build}" -N)
  if(NOT tests MATCHES "PingPong\\.EveryPingIsAnswered")
    message(FATAL_ERROR "CTest does not know PingPong.EveryPingIsAnswered:\n${tests}")
  endif()

elseif(STEP STREQUAL "pkg_config")
  file(GLOB_RECURSE pc "${prefix}/*/heddle-main.pc")
  cmake_path(GET pc PARENT_PATH pc_dir)
  set(ENV{PKG_CONFIG_PATH} "${pc_dir}")
  output_of(flags pkg-config --cflags heddle-main)
  output_of(libraries pkg-config --libs heddle-main)
  separate_arguments(flags)
  separate_arguments(libraries)
  separate_arguments(own_flags UNIX_COMMAND "${CXX_FLAGS}")
  run("${CXX}" ${own_flags} -std=c++20 ${flags} "${here}/consumer/ping_pong_test.cc" -o "${build}/ping_pong_test" ${libraries})
  run("${build}/ping_pong_test")

elseif(STEP MATCHES "^fetch_content_")
  run("${CMAKE_COMMAND}" -S "${here}/fetch" -B "${build}" -G "${GENERATOR}" ${compiler}
    "-DFETCHCONTENT_SOURCE_DIR_HEDDLE=${SOURCE_DIR}")
  if(STEP STREQUAL "fetch_content_build")
    run("${CMAKE_COMMAND}" --build "${build}" --parallel 2)
    run("${build}/ping_pong_test")
    run("${CMAKE_CTEST_COMMAND}" --test-dir "${build}" --output-on-failure --no-tests=error)
  endif()

else()
  message(FATAL_ERROR "no step named '${STEP}'")
endif()
