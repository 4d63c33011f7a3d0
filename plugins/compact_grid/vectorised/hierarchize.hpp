// Hierarchization of a bundle of poles. For kernels.cpp only: everything has internal linkage,
// because it is compiled for several instruction sets.
#pragma once

#include <cstddef>
#include <cstdint>

#include "compact_grid/vectorised/kernels.hpp"

namespace compact_grid {
namespace {

// Numbers of one level that the narrow kernel processes at a time, so that all it needs stays in
// the nearest cache.
constexpr std::size_t part_numbers = 1024;
// Zeros, and two arrays for each of 31 levels.
constexpr std::size_t scratch_numbers = (1 + 31 * 2) * part_numbers;

// ---- rows of 16 neighbours and more: Algorithm 1 of the paper, with a row of neighbours in place
// of a point

template <class T>
void subtract_half(T* __restrict row, const T* __restrict a, const T* __restrict b,
                   std::size_t width) {
  for (std::size_t j = 0; j < width; ++j) row[j] -= (a[j] + b[j]) / 2;
}
template <class T>
void subtract_half(T* __restrict row, const T* __restrict a, std::size_t width) {
  for (std::size_t j = 0; j < width; ++j) row[j] -= a[j] / 2;
}

// Hierarchizes row `at` of a level after the rows below it. `left` and `right` are its parents'
// rows, null where they are 0.
template <class T>
void hierarchize_row(const Bundle<T>& bundle, std::uint32_t level, std::size_t at, const T* left,
                     const T* right) {
  const std::size_t width = std::size_t{1} << bundle.suffix_bits;
  T* const row = bundle.subspace[level] + at * width;
  if (level + 1 < bundle.levels) {
    hierarchize_row(bundle, level + 1, 2 * at, left, static_cast<const T*>(row));
    hierarchize_row(bundle, level + 1, 2 * at + 1, static_cast<const T*>(row), right);
  }
  if (left != nullptr && right != nullptr) {
    subtract_half(row, left, right, width);
  } else if (left != nullptr || right != nullptr) {
    subtract_half(row, left != nullptr ? left : right, width);
  }
}

// ---- shorter rows, down to single numbers: level by level from the coarsest. The parents' numbers
// of a whole level lie in two arrays in the same order as the level itself. Those of the next level
// are obtained by interleaving them with the level's nodal values: number e has the children 2 e,
// between its left parent and itself, and 2 e + 1, between itself and its right parent, in every
// pole.

template <class T, std::size_t Width>
void interleave(T* __restrict row, const T* __restrict left, const T* __restrict right,
                T* __restrict next_left, T* __restrict next_right, std::size_t count) {
  for (std::size_t e = 0; e < count; ++e) {
    for (std::size_t j = 0; j < Width; ++j) {
      const T a = left[e * Width + j];
      const T nodal = row[e * Width + j];
      const T b = right[e * Width + j];
      next_left[2 * e * Width + j] = a;
      next_left[(2 * e + 1) * Width + j] = nodal;
      next_right[2 * e * Width + j] = nodal;
      next_right[(2 * e + 1) * Width + j] = b;
      row[e * Width + j] = nodal - (a + b) / 2;
    }
  }
}

// Hierarchizes the numbers first .. first + count - 1 of a level, each a row of Width, and all
// below them.
template <class T, std::size_t Width>
void hierarchize_part(const Bundle<T>& bundle, std::uint32_t level, std::size_t first,
                      std::size_t count, const T* left, const T* right, T* scratch) {
  T* const row = bundle.subspace[level] + first * Width;
  if (level + 1 == bundle.levels) return subtract_half(row, left, right, count * Width);
  constexpr std::size_t most = part_numbers / Width / 2;
  for (std::size_t done = 0; done < count; done += most) {
    const std::size_t taken = count - done < most ? count - done : most;
    T* const next_left = scratch;
    T* const next_right = scratch + part_numbers;
    interleave<T, Width>(row + done * Width, left + done * Width, right + done * Width, next_left,
                         next_right, taken);
    hierarchize_part<T, Width>(bundle, level + 1, 2 * (first + done), 2 * taken, next_left,
                               next_right, scratch + 2 * part_numbers);
  }
}

template <class T, std::size_t Width>
void hierarchize_narrow(const Bundle<T>& bundle, T* scratch) {
  const std::size_t count = std::size_t{1} << bundle.prefix_bits;
  constexpr std::size_t most = part_numbers / Width;
  const T* const zeros = scratch;
  for (std::size_t done = 0; done < count; done += most) {
    const std::size_t taken = count - done < most ? count - done : most;
    const T* const left = bundle.ends[0] != nullptr ? bundle.ends[0] + done * Width : zeros;
    const T* const right = bundle.ends[1] != nullptr ? bundle.ends[1] + done * Width : zeros;
    hierarchize_part<T, Width>(bundle, 0, done, taken, left, right, scratch + part_numbers);
  }
}

template <class T>
void hierarchize_bundle(const Bundle<T>& bundle, T* scratch) {
  const std::size_t width = std::size_t{1} << bundle.suffix_bits;
  if (width == 1) return hierarchize_narrow<T, 1>(bundle, scratch);
  if (width == 2) return hierarchize_narrow<T, 2>(bundle, scratch);
  if (width == 4) return hierarchize_narrow<T, 4>(bundle, scratch);
  if (width == 8) return hierarchize_narrow<T, 8>(bundle, scratch);
  for (std::size_t at = 0; at < std::size_t{1} << bundle.prefix_bits; ++at) {
    hierarchize_row<T>(bundle, 0, at,
                       bundle.ends[0] == nullptr ? nullptr : bundle.ends[0] + at * width,
                       bundle.ends[1] == nullptr ? nullptr : bundle.ends[1] + at * width);
  }
}
}  // namespace
}  // namespace compact_grid
