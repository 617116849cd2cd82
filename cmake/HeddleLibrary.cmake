# The targets that users link: heddle::heddle (the library), heddle::main (a ready main()) and
# heddle::gtest (the GoogleTest bridge).

find_package(Boost 1.74 REQUIRED COMPONENTS context)
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(HEDDLE_LIBDW REQUIRED QUIET IMPORTED_TARGET libdw)

file(GLOB_RECURSE heddle_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/heddle/*.cc")
set(heddle_gtest_sources ${heddle_sources})
list(FILTER heddle_gtest_sources INCLUDE REGEX "/runner/gtest_[^/]*\\.cc$")
list(FILTER heddle_gtest_sources EXCLUDE REGEX "_test\\.cc$")
list(FILTER heddle_sources EXCLUDE REGEX "_test\\.cc$|_main\\.cc$|/runner/main\\.cc$|/runner/gtest_[^/]*\\.cc$")
if(NOT heddle_sources)  # a static library must have a source
  file(WRITE "${PROJECT_BINARY_DIR}/nothing.cc" "")
  set(heddle_sources "${PROJECT_BINARY_DIR}/nothing.cc")
endif()

add_library(heddle STATIC ${heddle_sources})
add_library(heddle::heddle ALIAS heddle)
heddle_own_code(heddle)
target_compile_features(heddle PUBLIC cxx_std_20)
target_compile_definitions(heddle PRIVATE HEDDLE_VERSION="${PROJECT_VERSION}")
target_include_directories(heddle PUBLIC
  "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>"
  "$<INSTALL_INTERFACE:include>")
# Public headers use fmt. CLI11 and nlohmann-json are headers that only our sources include, so users
# of the installed package do not need them.
target_link_libraries(heddle
  PUBLIC fmt::fmt
  PRIVATE Boost::context PkgConfig::HEDDLE_LIBDW
          "$<BUILD_INTERFACE:CLI11::CLI11>" "$<BUILD_INTERFACE:nlohmann_json::nlohmann_json>")

set(HEDDLE_LIBRARIES heddle)

if(EXISTS "${PROJECT_SOURCE_DIR}/heddle/runner/main.cc")
  add_library(heddle_main STATIC "${PROJECT_SOURCE_DIR}/heddle/runner/main.cc")
  add_library(heddle::main ALIAS heddle_main)
  heddle_own_code(heddle_main)
  set_target_properties(heddle_main PROPERTIES EXPORT_NAME main)
  target_link_libraries(heddle_main PUBLIC heddle)
  list(APPEND HEDDLE_LIBRARIES heddle_main)
endif()

if(heddle_gtest_sources)
  find_package(GTest QUIET)
  if(GTest_FOUND)
    add_library(heddle_gtest STATIC ${heddle_gtest_sources})
    add_library(heddle::gtest ALIAS heddle_gtest)
    heddle_own_code(heddle_gtest)
    set_target_properties(heddle_gtest PROPERTIES EXPORT_NAME gtest)
    target_link_libraries(heddle_gtest PUBLIC heddle GTest::gtest)
    # So that EXPECT_... fails trials, whatever of the bridge is called (runner/gtest_expectations.cc).
    target_link_options(heddle_gtest INTERFACE "LINKER:--undefined=heddle_watches_expectations")
  endif()
endif()
