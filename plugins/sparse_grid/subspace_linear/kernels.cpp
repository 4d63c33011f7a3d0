// Compiled once for each SIMD_BITS with the matching -march. Do not include standard headers with
// inline functions (see simd.hpp).
#include "sparse_grid/subspace_linear/kernels.hpp"

#include "sparse_grid/subspace_linear/accumulate.hpp"
#include "sparse_grid/subspace_linear/evaluate.hpp"

namespace assay::subspace_linear {
namespace {

template <class T>
void evaluate(const Program& program, const T* table, const BlockView<T>& block, void* scratch,
              T* results) {
  switch (block.vectors) {
    case 1:
      return evaluate_block<T, 1>(program, table, block, scratch, results);
    case 2:
      return evaluate_block<T, 2>(program, table, block, scratch, results);
    case 4:
      return evaluate_block<T, 4>(program, table, block, scratch, results);
    case 8:
      return evaluate_block<T, 8>(program, table, block, scratch, results);
    default:
      return evaluate_block<T, 16>(program, table, block, scratch, results);
  }
}

template <class T>
void accumulate(const Program& program, T* table, const BlockView<T>& block, void* scratch,
                const T* weights) {
  switch (block.vectors) {
    case 1:
      return accumulate_block<T, 1>(program, table, block, scratch, weights);
    case 2:
      return accumulate_block<T, 2>(program, table, block, scratch, weights);
    case 4:
      return accumulate_block<T, 4>(program, table, block, scratch, weights);
    case 8:
      return accumulate_block<T, 8>(program, table, block, scratch, weights);
    default:
      return accumulate_block<T, 16>(program, table, block, scratch, weights);
  }
}

template <class T>
constexpr Kernels<T> table{lanes<T>, block_scratch_bytes, evaluate<T>, accumulate<T>};

}  // namespace

template <>
Kernels<float> kernels<float, SIMD_BITS>() {
  return table<float>;
}
template <>
Kernels<double> kernels<double, SIMD_BITS>() {
  return table<double>;
}

}  // namespace assay::subspace_linear
