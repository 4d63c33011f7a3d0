// The kernels, compiled once for each width of vector registers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sparse_grid::support_list {

inline constexpr std::size_t max_tile_vectors = 8;  // a power of two

// An entry of kernels/sparse_grid/support.h, with all that a walk reads of it in one place: a hat
// in one dimension that refines what was opened last.
template <class T>
struct Entry {
  T scale;    // 2^level
  T index;    // with the scale both 0 in the entry of the root, whose hat is 1 everywhere
  T surplus;  // 0 of what is no grid point
  std::uint16_t dimension;  // of the root: the one after all others
  std::uint16_t depth;      // of an entry that opens a parent, the dimensions it refines; else 0
};

// In a list: the bit of a number that says that the entry's hat is linear over the tile's box (as
// kernels/sparse_grid/support.h has it).
inline constexpr std::uint32_t listed_linear = 0x80000000U;

// A tile of data points and its list. Rows have as many numbers as the tile has points.
template <class T>
struct Tile {
  const T* coordinates;       // [dimensions + 1][points]; the last row is for the root
  const T* reciprocals;       // [dimensions + 1][points]: of the level-1 hats, last row 1
  const T* common;            // [points]: products of the level-1 hats
  const T* corner;            // [dimensions + 1]: the least coordinates
  const std::uint32_t* list;  // [length] numbers of entries; in each run linear ones come last
  std::size_t length;
};

// How a list is walked.
struct Walk {
  std::size_t vectors;   // of a tile; a power of two up to max_tile_vectors
  bool linear_together;  // linear hats of a run as one line, or by two moments
};

template <class T>
struct Kernels {
  std::size_t lanes;
  // results[points] = the sum of surpluses times basis functions. `path` is memory for [dimensions
  // + 1][points], aligned to 64 bytes as all rows are.
  void (*evaluate)(const Entry<T>*, const Tile<T>&, const Walk&, T* path, T* results);
  // sums[e] += the sum over the points of weight times basis function, for each entry e of the
  // list.
  void (*accumulate)(const Entry<T>*, const Tile<T>&, const Walk&, T* path, const T* weights,
                     T* sums);
};

// Those of one width: see for_simd_bits of <assay/processor.hpp>.
template <class T, int simd_bits>
Kernels<T> kernels();

}  // namespace sparse_grid::support_list
