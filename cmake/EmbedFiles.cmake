# Writes OUTPUT, a header that holds each file of FILES as a constant in NAMESPACE. Its type is TYPE, an
# aggregate of name and text that the header INCLUDE defines. Names are relative to ROOT.
include(${CMAKE_CURRENT_LIST_DIR}/Literal.cmake)
set(text "// Generated at build time.\n#pragma once\n#include ${INCLUDE}\nnamespace ${NAMESPACE} {\n")
foreach(file IN LISTS FILES)
  file(READ ${file} source)
  file(RELATIVE_PATH name ${ROOT} ${file})
  get_filename_component(identifier ${file} NAME)
  string(MAKE_C_IDENTIFIER ${identifier} identifier)
  literal("${source}" literal)
  string(APPEND text "inline constexpr ${TYPE} ${identifier}{\"${name}\",${literal}};\n")
endforeach()
string(APPEND text "}  // namespace ${NAMESPACE}\n")
file(WRITE ${OUTPUT} "${text}")
