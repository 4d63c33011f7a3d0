// The variants of forest/predict for OpenCL and CUDA.
#include "assay/plugin.hpp"
#include "forest/prediction/predict.hpp"

namespace {

void describe(assay::sdk::Plugin& plugin) {
  for (const assay_backend backend : {ASSAY_OPENCL, ASSAY_CUDA}) {
    plugin.variant(forest::prediction::predict_variant(backend));
  }
}

}  // namespace

ASSAY_PLUGIN("forest-prediction", "0.1.0", describe)
