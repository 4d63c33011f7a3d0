#include "assay/processor.hpp"
#include "kernel.hpp"

namespace assay::sparse_grid::streaming {

template <class T>
Kernel<T> find_kernel(Form form, Operation operation, const KernelShape& shape) {
  return sdk::for_simd_bits(shape.simd_bits, [&](auto width) {
    return find<T, width>(form, operation, shape.vectors, shape.unroll);
  });
}

template Kernel<float> find_kernel(Form, Operation, const KernelShape&);
template Kernel<double> find_kernel(Form, Operation, const KernelShape&);

}  // namespace assay::sparse_grid::streaming
