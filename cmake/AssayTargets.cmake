# Builds everything that is installed, without tests and benchmarks: the command, its front end and the
# plugins.
add_custom_target(product)

# Where little is computed, full optimisation takes longer than it saves.
set(ASSAY_UNHURRIED $<$<CONFIG:Release>:-O1>)

# Adds every folder in the calling one that has a CMakeLists.txt, so that a new folder need not be listed.
function(assay_add_subfolders)
  file(GLOB found CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} */CMakeLists.txt)
  foreach(list IN LISTS found)
    get_filename_component(folder ${list} DIRECTORY)
    add_subdirectory(${folder})
  endforeach()
endfunction()

# Lets `target` include the files of FOLDER (default: the calling one) by their paths below ROOT of the
# source tree; with a `scope` of PUBLIC or INTERFACE, targets that link it may, too. Each folder has a
# symbolic link of its own, so that a part can include what it links and nothing else.
#   assay_offer(assay_core PUBLIC)                           #include "framework/core/..."
#   assay_offer(assay_ols PUBLIC ROOT plugins)               #include "ols/library/..."
function(assay_offer target scope)
  cmake_parse_arguments(ARG "" "FOLDER;ROOT" "" ${ARGN})
  if(NOT ARG_FOLDER)
    set(ARG_FOLDER ${CMAKE_CURRENT_SOURCE_DIR})
  endif()
  file(RELATIVE_PATH path ${CMAKE_SOURCE_DIR}/${ARG_ROOT} ${ARG_FOLDER})
  string(REPLACE / - place ${path})
  set(place ${CMAKE_BINARY_DIR}/include/${place})
  get_filename_component(parent ${place}/${path} DIRECTORY)
  file(MAKE_DIRECTORY ${parent})
  file(CREATE_LINK ${ARG_FOLDER} ${place}/${path} SYMBOLIC)
  target_include_directories(${target} ${scope} $<BUILD_INTERFACE:${place}>)
endfunction()

# Adds a part of the framework: all sources in the calling folder and below, as a static library.
# COMPUTES says that the part computes enough to be worth optimising.
#   assay_framework_library(core COMPUTES LINKS fmt::fmt)
function(assay_framework_library name)
  cmake_parse_arguments(ARG "COMPUTES" "" "LINKS;PRIVATE_LINKS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cpp)
  add_library(assay_${name} STATIC ${sources})
  assay_offer(assay_${name} PUBLIC)
  target_link_libraries(assay_${name} PUBLIC ${ARG_LINKS} PRIVATE ${ARG_PRIVATE_LINKS} assay_warnings)
  if(NOT ARG_COMPUTES)
    target_compile_options(assay_${name} PRIVATE ${ASSAY_UNHURRIED})
  endif()
endfunction()

# Adds a plugin, as assay_plugin does, that is installed with assay, in the folder that is searched first.
function(assay_shipped_plugin name)
  assay_plugin(${name} ${ARGN})
  set(target assay-${name})
  set_target_properties(${target} PROPERTIES
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/${CMAKE_INSTALL_LIBDIR}/assay/plugins
    INSTALL_RPATH "$ORIGIN")
  assay_offer(${target} PRIVATE ROOT plugins)
  target_link_libraries(${target} PRIVATE assay_warnings)
  add_dependencies(product ${target})
  install(TARGETS ${target} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/assay/plugins)
endfunction()

# Adds a library that the plugins of a family share, or a plugin and its tests: a static library of
# SOURCES (by default all sources in the calling folder except plugin.cpp), or without sources a library
# of the folder's headers alone.
#   assay_plugin_library(ols [SOURCES a.cpp ...] [LINKS fmt::fmt ...] [PRIVATE_LINKS OpenMP::OpenMP_CXX ...])
function(assay_plugin_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
  set(target assay_${name})
  if(NOT ARG_SOURCES)
    file(GLOB ARG_SOURCES CONFIGURE_DEPENDS *.cpp)
    list(REMOVE_ITEM ARG_SOURCES ${CMAKE_CURRENT_SOURCE_DIR}/plugin.cpp)
  endif()
  set(scope INTERFACE)
  if(ARG_SOURCES)
    set(scope PUBLIC)
    add_library(${target} STATIC ${ARG_SOURCES})
    target_link_libraries(${target} PRIVATE ${ARG_PRIVATE_LINKS} assay_warnings)
  else()
    add_library(${target} INTERFACE)
  endif()
  target_link_libraries(${target} ${scope} assay_sdk ${ARG_LINKS})
  assay_offer(${target} ${scope} ROOT plugins)
endfunction()

# Makes each file a constant in the header NAMESPACE.hpp, a.cl as NAMESPACE::a_cl. The constants have the
# type TYPE, which the header INCLUDE defines, and hold the file's name relative to ROOT.
function(assay_embed_files target)
  cmake_parse_arguments(ARG "" "NAMESPACE;TYPE;INCLUDE;ROOT" "FILES" ${ARGN})
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}-${ARG_NAMESPACE})
  set(header ${folder}/${ARG_NAMESPACE}.hpp)
  set(script ${CMAKE_SOURCE_DIR}/cmake/EmbedFiles.cmake)
  add_custom_command(OUTPUT ${header}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${header} "-DFILES=${ARG_FILES}" -DROOT=${ARG_ROOT}
            -DNAMESPACE=${ARG_NAMESPACE} -DTYPE=${ARG_TYPE} -DINCLUDE=${ARG_INCLUDE} -P ${script}
    DEPENDS ${ARG_FILES} ${script} VERBATIM)
  target_sources(${target} PRIVATE ${header})
  target_include_directories(${target} PRIVATE ${folder})
