#include "kernels.hpp"

#include "assay/simd.hpp"

namespace simd_test {
namespace {

using namespace assay::simd;

template <class T>
void limited(const T* source, T limit, T factor, T* target) {
  const Vector<T> value = load(source);
  const Integers<T> below = value < splat(limit);
  store_aligned<T>(target, below ? value : splat(factor));
}

template <class T>
void doubled(T* target) {
  const Vector<T> value = load_aligned(target);
  store_aligned<T>(target, value + value);
}

template <class T>
void streamed(const T* source, std::size_t count, T* target) {
  copy_streaming(source, count, target);
}

template <class T>
constexpr Kernels<T> table{lanes<T>, limited<T>, doubled<T>, streamed<T>};

}  // namespace

template <>
Kernels<float> kernels<float, SIMD_BITS>() {
  return table<float>;
}
template <>
Kernels<double> kernels<double, SIMD_BITS>() {
  return table<double>;
}

}  // namespace simd_test
