// Variants that grow forests level by level on OpenCL and CUDA devices, with or without the host's
// help.
#include "assay/plugin.hpp"
#include "forest/level_wise/trial.hpp"

namespace {

void describe(assay::sdk::Plugin& plugin) {
  for (const assay_backend backend : {ASSAY_OPENCL, ASSAY_CUDA}) {
    plugin.variant(forest::level_wise::level_wise_variant(backend));
    plugin.variant(forest::level_wise::hybrid_variant(backend));
  }
}

}  // namespace

ASSAY_PLUGIN("forest-level-wise", "0.1.0", describe)
