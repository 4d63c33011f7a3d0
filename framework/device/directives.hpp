#pragma once

#include <string>
#include <string_view>

namespace assay::device {

// A source line as the pasting of includes sees it.
struct Directive {
  enum class Kind { none, include, open, close };  // open: #if, #ifdef, #ifndef; close: #endif
  Kind kind = Kind::none;
  std::string name;  // the name in an #include "name"
  std::string rest;  // the rest of an include's line, after the name
};

// Reads C source line by line and distinguishes preprocessor directives from text that only looks
// like one, inside a comment or after a continued line.
class DirectiveScanner {
 public:
  Directive next(std::string_view line);

 private:
  enum class State { code, block_comment, continued_comment, continued };
  // Updates the state by what the line opens and closes.
  void advance(std::string_view line);

  State state_ = State::code;
};

}  // namespace assay::device
