// Compiled once for each SIMD_BITS with the matching -march. Do not include headers with inline
// functions: the linker may use the code compiled for the widest registers everywhere.
#include "layer_norm/kernels.hpp"

#include "assay/simd.hpp"

namespace layer_norm {
namespace {

using assay::simd::lanes;
using assay::simd::load;
using assay::simd::Vector;

// The sum of term(x[j]), where `term` takes vectors and single numbers. Four vectors are summed
// apart, so that no addition waits for the one before.
template <class T, class Term>
[[gnu::always_inline]] inline T sum_of(const T* x, std::size_t count, const Term& term) {
  constexpr std::size_t chains = 4;
  Vector<T> sums[chains] = {};
  std::size_t j = 0;
  for (; j + chains * lanes<T> <= count; j += chains * lanes<T>) {
    for (std::size_t c = 0; c < chains; ++c) sums[c] += term(load(x + j + c * lanes<T>));
  }
  for (; j + lanes<T> <= count; j += lanes<T>) sums[0] += term(load(x + j));
  const Vector<T> all = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  T sum = 0;
  for (std::size_t lane = 0; lane < lanes<T>; ++lane) sum += all[lane];
  for (; j < count; ++j) sum += term(x[j]);
  return sum;
}

// Of some elements of a row: their number, their mean, and the sum of the squares of their
// deviations from it. Without elements, all are 0.
template <class T>
struct Summary {
  T count = 0;
  T mean = 0;
  T squares = 0;

  Summary() = default;
  Summary(const T* x, std::size_t elements)
      : count(static_cast<T>(elements)),
        mean(sum_of(x, elements, [](auto number) { return number; }) / count),
        squares(sum_of(x, elements, [middle = mean](auto number) {
          const auto deviation = number - middle;
          return deviation * deviation;
        })) {}

  void add(const Summary& other) {
    const T all = count + other.count;
    const T share = other.count / all;
    const T distance = other.mean - mean;
    // In this order, the product is 0 for a count of 0 even where the square alone overflows.
    squares += other.squares + distance * (distance * (count * share));
    mean += distance * share;
    count = all;
  }
};

template <class T>
void normalise_row(const T* x, const T* gamma, const T* beta, T epsilon, T* y, std::size_t columns,
                   std::size_t block) {
  Summary<T> row;
  for (std::size_t first = 0; first < columns; first += block) {
    const std::size_t left = columns - first;
    row.add(Summary<T>(x + first, left < block ? left : block));
  }
  const T mean = row.mean;
  const T variance = row.squares / row.count;
  // 0 * variance is NaN where the variance is not finite.
  const T scale = static_cast<T>(1 / __builtin_sqrt(variance + epsilon)) + 0 * variance;

  std::size_t j = 0;
  for (; j + lanes<T> <= columns; j += lanes<T>) {
    const Vector<T> result = (load(x + j) - mean) * scale * load(gamma + j) + load(beta + j);
    __builtin_memcpy(y + j, &result, sizeof(result));
  }
  for (; j < columns; ++j) y[j] = (x[j] - mean) * scale * gamma[j] + beta[j];
}

}  // namespace

template <>
RowFunction<float> row_function<float, SIMD_BITS>() {
  return normalise_row<float>;
}
template <>
RowFunction<double> row_function<double, SIMD_BITS>() {
  return normalise_row<double>;
}

}  // namespace layer_norm
