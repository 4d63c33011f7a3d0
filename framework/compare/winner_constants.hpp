// The constants of a winner as the preprocessor and programs take them, for the files that write
// C.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "framework/compare/winner.hpp"

namespace assay {

// The text as a name in C: '_' in place of other characters, and before a digit at its beginning.
[[nodiscard]] std::string c_name(const std::string& text);

// The text made safe for the inside of a C comment, on one line.
[[nodiscard]] std::string c_comment(const std::string& text);

// The text as a literal in C.
[[nodiscard]] std::string c_string(const std::string& text);

// The value as a literal in C. Throws environment Error for a real that is not finite.
[[nodiscard]] std::string c_literal(const Value& value);

// The value as a kernel's compiler takes it: texts as they are.
[[nodiscard]] std::string token_of(const Value& value);

// The parameters of the winner's configuration: in order of declaration where that is known,
// without inactive conditional parameters.
[[nodiscard]] std::vector<std::pair<Parameter, Value>> settings_of(const Winner& winner,
                                                                   const WinnerLayout& layout);

}  // namespace assay
