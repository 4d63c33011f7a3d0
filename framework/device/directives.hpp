#pragma once

#include <string>
#include <string_view>

namespace assay::device {

// What a source line means to the pasting of includes.
struct Directive {
  enum class Kind { none, include, open, close };  // open: #if, #ifdef, #ifndef; close: #endif
  Kind kind = Kind::none;
  std::string name;  // of an #include "name"
  std::string rest;  // of an include's line, behind the name
};

// Reads C source line by line and tells preprocessor directives from what looks like one inside a
// comment or behind a continued line.
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
