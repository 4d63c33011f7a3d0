// Variants of the sparse-grid family for OpenCL and CUDA devices: streaming and subspace-linear,
// for both problems.
#include "assay/plugin.hpp"
#include "sparse_grid/accelerator/streaming.hpp"
#include "sparse_grid/accelerator/subspace_linear.hpp"

namespace {

void describe(assay::sdk::Plugin& plugin) {
  sparse_grid::accelerator::describe_streaming(plugin);
  sparse_grid::accelerator::describe_subspace_linear(plugin);
}

}  // namespace

ASSAY_PLUGIN("sparse-grid-accelerator", "0.1.0", describe)
