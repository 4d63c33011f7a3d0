// The variants of ols/fit for OpenCL and CUDA devices.
#include "assay/plugin.hpp"
#include "ols/accelerator/adaptive.hpp"
#include "ols/accelerator/cholesky_qr2.hpp"
#include "ols/accelerator/gauss_jordan.hpp"
#include "ols/accelerator/normal_cholesky.hpp"
#include "ols/accelerator/tsqr.hpp"

namespace {

void describe(assay::sdk::Plugin& plugin) {
  ols::accelerator::describe_gauss_jordan(plugin);
  ols::accelerator::describe_normal_cholesky(plugin);
  ols::accelerator::describe_cholesky_qr2(plugin);
  ols::accelerator::describe_tsqr(plugin);
  ols::accelerator::describe_adaptive(plugin);
}

}  // namespace

ASSAY_PLUGIN("ols-accelerator", "0.1.0", describe)
