// The kernels, compiled once for each width of vector registers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sparse_grid::support_list {

inline constexpr std::size_t max_tile_vectors = 8;  // a power of two

// An entry of kernels/sparse_grid/support.h with everything that a walk reads of it in one place: a
// hat in one dimension that refines the parent opened last.
template <class T>
struct Entry {
  T scale;                  // 2^level
  T index;                  // 0, like `scale`, for the root, whose hat is 1 everywhere
  T surplus;                // 0 if the entry is not a grid point
  std::uint16_t dimension;  // for the root: the number of dimensions
  std::uint16_t depth;      // of the parent that the entry opens: refined dimensions; else 0
};

// The bit of an entry's number in a list that marks the entry's hat as linear over the tile's box
// (see kernels/sparse_grid/support.h).
inline constexpr std::uint32_t listed_linear = 0x80000000U;

// A tile of data points and its list. Each row has one number for each of the tile's points.
template <class T>
struct Tile {
  const T* coordinates;       // [dimensions + 1][points]; the last row is for the root
  const T* reciprocals;       // [dimensions + 1][points]: of the level-1 hats, last row 1
  const T* common;            // [points]: products of the level-1 hats
  const T* corner;            // [dimensions + 1]: the least coordinates
  const std::uint32_t* list;  // [length] numbers of entries; in each run linear ones come last
  std::size_t length;
};

// The settings of a walk along a list.
struct Walk {
  std::size_t vectors;   // of a tile; a power of two up to max_tile_vectors
  bool linear_together;  // linear hats of a run are handled as one line, or by two moments
};

template <class T>
struct Kernels {
  std::size_t lanes;
  // results[points] = the sum of surpluses times basis functions. `path` is memory for [dimensions
  // + 1][points], aligned to 64 bytes like all rows.
  void (*evaluate)(const Entry<T>*, const Tile<T>&, const Walk&, T* path, T* results);
  // sums[e] += the sum over the points of weight times basis function, for each entry e of the
  // list.
  void (*accumulate)(const Entry<T>*, const Tile<T>&, const Walk&, T* path, const T* weights,
                     T* sums);
};

// The kernels of one width; see for_simd_bits of <assay/processor.hpp>.
template <class T, int simd_bits>
Kernels<T> kernels();

}  // namespace sparse_grid::support_list
