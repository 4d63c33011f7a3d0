# Functions for plugins, in assay's tree and outside of it.
#   ASSAY_KERNELS   the folder of the kernel dialect (dialect.h) and of the headers that go with it

# Adds a plugin: a shared library named assay-<name>.so that sees nothing of assay but its SDK.
#   assay_plugin(my-family [SOURCES a.cpp ...] [KERNELS my_family ...] [LINKS my_library ...])
# SOURCES default to all sources in the calling folder and below. KERNELS are folders and files below
# kernels/ of the project or below ASSAY_KERNELS; the kernels in there (*.kernel, *.cl) are embedded with
# the files that they include, and <assay/embedded_kernels.hpp> compiles them by their paths.
function(assay_plugin name)
  cmake_parse_arguments(ARG "" "" "SOURCES;KERNELS;LINKS" ${ARGN})
  set(target assay-${name})
  if(NOT ARG_SOURCES)
    file(GLOB_RECURSE ARG_SOURCES CONFIGURE_DEPENDS *.cpp)
  endif()
  add_library(${target} MODULE ${ARG_SOURCES})
  set_target_properties(${target} PROPERTIES PREFIX "" CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_compile_features(${target} PRIVATE cxx_std_20)
  # -Bsymbolic and hidden symbols allow two builds of one plugin to live in one process.
  target_link_options(${target} PRIVATE -Wl,-Bsymbolic -Wl,--exclude-libs,ALL)
  target_link_libraries(${target} PRIVATE assay::sdk ${ARG_LINKS})
  if(ARG_KERNELS)
    assay_embed_kernels(${target} FOLDER ${PROJECT_SOURCE_DIR}/kernels KERNELS ${ARG_KERNELS})
  endif()
endfunction()

# Embeds kernels in a target, as described for assay_plugin: KERNELS are below FOLDER or ASSAY_KERNELS.
function(assay_embed_kernels target)
  cmake_parse_arguments(ARG "" "FOLDER" "KERNELS" ${ARGN})
  set(folders ${ARG_FOLDER} ${ASSAY_KERNELS})
  list(REMOVE_DUPLICATES folders)
  set(kernels "")
  set(files "")  # whatever may be included
  foreach(folder IN LISTS folders)
    foreach(entry IN LISTS ARG_KERNELS)
      if(IS_DIRECTORY ${folder}/${entry})
        file(GLOB_RECURSE found CONFIGURE_DEPENDS RELATIVE ${folder}
          ${folder}/${entry}/*.kernel ${folder}/${entry}/*.cl)
        list(APPEND kernels ${found})
      elseif(EXISTS ${folder}/${entry})
        list(APPEND kernels ${entry})
      endif()
    endforeach()
    file(GLOB_RECURSE found CONFIGURE_DEPENDS ${folder}/*)
    list(APPEND files ${found})
  endforeach()
  if(NOT kernels)
    message(FATAL_ERROR "${target}: no kernels (*.kernel, *.cl) are in ${ARG_KERNELS} below ${folders}")
  endif()
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${target}-kernels.cpp)
  set(script ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/EmbedKernels.cmake)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} "-DKERNELS=${kernels}" "-DFOLDERS=${folders}" -P ${script}
    DEPENDS ${files} ${script} VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
