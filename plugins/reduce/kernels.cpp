// Compiled once for each SIMD_BITS with the matching -march. Do not include headers with inline
// functions: the linker may use the code compiled for the widest registers everywhere.
#include "reduce/kernels.hpp"

#include "assay/simd.hpp"

namespace reduce {
namespace {

using namespace assay::simd;

// The most numbers that one lane adds up before its sum is added to a double, so that errors do not
// grow with the array.
constexpr std::size_t longest_run = 256;

template <class T>
[[gnu::always_inline]] inline T greater(T a, T b) {
  return a >= b || a != a ? a : b;  // NaN if either is
}
template <class T>
[[gnu::always_inline]] inline Vector<T> greater_lanes(Vector<T> a, Vector<T> b) {
  return ((a >= b) | (a != a)) ? a : b;
}

// How a run of numbers is read: from `streams` places side by side, at each of which lies an equal
// part, in steps of some of the `width` vectors.
template <class T, std::size_t width, std::size_t streams>
struct Parts {
  static constexpr std::size_t vectors_each = width / streams;
  static constexpr std::size_t step = vectors_each * lanes<T>;

  explicit Parts(std::size_t count) : length(count / streams / step * step) {}
  [[nodiscard]] std::size_t total() const { return streams * length; }

  // Vector number v of the step at k.
  [[gnu::always_inline]] Vector<T> vector(const T* x, std::size_t k, std::size_t v) const {
    return load(x + v / vectors_each * length + k + v % vectors_each * lanes<T>);
  }

  std::size_t length;  // of a part: whole steps
};

template <class T, std::size_t width, std::size_t streams>
double sum(const T* x, std::size_t count) {
  const Parts<T, width, streams> parts(count);
  constexpr std::size_t run = longest_run * parts.step;
  double total = 0;
  for (std::size_t k = 0; k < parts.length;) {
    const std::size_t end = parts.length - k < run ? parts.length : k + run;
    Vector<T> sums[width] = {};
    for (; k < end; k += parts.step) {
      for (std::size_t v = 0; v < width; ++v) sums[v] += parts.vector(x, k, v);
    }
    for (const Vector<T>& vector : sums) {
      for (std::size_t lane = 0; lane < lanes<T>; ++lane) total += double{vector[lane]};
    }
  }
  for (std::size_t k = parts.total(); k < count; ++k) total += double{x[k]};
  return total;
}

template <class T, std::size_t width, std::size_t streams>
double maximum(const T* x, std::size_t count) {
  const Parts<T, width, streams> parts(count);
  const T least = -static_cast<T>(__builtin_inf());
  Vector<T> maxima[width];
  for (Vector<T>& vector : maxima) vector = splat(least);
  for (std::size_t k = 0; k < parts.length; k += parts.step) {
    for (std::size_t v = 0; v < width; ++v) {
      maxima[v] = greater_lanes<T>(maxima[v], parts.vector(x, k, v));
    }
  }
  T result = least;
  for (const Vector<T>& vector : maxima) {
    for (std::size_t lane = 0; lane < lanes<T>; ++lane) result = greater<T>(result, vector[lane]);
  }
  for (std::size_t k = parts.total(); k < count; ++k) result = greater<T>(result, x[k]);
  return result;
}

template <class T, std::size_t width, std::size_t streams>
Kernels<T> kernels_for() {
  return {sum<T, width, streams>, maximum<T, width, streams>};
}

// Of a width: from as many places as it has vectors at most.
template <class T, std::size_t width>
Kernels<T> kernels_of(std::size_t streams) {
  if constexpr (width >= 8) {
    if (streams == 8) return kernels_for<T, width, 8>();
  }
  if constexpr (width >= 4) {
    if (streams == 4) return kernels_for<T, width, 4>();
  }
  if constexpr (width >= 2) {
    if (streams == 2) return kernels_for<T, width, 2>();
  }
  return kernels_for<T, width, 1>();
}

template <class T>
Kernels<T> choose(std::size_t vectors, std::size_t streams) {
  switch (vectors) {
    case 1:
      return kernels_of<T, 1>(streams);
    case 2:
      return kernels_of<T, 2>(streams);
    case 4:
      return kernels_of<T, 4>(streams);
    case 8:
      return kernels_of<T, 8>(streams);
    default:
      return kernels_of<T, 16>(streams);
  }
}

}  // namespace

template <>
Kernels<float> kernels<float, SIMD_BITS>(std::size_t vectors, std::size_t streams) {
  return choose<float>(vectors, streams);
}
template <>
Kernels<double> kernels<double, SIMD_BITS>(std::size_t vectors, std::size_t streams) {
  return choose<double>(vectors, streams);
}

}  // namespace reduce
