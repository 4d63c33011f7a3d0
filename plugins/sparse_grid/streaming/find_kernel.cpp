#include "kernel.hpp"

namespace assay::sparse_grid::streaming {

// Defined by kernels.cpp, once for each instruction set.
#define ASSAY_STREAMING_DECLARE(name)                       \
  namespace name {                                          \
  template <class T>                                        \
  Kernel<T> find(Form, Operation, int vectors, int unroll); \
  }
ASSAY_STREAMING_DECLARE(simd128)
#ifdef ASSAY_STREAMING_HAS_AVX
ASSAY_STREAMING_DECLARE(simd256)
ASSAY_STREAMING_DECLARE(simd512)
#endif
#undef ASSAY_STREAMING_DECLARE

template <class T>
Kernel<T> find_kernel(Form form, Operation operation, const KernelShape& shape) {
  switch (shape.simd_bits) {
    case 128:
      return simd128::find<T>(form, operation, shape.vectors, shape.unroll);
#ifdef ASSAY_STREAMING_HAS_AVX
    case 256:
      return simd256::find<T>(form, operation, shape.vectors, shape.unroll);
    case 512:
      return simd512::find<T>(form, operation, shape.vectors, shape.unroll);
#endif
    default:
      return nullptr;
  }
}

bool processor_runs(int simd_bits) {
  switch (simd_bits) {
#ifdef ASSAY_STREAMING_HAS_AVX
    case 128:
      return __builtin_cpu_supports("x86-64-v2") != 0;
    case 256:
      return __builtin_cpu_supports("x86-64-v3") != 0;
    case 512:
      return __builtin_cpu_supports("x86-64-v4") != 0;
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
