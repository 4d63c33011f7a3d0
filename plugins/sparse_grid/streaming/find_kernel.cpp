#include "kernel.hpp"

namespace assay::sparse_grid::streaming {

// Defined by kernels.cpp, once for each instruction set.
#define ASSAY_STREAMING_DECLARE(name)                       \
  namespace name {                                          \
  template <class T>                                        \
  Kernel<T> find(Form, Operation, int vectors, int unroll); \
  }
ASSAY_STREAMING_DECLARE(simd128)
#ifdef ASSAY_WIDE_VECTORS
ASSAY_STREAMING_DECLARE(simd256)
ASSAY_STREAMING_DECLARE(simd512)
#endif
#undef ASSAY_STREAMING_DECLARE

template <class T>
Kernel<T> find_kernel(Form form, Operation operation, const KernelShape& shape) {
  switch (shape.simd_bits) {
    case 128:
      return simd128::find<T>(form, operation, shape.vectors, shape.unroll);
#ifdef ASSAY_WIDE_VECTORS
    case 256:
      return simd256::find<T>(form, operation, shape.vectors, shape.unroll);
    case 512:
      return simd512::find<T>(form, operation, shape.vectors, shape.unroll);
#endif
    default:
      return nullptr;
  }
}

#ifdef ASSAY_WIDE_VECTORS
namespace {

// The levels of the x86-64 psABI that the kernels are compiled for, by the features that tell them
// apart: not every compiler answers for a level by its name.
bool runs_v2() { return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt"); }
bool runs_v3() {
  return runs_v2() && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("fma");
}
bool runs_v4() {
  return runs_v3() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl");
}

}  // namespace
#endif

bool processor_runs(int simd_bits) {
  switch (simd_bits) {
#ifdef ASSAY_WIDE_VECTORS
    case 128:
      return runs_v2();
    case 256:
      return runs_v3();
    case 512:
      return runs_v4();
#else
    case 128:
      return true;
#endif
    default:
      return false;
  }
}

template Kernel<float> find_kernel(Form, Operation, const KernelShape&);
template Kernel<double> find_kernel(Form, Operation, const KernelShape&);

}  // namespace assay::sparse_grid::streaming
