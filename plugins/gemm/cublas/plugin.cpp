#include "gemm/cublas/cublas.hpp"

namespace {

void describe(assay::sdk::Plugin& plugin) {
  gemm::describe_strided_batched(plugin);
  gemm::describe_lt(plugin);
}

}  // namespace

ASSAY_PLUGIN("gemm-cublas", "0.1.0", describe)
