// The variants of sort/pairs for OpenCL and CUDA devices.
#include "assay/plugin.hpp"
#include "sort/accelerator/bitonic_arbitrary.hpp"
#include "sort/accelerator/bitonic_global.hpp"
#include "sort/accelerator/bitonic_shared.hpp"
#include "sort/accelerator/block_sort.hpp"
#include "sort/accelerator/cluster_sort.hpp"
#include "sort/accelerator/onesweep.hpp"
#include "sort/accelerator/rank_sort.hpp"
#include "sort/accelerator/sort_trial.hpp"
#include "sort/accelerator/warp_sort.hpp"

namespace {

void describe(assay::sdk::Plugin& plugin) {
  using namespace sorting::accelerator;
  for (const assay_backend backend : {ASSAY_OPENCL, ASSAY_CUDA}) {
    plugin.variant(describe_sort<BitonicShared>(backend));
    plugin.variant(describe_sort<BitonicGlobal>(backend));
    plugin.variant(describe_sort<BitonicArbitrary>(backend));
    plugin.variant(describe_sort<RankSort>(backend));
  }
  plugin.variant(describe_sort<WarpSort>(ASSAY_CUDA));
  plugin.variant(describe_sort<BlockSort>(ASSAY_CUDA));
  plugin.variant(describe_sort<ClusterSort>(ASSAY_CUDA));
  plugin.variant(describe_sort<Onesweep>(ASSAY_CUDA));
}

}  // namespace

ASSAY_PLUGIN("sort-accelerator", "0.1.0", describe)
