#include "framework/device/cpu/fma_chains.inc"

namespace assay::device {

FmaKernel fma_kernel_avx512() { return fma_kernel<64>(); }

}  // namespace assay::device
