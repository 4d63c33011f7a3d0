// The same loop compiled once per instruction set: see fma_*.cpp.
#pragma once

#include <cstdint>

namespace assay::device {

// The number of independent multiply-adds in one round: enough to cover a latency of four cycles on
// two pipes, and few enough to stay, with two constants, within sixteen registers.
inline constexpr int fma_chain_count = 12;

// Does `rounds` rounds of fma_chain_count vector multiply-adds; returns a value that depends on all
// of them.
using FmaChains = double (*)(std::int64_t rounds);

struct FmaKernel {
  FmaChains single_chains;
  FmaChains double_chains;
  int vector_bytes;
};

// The widest kernel that this processor runs.
[[nodiscard]] FmaKernel widest_fma_kernel();

[[nodiscard]] FmaKernel fma_kernel_baseline();
#if defined(__x86_64__)
[[nodiscard]] FmaKernel fma_kernel_avx2();
[[nodiscard]] FmaKernel fma_kernel_avx512();
#endif

}  // namespace assay::device
