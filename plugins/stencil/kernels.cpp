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

// Computes the points from i on. `own` are the points themselves, in their row or in a copy: their
// neighbours in the row lie around them. `sides` is the number of rows at each distance.
template <class T, std::size_t radius, std::size_t sides>
[[gnu::always_inline]] inline void compute_points(const T* own, const Star<T>& star,
                                                  const T* weights, std::size_t i, T* result) {
  Vector<T> sum = weights[0] * load(own);
#pragma GCC unroll 4
  for (std::size_t d = 1; d <= radius; ++d) {
    Vector<T> ring = load(own - d) + load(own + d);
#pragma GCC unroll 4
    for (std::size_t k = 0; k < sides; ++k) ring += load(star.around[d - 1][k] + i);
    sum += weights[d] * ring;
  }
  __builtin_memcpy(result + i, &sum, sizeof(sum));
}

// The star comes by value, so that pointers to its rows stay in registers where a result is stored.
template <class T, std::size_t radius, std::size_t sides>
void compute_row(Star<T> star, const T* weights, T* result) {
  // Points at either end of a row that are computed with copies of their neighbours: whole vectors.
  constexpr std::size_t end = (radius + lanes<T> - 1) / lanes<T> * lanes<T>;
  T own_weights[radius + 1];
  for (std::size_t d = 0; d <= radius; ++d) own_weights[d] = weights[d];
  if (star.width < 2 * end + radius) {
    for (std::size_t i = 0; i < star.width; ++i) {
      result[i] = point_at_end<T, radius, sides>(star, own_weights, i);
    }
    return;
  }
  // Beyond the first and the last points lie zeros. They are computed at the end: to read at once,
  // by vectors, what has just been written in parts takes long.
  const std::size_t last = star.width - end;
  T first_points[radius + end + radius] = {};
  T last_points[radius + end + radius] = {};
  __builtin_memcpy(first_points + radius, star.own, (end + radius) * sizeof(T));
  __builtin_memcpy(last_points, star.own + last - radius, (end + radius) * sizeof(T));
  // The last vector begins early enough to end with these points.
  for (std::size_t i = end; i < last; i += lanes<T>) {
    const std::size_t k = i < last - lanes<T> ? i : last - lanes<T>;
    if (star.ahead != nullptr) __builtin_prefetch(star.ahead + k);
    compute_points<T, radius, sides>(star.own + k, star, own_weights, k, result);
  }
  for (std::size_t k = 0; k < end; k += lanes<T>) {
    compute_points<T, radius, sides>(first_points + radius + k, star, own_weights, k, result);
    compute_points<T, radius, sides>(last_points + radius + k, star, own_weights, last + k, result);
  }
}

template <class T>
void stream_row(const T* row, std::size_t width, T* result) {
  copy_streaming(row, width, result);
}

template <class T, std::size_t sides>
Kernels<T> with_radius(std::size_t radius) {
  if (radius == 1) return {compute_row<T, 1, sides>, stream_row<T>};
  if (radius == 2) return {compute_row<T, 2, sides>, stream_row<T>};
  if (radius == 3) return {compute_row<T, 3, sides>, stream_row<T>};
  return {compute_row<T, 4, sides>, stream_row<T>};
}

}  // namespace

template <>
Kernels<float> kernels<float, SIMD_BITS>(std::size_t radius, bool is_flat) {
  return is_flat ? with_radius<float, 2>(radius) : with_radius<float, 4>(radius);
}
template <>
Kernels<double> kernels<double, SIMD_BITS>(std::size_t radius, bool is_flat) {
  return is_flat ? with_radius<double, 2>(radius) : with_radius<double, 4>(radius);
}

}  // namespace stencil
