// The kernels, compiled once for each width of vector registers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sparse_grid/subspace_linear/program.hpp"

namespace assay::subspace_linear {

inline constexpr std::size_t max_block_vectors = 16;  // a power of two

// One block of data points; see Tiling.
template <class T>
struct BlockView {
  const T* points;              // [dimensions][vectors][lanes]
  const std::uint32_t* corner;  // [dimensions] of its tile
  std::uint32_t vectors;        // a power of two up to max_block_vectors
};

template <class T>
struct Kernels {
  std::size_t lanes;
  // Bytes of scratch memory, aligned to 64, that one thread needs for blocks of up to `vectors`.
  std::size_t (*scratch_bytes)(const Program&, std::size_t vectors);
  // results[vectors * lanes] = sum over all subspaces of the surplus times the basis function.
  // `table` holds the subgrids, NaN where a point is missing.
  void (*evaluate)(const Program&, const T* table, const BlockView<T>&, void* scratch, T* results);
  // Adds weight times basis function to a grid point of each subspace. Missing points of `table`
  // are NaN and stay NaN.
  void (*accumulate)(const Program&, T* table, const BlockView<T>&, void* scratch,
                     const T* weights);
};

// Memory after the last subgrid that the kernels may read but never use.
inline constexpr std::size_t table_slack_bytes = 64;

// The kernels of one width; see for_simd_bits of <assay/processor.hpp>.
template <class T, int simd_bits>
Kernels<T> kernels();

}  // namespace assay::subspace_linear
