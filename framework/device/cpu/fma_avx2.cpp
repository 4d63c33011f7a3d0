#include "framework/device/cpu/fma_chains.inc"

namespace assay::device {

FmaKernel fma_kernel_avx2() { return fma_kernel<32>(); }

}  // namespace assay::device
