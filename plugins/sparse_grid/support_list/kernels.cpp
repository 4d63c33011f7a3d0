// Compiled once for each SIMD_BITS with the matching -march: keep headers with inline functions
// out, or the linker may take for all what was compiled for the widest.
#include "sparse_grid/support_list/kernels.hpp"

#include "sparse_grid/support_list/walk.hpp"

namespace sparse_grid::support_list {
namespace {

template <class T>
void evaluate(const Entry<T>* entries, const Tile<T>& tile, std::size_t vectors, T* path,
              T* results) {
  switch (vectors) {
    case 1:
      return evaluate_tile<T, 1>(entries, tile, path, results);
    case 2:
      return evaluate_tile<T, 2>(entries, tile, path, results);
    case 4:
      return evaluate_tile<T, 4>(entries, tile, path, results);
    default:
      return evaluate_tile<T, max_tile_vectors>(entries, tile, path, results);
  }
}

template <class T>
void accumulate(const Entry<T>* entries, const Tile<T>& tile, std::size_t vectors, T* path,
                const T* weights, T* sums) {
  switch (vectors) {
    case 1:
      return accumulate_tile<T, 1>(entries, tile, path, weights, sums);
    case 2:
      return accumulate_tile<T, 2>(entries, tile, path, weights, sums);
    case 4:
      return accumulate_tile<T, 4>(entries, tile, path, weights, sums);
    default:
      return accumulate_tile<T, max_tile_vectors>(entries, tile, path, weights, sums);
  }
}

template <class T>
constexpr Kernels<T> table{lanes<T>, evaluate<T>, accumulate<T>};

}  // namespace

template <>
Kernels<float> kernels<float, SIMD_BITS>() {
  return table<float>;
}
template <>
Kernels<double> kernels<double, SIMD_BITS>() {
  return table<double>;
}

}  // namespace sparse_grid::support_list
