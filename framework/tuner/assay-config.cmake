# find_package(assay) provides assay::tuner, the library; assay::sdk, the headers that plugins
# include; and assay_plugin(), which builds a plugin (AssayPlugin.cmake).
include(${CMAKE_CURRENT_LIST_DIR}/assay-targets.cmake)
if(NOT TARGET assay::sdk)
  add_library(assay::sdk INTERFACE IMPORTED)
  get_target_property(assay_include_folders assay::tuner INTERFACE_INCLUDE_DIRECTORIES)
  set_target_properties(assay::sdk PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${assay_include_folders}")
endif()

file(REAL_PATH ${CMAKE_CURRENT_LIST_DIR}/../../.. assay_prefix)
find_path(assay_kernels dialect.h PATHS ${assay_prefix}/share/assay/kernels ${assay_prefix}/../share/assay/kernels
  NO_DEFAULT_PATH NO_CACHE REQUIRED)
set(ASSAY_KERNELS ${assay_kernels})
include(${CMAKE_CURRENT_LIST_DIR}/AssayPlugin.cmake)
