# cmake --install and the Debian package (cpack -G DEB): the command, the library with its C header, package files for
# find_package and pkg-config, the manual page and the completion of bash.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/solgel)
set(package_in ${PROJECT_SOURCE_DIR}/cmake/package)

if(TARGET solgel)
  set(exported solgel)
  get_target_property(solgel_type solgel TYPE)
  if(solgel_type STREQUAL "STATIC_LIBRARY")  # then whoever links it needs its parts too
    set(SOLGEL_IS_STATIC ON)
    foreach(part solgel_api solgel_io_surfaces solgel_io_tracks solgel_optics solgel_jelly solgel_erosion solgel_sand solgel_core)
      if(TARGET ${part})
        list(APPEND exported ${part})
        set_target_properties(${part} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "")
      endif()
    endforeach()
  else()
    set_target_properties(solgel PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
    target_link_options(solgel PRIVATE -Wl,--exclude-libs,ALL)  # only the C API shows
    if(NOT SOLGEL_SANITIZE)
      target_link_options(solgel PRIVATE -Wl,--no-undefined)
    endif()
  endif()

  install(TARGETS ${exported} EXPORT solgel_targets
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(DIRECTORY include/solgel DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
  install(EXPORT solgel_targets NAMESPACE solgel:: DESTINATION ${package_dir})
  configure_package_config_file(${package_in}/solgel-config.cmake.in ${CMAKE_BINARY_DIR}/solgel-config.cmake
    INSTALL_DESTINATION ${package_dir})
  write_basic_package_version_file(${CMAKE_BINARY_DIR}/solgel-config-version.cmake COMPATIBILITY SameMinorVersion)
  file(RELATIVE_PATH SOLGEL_PC_TO_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)  # a prefix chosen at install time holds
  configure_file(${package_in}/solgel.pc.in ${CMAKE_BINARY_DIR}/solgel.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/solgel-config.cmake ${CMAKE_BINARY_DIR}/solgel-config-version.cmake
    DESTINATION ${package_dir})
  install(FILES ${CMAKE_BINARY_DIR}/solgel.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

if(TARGET solgel_cli)
  install(TARGETS solgel_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES docs/solgel.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${package_in}/solgel.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME solgel)
endif()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME solgel)
set(CPACK_PACKAGE_CONTACT "The Solgel authors")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS ffmpeg)
find_program(DPKG_SHLIBDEPS dpkg-shlibdeps)
if(DPKG_SHLIBDEPS)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()
include(CPack)
