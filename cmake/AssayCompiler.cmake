# How everything is compiled, except for what single targets add.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 99)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# The build tree and the install tree run wherever they are moved, and a build in another place gives
# the same binaries.
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)
set(CMAKE_INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")

# Several sources of a target are compiled as one unit, so that their headers are read once.
set(CMAKE_UNITY_BUILD ON CACHE BOOL "Compile several sources at once")
set(CMAKE_UNITY_BUILD_BATCH_SIZE 16 CACHE STRING "How many")

# With these settings ccache finds objects compiled in one tree again from another tree in any place,
# even if they include precompiled headers (ccache's manual, "Precompiled headers").
find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_C_COMPILER_LAUNCHER})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
  endif()
endif()

# By default GCC collects garbage whenever its heap has doubled, which takes a twelfth of its time. Few
# of our sources need as much memory as this (in kB), and none needs more than a third beyond it.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options($<$<COMPILE_LANGUAGE:C,CXX>:--param=ggc-min-heapsize=524288>)
endif()

add_library(assay_warnings INTERFACE)
target_compile_options(assay_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
  $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor -Woverloaded-virtual>)

# When several sources are compiled as one unit they are included, and GCC would warn of types in their
# anonymous namespaces as if they were in headers.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(assay_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>)
endif()

# Nor do the anonymous namespaces of such sources know of each other, but Clang warns of a local that has
# the name of something in another one. GCC warns of what is shadowed within a function.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  target_compile_options(assay_warnings INTERFACE -Wno-shadow)
endif()

# GCC 12 warns of overlapping copies in plain uses of std::string where there are none (GCC PR 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(assay_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)
endif()

option(ASSAY_SANITIZE "Build with the address and undefined-behaviour sanitizers" OFF)
if(ASSAY_SANITIZE)
  # With sanitizers GCC cannot follow initialisation through std::variant (GCC manual, -fsanitize).
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-Wno-maybe-uninitialized)
  endif()
  add_compile_options(-fsanitize=address,undefined -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
  # The address sanitizer finds null pointers and objects that are too small anyway, and pointers that
  # leave their object once they are used; checking for them at every access would make compiling a third
  # slower, and checking for alignment another quarter.
  add_compile_options(-fno-sanitize=null,object-size,vptr,pointer-overflow,alignment)
  add_link_options(-fsanitize=address,undefined)
endif()

option(ASSAY_FUZZ "Build nothing but the fuzz targets, by Clang" OFF)
if(ASSAY_FUZZ)
  # This instrumentation tells libFuzzer which inputs reach new code. The fuzzer itself is linked to the
  # fuzz targets only.
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