endfunction()

# Compiles kernels.cpp of the calling folder into `library`, a plugin or another library, once for each
# instruction set. SIMD_BITS (128, 256, 512) passes the width to the source, which takes its vectors from
# <assay/simd.hpp>; for_simd_bits of <assay/processor.hpp> chooses the width at run time. Where one library
# calls this several times, `suffix` tells the targets apart.
#   assay_simd_kernels(my_library double DEFINITIONS ELEMENT=double OPTIONS -ffp-contract=fast)
function(assay_simd_kernels library suffix)
  cmake_parse_arguments(ARG "" "" "DEFINITIONS;OPTIONS" ${ARGN})
  set(widths 128)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set(widths 128 256 512)
    set(architecture_128 -march=x86-64-v2)
    set(architecture_256 -march=x86-64-v3)
    set(architecture_512 -march=x86-64-v4)
  endif()
  foreach(bits ${widths})
    set(target ${library}_${bits}_${suffix})
    add_library(${target} OBJECT kernels.cpp)
    target_compile_definitions(${target} PRIVATE SIMD_BITS=${bits} ${ARG_DEFINITIONS})
    target_include_directories(${target} PRIVATE $<TARGET_PROPERTY:${library},INCLUDE_DIRECTORIES>)
    # The code is optimised in every build type, because tests of unoptimised vector code would take
    # minutes. GCC's AVX-512 header deliberately passes undefined registers, so two warnings are turned
    # off, by options that come after -Wall.
    target_link_libraries(${target} PRIVATE assay_sdk assay_warnings)
    # With the checks of sanitizers at every access, -O3 would take four times as long to compile.
    target_compile_options(${target} PRIVATE $<IF:$<BOOL:${ASSAY_SANITIZE}>,-O2,-O3>
      ${architecture_${bits}} ${ARG_OPTIONS}
      -Wno-uninitialized -Wno-maybe-uninitialized)
    target_sources(${library} PRIVATE $<TARGET_OBJECTS:${target}>)
  endforeach()
endfunction()

# Adds the tests of one part: all sources of the calling folder as one Catch2 executable. Sanitized
# builds leave out tests tagged [computes], which spend their time in kernels, compilers or statistics,
# where sanitizers see nothing that shorter tests do not show them, and those of the sources UNSANITIZED.
# ON_DEVICES says so of all tests: the host only enqueues what kernels do.
#   assay_tests(core LINKS assay_core [ON_DEVICES] [UNSANITIZED statistics ...])
function(assay_tests name)
  cmake_parse_arguments(ARG "ON_DEVICES" "" "LINKS;UNSANITIZED" ${ARGN})
  list(TRANSFORM ARG_UNSANITIZED REPLACE "(.+)" "~[#\\1]" OUTPUT_VARIABLE without)
  list(JOIN without "" without)
  set(arguments)
  if(ASSAY_SANITIZE)
    set(arguments --filenames-as-tags "~[computes]${without}")
  elseif(ARG_UNSANITIZED)
    set(arguments --filenames-as-tags "${without}")
  endif()
  file(GLOB sources CONFIGURE_DEPENDS *.cpp)
  add_executable(test_${name} ${sources})
  target_link_libraries(test_${name} PRIVATE assay_catch assay_warnings ${ARG_LINKS})
  # A test that needs other options, such as OpenMP's, cannot use the precompiled Catch2 and parses it
  # itself, without a warning.
  set_target_properties(test_${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF PCH_WARN_INVALID OFF)
  target_precompile_headers(test_${name} REUSE_FROM assay_catch)
  if(ASSAY_SANITIZE AND ARG_ON_DEVICES)
    set_target_properties(test_${name} PROPERTIES EXCLUDE_FROM_ALL ON)
    return()
  endif()
  add_test(NAME ${name} COMMAND test_${name} ${arguments})
  set(names ${name})
  if(ARG_UNSANITIZED AND NOT ASSAY_SANITIZE)
    # They take long, and run beside the others.
    list(TRANSFORM ARG_UNSANITIZED REPLACE "(.+)" "[#\\1]" OUTPUT_VARIABLE only)
    list(JOIN only "," only)
    add_test(NAME ${name}-unsanitized COMMAND test_${name} --filenames-as-tags "${only}")
    list(APPEND names ${name}-unsanitized)
  endif()
  # A test that hangs must not use up the time of the others. Waiting threads leave the cores to those
  # that work; spinning took most of the processor time of some tests. PoCL would spend most of a test
  # on optimising kernels that run once.
  set_tests_properties(${names} PROPERTIES TIMEOUT 900 SKIP_RETURN_CODE 77
    ENVIRONMENT "OMP_WAIT_POLICY=passive;POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable")
endfunction()
