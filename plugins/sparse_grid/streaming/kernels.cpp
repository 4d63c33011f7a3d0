// The kernels of one instruction set, compiled once for each with SIMD_BITS and the compiler's
// flags. Must not use the standard library, for the reason given in kernel.hpp.
#include "kernel.hpp"

#include "flat_kernel.hpp"
#include "shared_kernel.hpp"

namespace assay::sparse_grid::streaming {
namespace {

template <class T, Operation operation, int R>
Kernel<T> find_vectors(Form form, int unroll) {
  if (unroll == 1) {
    switch (form) {
      case Form::kPlain:
        return flat_kernel<T, Form::kPlain, operation, R, 1>;
      case Form::kSign:
        return flat_kernel<T, Form::kSign, operation, R, 1>;
      case Form::kClamp:
        return flat_kernel<T, Form::kClamp, operation, R, 1>;
      case Form::kFactored:
        return factored_kernel<T, operation, R>;
      case Form::kShared:
        return shared_kernel<T, operation, R>;
    }
  }
  if (unroll == 2) {
    switch (form) {
      case Form::kPlain:
        return flat_kernel<T, Form::kPlain, operation, R, 2>;
      case Form::kSign:
        return flat_kernel<T, Form::kSign, operation, R, 2>;
      case Form::kClamp:
        return flat_kernel<T, Form::kClamp, operation, R, 2>;
      case Form::kFactored:
      case Form::kShared:
        break;
    }
  }
  return nullptr;
}

template <class T, Operation operation>
Kernel<T> find_operation(Form form, int vectors, int unroll) {
  switch (vectors) {
    case 1:
      return find_vectors<T, operation, 1>(form, unroll);
    case 2:
      return find_vectors<T, operation, 2>(form, unroll);
    case 4:
      return find_vectors<T, operation, 4>(form, unroll);
    case 8:
      return find_vectors<T, operation, 8>(form, unroll);
    default:
      return nullptr;
  }
}

}  // namespace

template <>
Kernel<ELEMENT> find<ELEMENT, SIMD_BITS>(Form form, Operation operation, int vectors, int unroll) {
  return operation == Operation::multi_eval
             ? find_operation<ELEMENT, Operation::multi_eval>(form, vectors, unroll)
             : find_operation<ELEMENT, Operation::multi_eval_transposed>(form, vectors, unroll);
}

}  // namespace assay::sparse_grid::streaming
