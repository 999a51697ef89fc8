# Toolchain for the WebAssembly module: Debian's clang 14 with wasi-libc, libc++-14-dev-wasm32, libclang-rt-14-dev-wasm32
# and lld-14. A module without imports and without exceptions; the page and Node load it alike.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-14)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_AR llvm-ar-14)
set(CMAKE_RANLIB llvm-ranlib-14)
set(CMAKE_CXX_FLAGS_INIT "-msimd128 -fno-exceptions -fno-rtti -fvisibility=hidden")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-mexec-model=reactor -Wl,--strip-all -Wl,--gc-sections")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

set(SOLGEL_WASM ON CACHE BOOL "" FORCE)
set(SOLGEL_TESTS OFF CACHE BOOL "" FORCE)
set(SOLGEL_COMMAND OFF CACHE BOOL "" FORCE)

# tl/expected.hpp lies in /usr/include, whose other headers are glibc's: a copy of the one file is all that is reachable.
# Version 1.0.0 without exceptions copies where it is told to move, which a Result<std::unique_ptr> cannot; the copy moves.
set(expected_in /usr/include/tl/expected.hpp)
if(NOT EXISTS ${expected_in})
  message(FATAL_ERROR "${expected_in} not found; install libexpected-dev")
endif()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${expected_in})
file(READ ${expected_in} expected_text)
string(REPLACE "      construct(std::move(rhs).get());\n    } else {\n      assign_common(rhs);"
  "      construct(std::move(rhs).get());\n    } else {\n      assign_common(std::move(rhs));" expected_text "${expected_text}")
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/include/tl/expected.hpp CONTENT "${expected_text}" @ONLY)
include_directories(SYSTEM ${CMAKE_BINARY_DIR}/include)
