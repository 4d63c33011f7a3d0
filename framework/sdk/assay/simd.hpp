// Vectors of SIMD_BITS bits, by the vector extensions of GCC and Clang, for kernels.cpp alone: the
// source that the CMake function assay_simd_kernels compiles once for each width.
//
// Everything is local to the translation unit, and no header that has inline functions is included:
// the linker must not merge code built for a wider instruction set with code that runs everywhere.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::simd {
namespace {

inline constexpr std::size_t vector_bytes = SIMD_BITS / 8;

// The number of elements of a vector.
template <class T>
inline constexpr std::size_t lanes = vector_bytes / sizeof(T);

// The vector type. Arithmetic and comparisons are operators that work lane by lane; comparisons
// result in Integers with all bits of a lane set or none.
template <class T>
struct VectorOf {
  typedef T Type __attribute__((vector_size(vector_bytes)));
};
template <class T>
using Vector = typename VectorOf<T>::Type;

// The integer type of the same size as T.
template <class T>
struct IntegerOf;
template <>
struct IntegerOf<double> {
  using Type = std::int64_t;
};
template <>
struct IntegerOf<float> {
  using Type = std::int32_t;
};
template <class T>
using Integer = typename IntegerOf<T>::Type;
template <class T>
using Integers = Vector<Integer<T>>;

template <class T>
[[gnu::always_inline]] inline Vector<T> load(const T* source) {
  Vector<T> v;
  __builtin_memcpy(&v, source, sizeof(v));
  return v;
}

// Load from and store to addresses that are multiples of vector_bytes.
template <class T>
[[gnu::always_inline]] inline Vector<T> load_aligned(const T* source) {
  return *static_cast<const Vector<T>*>(__builtin_assume_aligned(source, vector_bytes));
}
template <class T>
[[gnu::always_inline]] inline void store_aligned(T* target, Vector<T> v) {
  *static_cast<Vector<T>*>(__builtin_assume_aligned(target, vector_bytes)) = v;
}

// Stores past the caches to such an address. A line all of which is stored in a row is not read
// first, and takes no other's place. Processors other than x86-64 store as store_aligned does.
template <class T>
[[gnu::always_inline]] inline void store_streaming(T* target, Vector<T> v) {
#if !defined(__x86_64__)
  store_aligned(target, v);
#elif defined(__clang__)
  __builtin_nontemporal_store(v, reinterpret_cast<Vector<T>*>(target));
#else
  using Words = typename VectorOf<long long>::Type;
  Words* const words = reinterpret_cast<Words*>(target);
#if SIMD_BITS == 512
  __builtin_ia32_movntdq512(words, reinterpret_cast<Words>(v));
#elif SIMD_BITS == 256
  __builtin_ia32_movntdq256(words, reinterpret_cast<Words>(v));
#else
  __builtin_ia32_movntdq(words, reinterpret_cast<Words>(v));
#endif
#endif
}

// Copies elements past the caches, but for lines that are not copied whole: to stream only a part
// of a line would cost much more. Other threads see the copy once the copying one has called
// finish_streaming of <assay/processor.hpp>.
template <class T>
[[gnu::always_inline]] inline void copy_streaming(const T* source, std::size_t count, T* target) {
  constexpr std::size_t line_bytes = 64;
  constexpr std::size_t line = line_bytes / sizeof(T);
  const std::size_t before = -reinterpret_cast<std::uintptr_t>(target) % line_bytes / sizeof(T);
  std::size_t k = 0;
  for (; k < before && k < count; ++k) target[k] = source[k];
  for (; k + line <= count; k += line) {
    for (std::size_t v = 0; v < line; v += lanes<T>) {
      store_streaming<T>(target + k + v, load(source + k + v));
    }
  }
  for (; k < count; ++k) target[k] = source[k];
}

// Copies a value to all lanes. Zero is subtracted, not added, because only then may the compiler
// leave the operation out: -0 + 0 is +0.
template <class T>
[[gnu::always_inline]] inline Vector<T> splat(T value) {
  return value - Vector<T>{};
}

}  // namespace
}  // namespace assay::simd
