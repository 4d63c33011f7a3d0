#pragma once

#include "assay/variant.hpp"
#include "framework/kernel_file/description.hpp"

namespace assay {

// The variant that a kernel in a file defines. Configurations that no device could launch are
// excluded from its space: the device's limits on groups and local memory are constraints.
[[nodiscard]] sdk::VariantDescription kernel_variant(KernelDescription description);

}  // namespace assay
