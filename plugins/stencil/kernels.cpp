// Compiled once for each SIMD_BITS with the matching -march. Do not include headers with inline
// functions: the linker may use the code compiled for the widest registers everywhere.
#include "stencil/kernels.hpp"

#include "assay/simd.hpp"

namespace stencil {
namespace {

using namespace assay::simd;

// A point so near to an end of its row that neighbours may lie beyond.
template <class T, std::size_t radius, std::size_t sides>
T point_at_end(const Star<T>& star, const T* weights, std::size_t i) {
  T sum = weights[0] * star.own[i];
  for (std::size_t d = 1; d <= radius; ++d) {
    T ring = (i >= d ? star.own[i - d] : 0) + (i + d < star.width ? star.own[i + d] : 0);
    for (std::size_t k = 0; k < sides; ++k) ring += star.around[d - 1][k][i];
    sum += weights[d] * ring;
  }
  return sum;
}

// `sides` is the number of rows at each distance. The star comes by value, so that pointers to its
// rows stay in registers where a result is stored.
template <class T, std::size_t radius, std::size_t sides>
void compute_row(Star<T> star, const T* weights, T* result) {
  T own_weights[radius + 1];
  for (std::size_t d = 0; d <= radius; ++d) own_weights[d] = weights[d];
  std::size_t i = 0;
  for (; i < radius && i < star.width; ++i) {
    result[i] = point_at_end<T, radius, sides>(star, own_weights, i);
  }
  for (; i + lanes<T> + radius <= star.width; i += lanes<T>) {
    Vector<T> sum = own_weights[0] * load(star.own + i);
#pragma GCC unroll 4
    for (std::size_t d = 1; d <= radius; ++d) {
      Vector<T> ring = load(star.own + i - d) + load(star.own + i + d);
#pragma GCC unroll 4
      for (std::size_t k = 0; k < sides; ++k) ring += load(star.around[d - 1][k] + i);
      sum += own_weights[d] * ring;
    }
    __builtin_memcpy(result + i, &sum, sizeof(sum));
  }
  for (; i < star.width; ++i) result[i] = point_at_end<T, radius, sides>(star, own_weights, i);
}

template <class T, std::size_t sides>
RowKernel<T> with_radius(std::size_t radius) {
  if (radius == 1) return compute_row<T, 1, sides>;
  if (radius == 2) return compute_row<T, 2, sides>;
  if (radius == 3) return compute_row<T, 3, sides>;
  return compute_row<T, 4, sides>;
}

}  // namespace

template <>
RowKernel<float> row_kernel<float, SIMD_BITS>(std::size_t radius, bool is_flat) {
  return is_flat ? with_radius<float, 2>(radius) : with_radius<float, 4>(radius);
}
template <>
RowKernel<double> row_kernel<double, SIMD_BITS>(std::size_t radius, bool is_flat) {
  return is_flat ? with_radius<double, 2>(radius) : with_radius<double, 4>(radius);
}

}  // namespace stencil
