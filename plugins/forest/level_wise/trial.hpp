// level-wise: all nodes of a level of all trees of a batch at once; hybrid: the same, but the host
// grows the smallest subtrees.
#pragma once

#include "assay/plugin.hpp"

namespace forest::level_wise {

// ".opencl" or ".cuda" is added to the names.
assay::sdk::VariantDescription level_wise_variant(assay_backend backend);
assay::sdk::VariantDescription hybrid_variant(assay_backend backend);

}  // namespace forest::level_wise
