// The variants level-wise, which grows all nodes of a level of all trees of a batch at once, and
// hybrid, which in addition lets the host grow the smallest subtrees.
#pragma once

#include "assay/plugin.hpp"

namespace forest::level_wise {

// The backend's suffix, ".opencl" or ".cuda", is appended to the names.
assay::sdk::VariantDescription level_wise_variant(assay_backend backend);
assay::sdk::VariantDescription hybrid_variant(assay_backend backend);

}  // namespace forest::level_wise
