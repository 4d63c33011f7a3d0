#pragma once

#include <string>

#include "framework/core/value.hpp"

namespace assay {

// The value of a text whose kind is not given: a boolean for "true", a number for "12" or "0.5";
// anything else is a text.
[[nodiscard]] Value value_from_text(const std::string& text);

}  // namespace assay
