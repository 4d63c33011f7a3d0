// The variants of forest/train for OpenCL and CUDA after Haas (2016).
#include "assay/plugin.hpp"
#include "forest/published/fine_grained.hpp"
#include "forest/published/workgroup_tree.hpp"

namespace {

void describe(assay::sdk::Plugin& plugin) {
  for (const assay_backend backend : {ASSAY_OPENCL, ASSAY_CUDA}) {
    plugin.variant(forest::published::workgroup_tree_variant(backend));
    plugin.variant(forest::published::monolithic_variant(backend));
    plugin.variant(forest::published::fine_grained_variant(backend));
  }
}

}  // namespace

ASSAY_PLUGIN("forest-published", "0.1.0", describe)
