#pragma once

#include "assay/variant.hpp"
#include "framework/kernel_file/description.hpp"

namespace assay {

// The variant that a kernel in a file makes. What no device could launch is left out of its space:
// groups and local memory beyond the device's limits are constraints.
[[nodiscard]] sdk::VariantDescription kernel_variant(KernelDescription description);

}  // namespace assay
