#pragma once

#include <string>

#include "framework/core/value.hpp"

namespace assay {

// What a text says that names no kind: "true", "12", "0.5"; anything else is a text.
[[nodiscard]] Value value_from_text(const std::string& text);

}  // namespace assay
