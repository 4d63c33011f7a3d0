// Compiled once for each SIMD_BITS with the matching -march. Do not include headers with inline
// functions: the linker may use the code compiled for the widest registers everywhere.
#include "softmax/kernels.hpp"

#include "softmax/exponential.hpp"

namespace softmax {
namespace {

using assay::simd::lanes;
using assay::simd::load;
using assay::simd::splat;
using assay::simd::Vector;

template <class T>
struct Limits;
template <>
struct Limits<float> {
  static constexpr float lowest = -__FLT_MAX__;
  static constexpr float minus_infinity = -__builtin_inff();
};
template <>
struct Limits<double> {
  static constexpr double lowest = -__DBL_MAX__;
  static constexpr double minus_infinity = -__builtin_inf();
};

// Of the numbers that each lane has seen: the greatest, and the sum of exp(x - greatest). It begins
// with the lowest number, not with minus infinity, so that no difference is one of equal infinities
// unless plus infinity is among them.
template <class T>
struct Summary {
  Vector<T> greatest = splat(Limits<T>::lowest);
  Vector<T> sum = {};

  void add(const T* x, std::size_t vectors) {
    Vector<T> above = greatest;
    for (std::size_t v = 0; v < vectors; ++v) {
      const Vector<T> number = load(x + v * lanes<T>);
      above = number > above ? number : above;
    }
    sum *= exponential<T>(greatest - above);
    for (std::size_t v = 0; v < vectors; ++v) {
      sum += exponential<T>(load(x + v * lanes<T>) - above);
    }
    greatest = above;
  }
};

// The elements of a row that make no whole vector, followed by minus infinities, whose exponentials
// are 0.
template <class T>
struct Rest {
  T numbers[lanes<T>];
  std::size_t count;

  Rest(const T* x, std::size_t of_row) : count(of_row) {
    for (T& number : numbers) number = Limits<T>::minus_infinity;
    __builtin_memcpy(numbers, x, count * sizeof(T));
  }
};

template <class T>
void write(const T* x, T* y, std::size_t vectors, T greatest, T factor) {
  for (std::size_t v = 0; v < vectors; ++v) {
    const Vector<T> result = exponential<T>(load(x + v * lanes<T>) - greatest) * factor;
    __builtin_memcpy(y + v * lanes<T>, &result, sizeof(result));
  }
}

template <class T>
void softmax_row(const T* x, T* y, std::size_t columns, std::size_t block) {
  const std::size_t vectors = columns / lanes<T>;
  Rest<T> rest(x + vectors * lanes<T>, columns % lanes<T>);

  Summary<T> summary;
  for (std::size_t first = 0; first < vectors; first += block) {
    const std::size_t left = vectors - first;
    summary.add(x + first * lanes<T>, left < block ? left : block);
  }
  summary.add(rest.numbers, 1);

  T greatest = Limits<T>::lowest;
  for (std::size_t lane = 0; lane < lanes<T>; ++lane) {
    if (summary.greatest[lane] > greatest) greatest = summary.greatest[lane];
  }
  const Vector<T> sums = summary.sum * exponential<T>(summary.greatest - greatest);
  T sum = 0;
  for (std::size_t lane = 0; lane < lanes<T>; ++lane) sum += sums[lane];

  write(x, y, vectors, greatest, 1 / sum);
  write(rest.numbers, rest.numbers, 1, greatest, 1 / sum);
  __builtin_memcpy(y + vectors * lanes<T>, rest.numbers, rest.count * sizeof(T));
}

}  // namespace

template <>
RowFunction<float> row_function<float, SIMD_BITS>() {
  return softmax_row<float>;
}
template <>
RowFunction<double> row_function<double, SIMD_BITS>() {
  return softmax_row<double>;
}

}  // namespace softmax
