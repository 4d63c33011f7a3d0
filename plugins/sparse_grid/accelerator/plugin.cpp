// Variants of the sparse-grid family for OpenCL and CUDA devices.
#include "assay/plugin.hpp"
#include "sparse_grid/accelerator/chunked.hpp"
#include "sparse_grid/accelerator/conjugate_gradients.hpp"
#include "sparse_grid/accelerator/subspace_adaptive.hpp"
#include "sparse_grid/accelerator/subspace_linear.hpp"
#include "sparse_grid/accelerator/support_list.hpp"
#include "sparse_grid/accelerator/variants.hpp"

namespace {

void describe(assay::sdk::Plugin& plugin) {
  using namespace sparse_grid::accelerator;
  Variants<ChunkedStreaming>::add_to(plugin);
  Variants<SubspaceLinear>::add_to(plugin);
  Variants<SubspaceAdaptive>::add_to(plugin);
  Variants<SupportList>::add_to(plugin);
  describe_conjugate_gradients(plugin);
}

}  // namespace

ASSAY_PLUGIN("sparse-grid-accelerator", "0.1.0", describe)
