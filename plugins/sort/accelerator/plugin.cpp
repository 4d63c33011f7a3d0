// Variants of sort/pairs for OpenCL and CUDA devices.
#include "assay/plugin.hpp"
#include "sort/accelerator/bitonic_arbitrary.hpp"
#include "sort/accelerator/bitonic_global.hpp"
#include "sort/accelerator/bitonic_shared.hpp"
#include "sort/accelerator/bitonic_trial.hpp"

namespace {

void describe(assay::sdk::Plugin& plugin) {
  using namespace sorting::accelerator;
  for (const assay_backend backend : {ASSAY_OPENCL, ASSAY_CUDA}) {
    plugin.variant(describe_bitonic<BitonicShared>(backend));
    plugin.variant(describe_bitonic<BitonicGlobal>(backend));
    plugin.variant(describe_bitonic<BitonicArbitrary>(backend));
  }
}

}  // namespace

ASSAY_PLUGIN("sort-accelerator", "0.1.0", describe)
