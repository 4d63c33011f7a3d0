// The data of a block that the kernels compute before they walk the tree: its 1-D values.
#pragma once

#include "sparse_grid/subspace_linear/kernels.hpp"
#include "sparse_grid/subspace_linear/simd.hpp"

namespace assay::subspace_linear {
namespace {

// The scratch memory of one block of B vectors, laid out in memory that the caller provides.
template <class T, int B>
struct Scratch {
  Vector<T>* ratios;    // [ratio_rows][B]
  Indices<T>* indices;  // [index_rows][B]
  Vector<T>* stack;     // [depth][B] one entry for each opened subspace
  Indices<T>* joined;   // [depth + 1][B] index bits of several dimensions
  Vector<T>* common;    // [B] product of the level-1 hats
  Vector<T>* wide;      // [B] results of look_up_wide

  Scratch(const Program& program, void* memory)
      : ratios(static_cast<Vector<T>*>(memory)),
        indices((Indices<T>*)(ratios + std::size_t{program.ratio_rows} * B)),
        stack((Vector<T>*)(indices + std::size_t{program.index_rows} * B)),
        joined((Indices<T>*)(stack + std::size_t{program.depth} * B)),
        common((Vector<T>*)(joined + std::size_t{program.depth + 1} * B)),
        wide(common + B) {}
};

inline std::size_t block_scratch_bytes(const Program& program, std::size_t vectors) {
  const std::size_t rows =
      std::size_t{program.ratio_rows} + program.index_rows + 2 * std::size_t{program.depth} + 3;
  return rows * vectors * vector_bytes;
}

// Computes ratios and index bits along one dimension, and multiplies `common` by the hats of level
// 1. The index is the binary expansion of x: each level takes one bit off the remainder of x within
// the cell, exactly; x == 1 expands to all ones, which is the last cell.
template <class T, int B>
ALWAYS_INLINE void fill_dimension(const DimensionRows& rows, const T* points,
                                  const Scratch<T, B>& scratch, Vector<T>* common) {
  Vector<T> inside[B];
  Vector<T> inverse[B];
  Indices<T> index[B];
  for (int v = 0; v < B; ++v) {
    inside[v] = load(points + static_cast<std::size_t>(v) * lanes<T>);
    const Vector<T> hat = 2 * minimum(inside[v], 1 - inside[v]);
    common[v] *= hat;
    // A point closer to the border than `tiny` is treated as lying on it: the reciprocal would
    // overflow, and the product with `common` is practically zero.
    inverse[v] = hat < tiny<T> ? Vector<T>{} : 2 / hat;
    index[v] = Indices<T>{};
  }
  Vector<T>* ratio = scratch.ratios + std::size_t{rows.ratio_row} * B;
  Indices<T>* indices = scratch.indices + std::size_t{rows.index_row} * B;
  for (std::uint32_t e = 1; e <= rows.max_exponent; ++e, ratio += B) {
    const bool local = e > rows.tile_bits;
    for (int v = 0; v < B; ++v) {
      const Vector<T> twice = inside[v] + inside[v];
      const Indices<T> bit = twice >= 1;  // 0 or -1
      inside[v] = bit ? twice - 1 : twice;
      ratio[v] = minimum(inside[v], 1 - inside[v]) * inverse[v];
      if (local) indices[v] = index[v] = index[v] + index[v] - bit;
    }
    if (local) indices += B;
  }
}

template <class T, int B>
ALWAYS_INLINE void fill_rows(const Program& program, const T* points,
                             const Scratch<T, B>& scratch) {
  Vector<T> common[B];
  for (int v = 0; v < B; ++v) common[v] = splat<T>(1);
  for (std::uint32_t j = 0; j < program.dimensions; ++j) {
    fill_dimension<T, B>(program.rows[j], points + std::size_t{j} * B * lanes<T>, scratch, common);
  }
  for (int v = 0; v < B; ++v) scratch.common[v] = common[v];
}

// The position of the walk: the index of the current subspace, split into the leading bits, which
// the whole tile shares, and the rest, one vector for each vector of the block.
template <class T>
struct Position {
  std::uint64_t uniform = 0;
  const Indices<T>* local = nullptr;
};

// The position after one more raised dimension. Bits of several dimensions are joined in `storage`.
template <class T, int B>
ALWAYS_INLINE Position<T> descend(const Step& step, Position<T> parent, const std::uint32_t* corner,
                                  const Scratch<T, B>& scratch, Indices<T>* storage) {
  Position<T> position;
  position.uniform =
      (parent.uniform << step.uniform_bits) | (corner[step.dimension] >> step.corner_shift);
  if (step.local_bits == 0) {
    position.local = parent.local;
    return position;
  }
  const Indices<T>* row = scratch.indices + std::size_t{step.index_row} * B;
  if (step.open_bits == step.local_bits) {
    position.local = row;
    return position;
  }
  for (int v = 0; v < B; ++v) storage[v] = (parent.local[v] << step.local_bits) | row[v];
  position.local = storage;
  return position;
}

}  // namespace
}  // namespace assay::subspace_linear
