# One place for how everything is compiled.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 99)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# Both trees run wherever they are moved, and what is built in another place is the same.
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)
set(CMAKE_INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")

# Several sources of a target are compiled as one, which reads their headers once.
set(CMAKE_UNITY_BUILD ON CACHE BOOL "Compile several sources at once")
set(CMAKE_UNITY_BUILD_BATCH_SIZE 16 CACHE STRING "How many")

# What is compiled in one tree is found again from another one, wherever that lies; so is what
# includes precompiled headers (ccache's manual, "Precompiled headers").
find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_C_COMPILER_LAUNCHER})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
  endif()
endif()

# By default GCC looks for garbage whenever its heap has doubled, a twelfth of its time; hardly any of
# our sources ever needs as much as this (kB) and never, where it does, more than a third beyond.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options($<$<COMPILE_LANGUAGE:C,CXX>:--param=ggc-min-heapsize=524288>)
endif()

add_library(assay_warnings INTERFACE)
target_compile_options(assay_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
  $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor -Woverloaded-virtual>)

# Sources are included where several are compiled as one: types of theirs without a name elsewhere
# are no mistake.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(assay_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>)
endif()

# GCC 12 sees overlapping copies in plain uses of std::string that there are none of (GCC PR 105651).
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
  # Null pointers and objects too small are the address sanitizer's anyway; asking at every access
  # would make compiling a third slower.
  add_compile_options(-fno-sanitize=null,object-size,vptr)
  add_link_options(-fsanitize=address,undefined)
endif()

option(ASSAY_FUZZ "Build nothing but the fuzz targets, by Clang" OFF)
if(ASSAY_FUZZ)
  # What tells libFuzzer which inputs lead to new places; the fuzzer itself is linked to its targets.
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
