# Writes OUTPUT, a source file that defines embedded_sources() of <assay/embedded_kernels.hpp>: the files
# KERNELS and all files that they include, each named by its path below the one of FOLDERS that has it.
# An included file that is in none of these folders is ignored: either the plugin writes it at run time, or
# it is one of the compiler's headers.
cmake_minimum_required(VERSION 3.20)
include(${CMAKE_CURRENT_LIST_DIR}/Literal.cmake)

# Sets `result` to the path of the file `name`, or to "" if no folder has it.
function(place_of name result)
  set(${result} "" PARENT_SCOPE)
  foreach(folder IN LISTS FOLDERS)
    if(EXISTS ${folder}/${name} AND NOT IS_DIRECTORY ${folder}/${name})
      set(${result} ${folder}/${name} PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

set(entries "")
set(done "")
while(KERNELS)
  list(POP_FRONT KERNELS name)
  place_of(${name} place)
  if(NOT place OR name IN_LIST done)
    continue()
  endif()
  list(APPEND done ${name})
  file(READ ${place} source)
  literal("${source}" text)
  string(APPEND entries "    {\"${name}\",${text}},\n")
  get_filename_component(beside ${name} DIRECTORY)
  string(REGEX MATCHALL "#include \"[^\"]+\"" includes "${source}")
  foreach(include IN LISTS includes)
    string(REGEX REPLACE "#include \"(.+)\"" "\\1" included "${include}")
    if(beside)
      list(APPEND KERNELS ${beside}/${included})
    endif()
    list(APPEND KERNELS ${included})
  endforeach()
endwhile()
file(WRITE ${OUTPUT} "// Generated at build time.
#include <assay/embedded_kernels.hpp>
#include <array>
std::span<const assay_source> assay::sdk::embedded_sources() {
  static constexpr auto sources = std::to_array<assay_source>({
${entries}  });
  return sources;
}
")
