# Build options, and the compiler rules that the determinism contract rests on (docs/DETERMINISM.md).
option(SOLGEL_COMMAND "build pictures, files and the command; OFF builds the engine alone" ON)
option(SOLGEL_TESTS "build the tests" ON)
option(SOLGEL_BENCH "build the benchmarks" OFF)
option(SOLGEL_FUZZ "build the fuzzers (clang only)" OFF)
option(SOLGEL_SCALAR "replace the vector type by plain loops: the reference that SIMD is tested against" OFF)
option(SOLGEL_WASM "build the WebAssembly module (set by its toolchain file)" OFF)
set(SOLGEL_SANITIZE "" CACHE STRING "value for -fsanitize=, empty for none")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

# -ffp-contract=off: a fused multiply-add would change the last bit. The two -fno flags change no value; they let
# square roots and compares vectorise.
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Werror
  -Wno-missing-field-initializers  # designated initialisers leave defaults out on purpose
  -ffp-contract=off -fno-math-errno -fno-trapping-math -Wno-psabi)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  add_compile_options(-Wno-gcc-compat)
endif()
if(SOLGEL_SCALAR)
  add_compile_definitions(SOLGEL_SCALAR)
endif()
if(SOLGEL_SANITIZE)
  add_compile_options(-fsanitize=${SOLGEL_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
  add_link_options(-fsanitize=${SOLGEL_SANITIZE})
endif()

# For files of kernels: -O3 unrolls the loops over lanes, samples and neighbours, which then live in registers.
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  set(SOLGEL_UNROLLED "-O3")
endif()

# Kernels with a second copy for AVX2, chosen at run time (core/cpu.h).
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND NOT SOLGEL_SCALAR AND NOT SOLGEL_WASM)
  set(SOLGEL_AVX2_COPIES ON)
  add_compile_definitions(SOLGEL_HAS_AVX2_COPIES)
endif()
