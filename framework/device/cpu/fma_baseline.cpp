#include "framework/device/cpu/fma_chains.inc"

namespace assay::device {

FmaKernel fma_kernel_baseline() { return fma_kernel<16>(); }

}  // namespace assay::device
