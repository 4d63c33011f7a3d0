// Compiled once for each SIMD_BITS with the matching -march. Do not include headers with inline
// functions: the linker may use the code compiled for the widest registers everywhere.
#include "transpose/kernels.hpp"

#include "assay/simd.hpp"

namespace transpose {
namespace {

using namespace assay::simd;

// The numbers below `count` as the arguments of a template.
template <std::size_t... number>
struct Numbers {};
template <std::size_t count, std::size_t... number>
struct NumbersBelow : NumbersBelow<count - 1, count - 1, number...> {};
template <std::size_t... number>
struct NumbersBelow<0, number...> {
  using Type = Numbers<number...>;
};

// Of each group of 2 * half lanes, exchanges the upper half of `a` with the lower half of `b`.
template <class T, std::size_t half, std::size_t... lane>
[[gnu::always_inline]] inline void exchange(Vector<T>& a, Vector<T>& b, Numbers<lane...>) {
  const Vector<T> lower =
      __builtin_shufflevector(a, b, ((lane & half) == 0 ? lane : lanes<T> + lane - half)...);
  b = __builtin_shufflevector(a, b, ((lane & half) == 0 ? lane + half : lanes<T> + lane)...);
  a = lower;
}

// Transposes as many vectors as each has lanes: blocks of half the size are exchanged across the
// diagonal, and so on within each (Eklundh, "A fast computer method for matrix transposing", IEEE
// Transactions on Computers C-21, 1972).
template <class T, std::size_t half = lanes<T> / 2>
[[gnu::always_inline]] inline void transpose_vectors(Vector<T>* vectors) {
  using Lanes = typename NumbersBelow<lanes<T>>::Type;
#pragma GCC unroll 16
  for (std::size_t k = 0; k < lanes<T>; ++k) {
    if ((k & half) == 0) exchange<T, half>(vectors[k], vectors[k + half], Lanes());
  }
  if constexpr (half > 1) transpose_vectors<T, half / 2>(vectors);
}

template <class T>
[[gnu::always_inline]] inline void transpose_block(const T* block, std::size_t stride,
                                                   T* transposed, std::size_t transposed_stride) {
  Vector<T> vectors[lanes<T>];
#pragma GCC unroll 16
  for (std::size_t k = 0; k < lanes<T>; ++k) vectors[k] = load(block + k * stride);
  transpose_vectors<T>(vectors);
#pragma GCC unroll 16
  for (std::size_t k = 0; k < lanes<T>; ++k) {
    __builtin_memcpy(transposed + k * transposed_stride, &vectors[k], sizeof(vectors[k]));
  }
}

template <class T>
void gather(const Part<T>& part, T* gathered, std::size_t gathered_stride) {
  constexpr std::size_t side = lanes<T>;
  for (std::size_t i = 0; i < part.rows; i += side) {
    const T* const rows = part.first + i * part.stride;
    T* const place = gathered + i;
    const bool is_whole = i + side <= part.rows;
    std::size_t j = 0;
    for (; is_whole && j + side <= part.columns; j += side) {
      transpose_block(rows + j, part.stride, place + j * gathered_stride, gathered_stride);
    }
    for (; j < part.columns; ++j) {
      for (std::size_t k = 0; k < side && i + k < part.rows; ++k) {
        place[j * gathered_stride + k] = rows[k * part.stride + j];
      }
    }
  }
}

template <class T>
void stream(const T* source, std::size_t count, T* target) {
  copy_streaming(source, count, target);
}

}  // namespace

template <>
Kernels<float> kernels<float, SIMD_BITS>() {
  return {gather<float>, stream<float>};
}
template <>
Kernels<double> kernels<double, SIMD_BITS>() {
  return {gather<double>, stream<double>};
}

}  // namespace transpose
