#pragma once

#include <cstddef>
#include <span>

#include "framework/kernel_file/description.hpp"

namespace assay {

// Fills memory of whole elements by any rule except "none" and "file". Random elements depend only
// on seed and position, and are equal on every machine. Throws usage Error if an integer type
// cannot hold a value of the rule.
void fill_elements(std::span<std::byte> memory, assay_element element, const ArrayFill& fill);

}  // namespace assay
