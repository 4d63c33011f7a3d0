// workgroup-tree and monolithic: a work group grows a whole tree.
#pragma once

#include "assay/plugin.hpp"

namespace forest::published {

// Haas (2016), Algorithms 4.6.1 and 4.6.2: all trees in a launch, the bootstrap in local memory
// where it fits.
assay::sdk::VariantDescription workgroup_tree_variant(assay_backend backend);
// Algorithm 6.3.1: a launch for each tree, in queues; batches; the bootstrap in global memory. The
// same kernel.
assay::sdk::VariantDescription monolithic_variant(assay_backend backend);

}  // namespace forest::published
