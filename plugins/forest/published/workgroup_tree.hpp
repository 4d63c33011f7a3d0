// The variants workgroup-tree and monolithic: one work group grows a whole tree.
#pragma once

#include "assay/plugin.hpp"

namespace forest::published {

// workgroup-tree after Haas (2016), Algorithms 4.6.1 and 4.6.2: all trees in one launch, the
// bootstrap in local memory if it fits.
assay::sdk::VariantDescription workgroup_tree_variant(assay_backend backend);
// monolithic after Haas (2016), Algorithm 6.3.1, with the kernel of workgroup-tree: a launch for
// each tree, in several queues; trees in batches; the bootstrap in global memory.
assay::sdk::VariantDescription monolithic_variant(assay_backend backend);

}  // namespace forest::published
