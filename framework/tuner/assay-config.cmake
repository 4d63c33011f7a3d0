# find_package(assay): assay::tuner, the library, and assay::sdk, the headers that plugins include.
include(${CMAKE_CURRENT_LIST_DIR}/assay-targets.cmake)
if(NOT TARGET assay::sdk)
  add_library(assay::sdk INTERFACE IMPORTED)
  get_target_property(assay_include_folders assay::tuner INTERFACE_INCLUDE_DIRECTORIES)
  set_target_properties(assay::sdk PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${assay_include_folders}")
endif()
