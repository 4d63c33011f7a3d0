# Sets `result` to a C++ literal of `text`. Compilers limit the length of one literal: pieces of 8000
# characters are joined by adjacency.
function(literal text result)
  set(literal "")
  string(LENGTH "${text}" length)
  set(at 0)
  while(at LESS length)
    string(SUBSTRING "${text}" ${at} 8000 piece)
    string(APPEND literal "\n    R\"~~(${piece})~~\"")
    math(EXPR at "${at} + 8000")
  endwhile()
  set(${result} "${literal}" PARENT_SCOPE)
endfunction()
