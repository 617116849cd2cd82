# cmake --install: libraries, headers, CMake package, pkg-config files.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/heddle")

install(TARGETS ${HEDDLE_LIBRARIES} EXPORT heddleTargets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(EXPORT heddleTargets NAMESPACE heddle:: DESTINATION "${package_dir}")
# The bridge has an export file of its own, so that the package can be used where GoogleTest is missing.
if(TARGET heddle_gtest)
  install(TARGETS heddle_gtest EXPORT heddleGTestTargets
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  install(EXPORT heddleGTestTargets NAMESPACE heddle:: DESTINATION "${package_dir}")
endif()

install(DIRECTORY "${PROJECT_SOURCE_DIR}/heddle" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  FILES_MATCHING PATTERN "*.h")

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/heddleConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/heddleConfig.cmake" INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/heddleConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES
  "${PROJECT_BINARY_DIR}/heddleConfig.cmake"
  "${PROJECT_BINARY_DIR}/heddleConfigVersion.cmake"
  "${PROJECT_SOURCE_DIR}/cmake/HeddleDiscoverTests.cmake"
  "${PROJECT_SOURCE_DIR}/cmake/HeddleAddTests.cmake"
  "${PROJECT_SOURCE_DIR}/cmake/HeddleExpectExit.cmake"
  DESTINATION "${package_dir}")

# Relative to the .pc file, so that an installed tree can be moved.
cmake_path(SET pc_dir "/${CMAKE_INSTALL_LIBDIR}/pkgconfig")
cmake_path(RELATIVE_PATH pc_dir BASE_DIRECTORY "/" OUTPUT_VARIABLE pc_folder)
string(REGEX REPLACE "[^/]+" ".." HEDDLE_PC_PREFIX "${pc_folder}")
foreach(pc IN ITEMS heddle heddle-main)
  configure_file("${PROJECT_SOURCE_DIR}/cmake/${pc}.pc.in" "${PROJECT_BINARY_DIR}/${pc}.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/${pc}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endforeach()
