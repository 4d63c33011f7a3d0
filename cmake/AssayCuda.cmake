# For plugins that nvcc compiles, where it is installed. assay itself does not need it: it opens the
# driver and compiles kernels at run time.
#
#   ASSAY_CUDA_COMPILES   whether the calling folder may enable_language(CUDA)
#   ASSAY_CUDA_MISSING    if not, why
# ASSAY_WITHOUT_NVCC in the environment leaves these plugins out, which saves minutes where they cannot
# run.
include_guard(DIRECTORY)
include(CheckLanguage)

set(architectures 90)
if(DEFINED ENV{CUDAARCHS})
  set(architectures $ENV{CUDAARCHS})
endif()
set(ASSAY_CUDA_ARCHITECTURES ${architectures} CACHE STRING
  "Architectures that nvcc compiles plugins for; each takes its minutes and megabytes")

find_package(CUDAToolkit QUIET)
if(CUDAToolkit_NVCC_EXECUTABLE AND NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
  set(CMAKE_CUDA_COMPILER ${CUDAToolkit_NVCC_EXECUTABLE})
endif()
set(CMAKE_CUDA_ARCHITECTURES ${ASSAY_CUDA_ARCHITECTURES})
# CMake 3.25 does not know this flag of nvcc 12 and newer.
if(NOT DEFINED CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
  set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
endif()
set(ASSAY_CUDA_COMPILES OFF)
if(ASSAY_SANITIZE)
  set(ASSAY_CUDA_MISSING "nvcc knows no sanitizers")
elseif(DEFINED ENV{ASSAY_WITHOUT_NVCC})
  set(ASSAY_CUDA_MISSING "ASSAY_WITHOUT_NVCC is set")
else()
  check_language(CUDA)
  if(NOT CMAKE_CUDA_COMPILER)
    set(ASSAY_CUDA_MISSING "No CUDA compiler found")
  else()
    set(ASSAY_CUDA_COMPILES ON)
  endif()
endif()

# Compiles a library's .cu files for every architecture, and links the CUDA runtime statically.
function(assay_cuda_library target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD OFF CUDA_STANDARD 20
    CUDA_EXTENSIONS OFF CUDA_RUNTIME_LIBRARY Static
    CUDA_VISIBILITY_PRESET hidden CUDA_ARCHITECTURES "${ASSAY_CUDA_ARCHITECTURES}")
  if(CCACHE)
    set_target_properties(${target} PROPERTIES CUDA_COMPILER_LAUNCHER "${CMAKE_CXX_COMPILER_LAUNCHER}")
  endif()
  # The host's constexpr functions may be called on the device, too.
  target_compile_options(${target} PRIVATE --expt-relaxed-constexpr
    "SHELL:--Werror all-warnings" -Xcompiler=-Wall,-Wextra,-Werror)
endfunction()

# Adds a shipped plugin of all sources in the calling folder. nvcc compiles the *.cu, into a library of their
# own; without it, a message says that `peers` are left out. The plugin contains the CUDA runtime and loads
# wherever assay does. FAMILY: its sources include headers of the folder above, too.
#   assay_cuda_plugin(sort-cub "CUB and Thrust, peers of sort/pairs," LINKS assay_sort)
# It is a macro, because a language can only be enabled in the folder itself.
macro(assay_cuda_plugin name peers)
  if(ASSAY_CUDA_COMPILES)
    enable_language(CUDA)
    assay_add_cuda_plugin(${name} ${ARGN})
  else()
    message(STATUS "${ASSAY_CUDA_MISSING}: ${peers} are left out")
  endif()
endmacro()

function(assay_add_cuda_plugin name)
  cmake_parse_arguments(ARG "FAMILY" "" "LINKS" ${ARGN})
  string(REPLACE - _ library assay_${name})
  file(GLOB sources CONFIGURE_DEPENDS *.cu)
  add_library(${library} STATIC ${sources})
  assay_cuda_library(${library})
  assay_offer(${library} PUBLIC ROOT plugins)
  target_link_libraries(${library} PUBLIC ${ARG_LINKS})
  assay_shipped_plugin(${name} LINKS ${library})
  if(ARG_FAMILY)
    cmake_path(GET CMAKE_CURRENT_SOURCE_DIR PARENT_PATH family)
    assay_offer(assay-${name} PRIVATE FOLDER ${family} ROOT plugins)
  endif()
endfunction()
