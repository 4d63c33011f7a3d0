# For plugins that call libraries of the CUDA toolkit, which they open when the first trial needs them
# (plugins/vendor). They find them in the toolkit or in the system's library folders.
include_guard(DIRECTORY)
find_package(CUDAToolkit QUIET)

# Lets a plugin include the toolkit's headers and open `library`, such as CUDA::cublas: the macro `name`
# becomes the name that programs use for a linked library, libcublas.so.13 for libcublas.so.13.1.0.3.
function(assay_opens target library name)
  get_target_property(file ${library} IMPORTED_LOCATION)
  file(REAL_PATH ${file} file)
  get_filename_component(file ${file} NAME)
  string(REGEX MATCH "^[^.]+\\.so\\.[0-9]+" file ${file})
  target_compile_definitions(${target} PRIVATE ${name}="${file}")
  target_include_directories(${target} SYSTEM PRIVATE ${CUDAToolkit_INCLUDE_DIRS})
  set_target_properties(${target} PROPERTIES
    BUILD_RPATH "${CUDAToolkit_LIBRARY_DIR}" INSTALL_RPATH "$ORIGIN;${CUDAToolkit_LIBRARY_DIR}")
endfunction()
