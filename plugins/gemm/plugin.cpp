#include "gemm/gemm.hpp"

namespace {

void describe(assay::sdk::Plugin& plugin) {
  gemm::describe_problem(plugin);
  gemm::describe_loop(plugin);
  gemm::describe_blocked(plugin);
  gemm::describe_tiles(plugin);
  gemm::describe_direct(plugin);
  gemm::describe_tensor_cores(plugin);
}

}  // namespace

ASSAY_PLUGIN("gemm", "0.1.0", describe)
