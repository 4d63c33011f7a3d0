// The variants of this folder.
#pragma once

#include "assay/plugin.hpp"

namespace compact_grid {

assay::sdk::VariantDescription poles_variant();    // poles.cpp
assay::sdk::VariantDescription factors_variant();  // factors.cpp

}  // namespace compact_grid
