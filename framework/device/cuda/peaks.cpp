#include "framework/device/cuda/peaks.hpp"

#include "framework/device/kernel_peaks.hpp"

namespace assay::device::cuda {
namespace {

// WIDTH is always 1. The chains converge to 1, so no infinities and no subnormal numbers slow them
// down.
constexpr const char* kernels = R"(
extern "C" __global__ void multiply_add(SCALAR* result, SCALAR half_one, int rounds) {
  SCALAR chain[8];
  #pragma unroll
  for (int k = 0; k < 8; ++k) chain[k] = (SCALAR)(threadIdx.x + k);
  #pragma unroll 4
  for (int round = 0; round < rounds; ++round) {
    #pragma unroll
    for (int k = 0; k < 8; ++k) chain[k] = fma(chain[k], half_one, half_one);
  }
  SCALAR sum = 0;
  #pragma unroll
  for (int k = 0; k < 8; ++k) sum += chain[k];
  result[blockIdx.x * (size_t)blockDim.x + threadIdx.x] = sum;
}

extern "C" __global__ void copy(const float4* __restrict__ source, float4* __restrict__ target) {
  const size_t k = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  target[k] = source[k];
}
)";

}  // namespace

Peaks measure_cuda_peaks(Accelerator& device) {
  return measure_kernel_peaks(device, {"assay/peaks.cu", kernels});
}

}  // namespace assay::device::cuda
