// OpenCL variants of the sparse-grid family: streaming and subspace-linear, for both problems.
#include "assay/plugin.hpp"
#include "sparse_grid/opencl/streaming.hpp"
#include "sparse_grid/opencl/subspace_linear.hpp"

namespace {

void describe(assay::sdk::Plugin& plugin) {
  sparse_grid::opencl::describe_streaming(plugin);
  sparse_grid::opencl::describe_subspace_linear(plugin);
}

}  // namespace

ASSAY_PLUGIN("sparse-grid-opencl", "0.1.0", describe)
