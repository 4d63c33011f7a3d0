// The variants of this folder: a new one is a source with a description, and a line in plugin.cpp.
#pragma once

#include "assay/plugin.hpp"

namespace sorting::cub_peers {

assay::sdk::VariantDescription radix_cub();      // radix_cub.cpp
assay::sdk::VariantDescription segmented_cub();  // segmented_cub.cpp
assay::sdk::VariantDescription composite_cub();  // composite_cub.cpp
assay::sdk::VariantDescription radix_thrust();   // radix_thrust.cpp

}  // namespace sorting::cub_peers
