#pragma once

#include <cstddef>
#include <span>

#include "framework/kernel_file/description.hpp"

namespace assay {

// Fills memory of whole elements by any rule but "none" and "file". Random elements depend on seed
// and position only: the same on every machine. Throws usage Error where an integer type does not
// hold what the rule gives.
void fill_elements(std::span<std::byte> memory, assay_element element, const ArrayFill& fill);

}  // namespace assay
