#include "framework/device/opencl/peaks.hpp"

#include "framework/device/kernel_peaks.hpp"

namespace assay::device::opencl {
namespace {

constexpr const char* kernels = R"(
#ifdef USE_DOUBLE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

// Eight independent chains per work item cover the latency of a multiply-add; they converge to 1,
// so no infinities and no subnormal numbers slow them down.
__kernel void multiply_add(__global SCALAR* result, SCALAR half_one, int rounds) {
  const VECTOR factor = (VECTOR)(half_one);
  VECTOR chain[8];
  #pragma unroll
  for (int k = 0; k < 8; ++k) chain[k] = (VECTOR)((SCALAR)(get_local_id(0) + k));
  for (int round = 0; round < rounds; ++round) {
    #pragma unroll
    for (int k = 0; k < 8; ++k) chain[k] = fma(chain[k], factor, factor);
  }
  VECTOR sum = (VECTOR)((SCALAR)0);
  #pragma unroll
  for (int k = 0; k < 8; ++k) sum += chain[k];
  union { VECTOR vector; SCALAR scalar[WIDTH]; } parts;
  parts.vector = sum;
  SCALAR total = 0;
  for (int k = 0; k < WIDTH; ++k) total += parts.scalar[k];
  result[get_global_id(0)] = total;
}

__kernel void copy(__global const float4* restrict source, __global float4* restrict target) {
  target[get_global_id(0)] = source[get_global_id(0)];
}
)";

}  // namespace

Peaks measure_opencl_peaks(Accelerator& device) {
  return measure_kernel_peaks(device, {"assay/peaks.cl", kernels});
}

}  // namespace assay::device::opencl
