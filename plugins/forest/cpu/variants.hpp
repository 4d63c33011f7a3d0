// The family's variants for the CPU.
#pragma once

#include "assay/plugin.hpp"

namespace forest {

assay::sdk::VariantDescription serial_variant();
assay::sdk::VariantDescription openmp_variant();
assay::sdk::VariantDescription predict_variant();

}  // namespace forest
