// Compiled once for each SIMD_BITS with the matching -march. Do not include headers with inline
// functions: the linker may use the code compiled for the widest registers everywhere.
#include "top_k/kernels.hpp"

#include "assay/simd.hpp"

namespace top_k {
namespace {

using namespace assay::simd;

template <class T>
[[gnu::always_inline]] inline bool is_any_set(Integers<T> mask) {
  std::uint64_t words[vector_bytes / 8];
  __builtin_memcpy(words, &mask, sizeof(mask));
  std::uint64_t all = 0;
  for (const std::uint64_t word : words) all |= word;
  return all != 0;
}

template <class T, std::size_t width>
std::size_t next_above(const T* x, std::size_t at, std::size_t count, T bound) {
  constexpr std::size_t block = width * lanes<T>;
  const Vector<T> bounds = splat(bound);
  for (; count - at >= block; at += block) {
    Integers<T> is_above{};
    for (std::size_t v = 0; v < width; ++v) is_above |= ~(load(x + at + v * lanes<T>) <= bounds);
    if (is_any_set<T>(is_above)) break;
  }
  return at;
}

template <class T>
Kernels<T> table() {
  return {
      {next_above<T, 1>, next_above<T, 2>, next_above<T, 4>, next_above<T, 8>, next_above<T, 16>}};
}

}  // namespace

template <>
Kernels<float> kernels<float, SIMD_BITS>() {
  return table<float>();
}
template <>
Kernels<double> kernels<double, SIMD_BITS>() {
  return table<double>();
}

}  // namespace top_k
