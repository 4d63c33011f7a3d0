// What the kernels know of a block before they walk the tree: its 1-D values.
#pragma once

#include "sparse_grid/subspace_linear/kernels.hpp"
#include "sparse_grid/subspace_linear/simd.hpp"

namespace assay::subspace_linear {
namespace {

// The scratch memory of one block of B vectors, carved out of what the caller provides.
template <class T, int B>
struct Scratch {
  Vector<T>* ratios;    // [ratio_rows][B]
  Indices<T>* indices;  // [index_rows][B]
  Vector<T>* stack;     // [depth][B] one entry for each opened subspace
  Indices<T>* joined;   // [depth + 1][B] index bits of several dimensions
  Vector<T>* common;    // [B] product of the level-1 hats

  Scratch(const Program& program, void* memory)
      : ratios(static_cast<Vector<T>*>(memory)),
        indices((Indices<T>*)(ratios + std::size_t{program.ratio_rows} * B)),
        stack((Vector<T>*)(indices + std::size_t{program.index_rows} * B)),
        joined((Indices<T>*)(stack + std::size_t{program.depth} * B)),
        common((Vector<T>*)(joined + std::size_t{program.depth + 1} * B)) {}
};

inline std::size_t block_scratch_bytes(const Program& program, std::size_t vectors) {
  const std::size_t rows =
      std::size_t{program.ratio_rows} + program.index_rows + 2 * std::size_t{program.depth} + 2;
  return rows * vectors * vector_bytes;
}

// Ratios and index bits of vector v along one dimension; multiplies `common` by the hat of level 1.
template <class T, int B>
ALWAYS_INLINE void fill_dimension(const DimensionRows& rows, Vector<T> x, int v,
                                  const Scratch<T, B>& scratch, Vector<T>& common) {
  using V = Vector<T>;
  using Cells = typename Simd<T>::Cells;
  const V hat = 2 * minimum(x, 1 - x);
  common *= hat;
  // Nearer to the border than `tiny` counts as on it: the reciprocal would overflow, and the
  // product with `common` is as good as zero.
  const V inverse = hat < Simd<T>::tiny ? V{} : 1 / hat;
  for (std::uint32_t e = 1; e <= rows.max_exponent; ++e) {
    const V scaled = x * static_cast<T>(1U << e);
    const auto last = static_cast<std::int32_t>((1U << e) - 1);
    Cells cell = __builtin_convertvector(scaled, Cells);
    cell = minimum(cell, Cells{} + last);  // x == 1 belongs to the last cell
    const V inside = scaled - __builtin_convertvector(cell, V);
    scratch.ratios[(rows.ratio_row + e - 1) * B + v] = 2 * minimum(inside, 1 - inside) * inverse;
    if (e > rows.tile_bits) {
      const auto local_mask = static_cast<std::int32_t>((1U << (e - rows.tile_bits)) - 1);
      scratch.indices[(rows.index_row + e - 1 - rows.tile_bits) * B + v] =
          __builtin_convertvector(cell & local_mask, Indices<T>);
    }
  }
}

template <class T, int B>
ALWAYS_INLINE void fill_rows(const Program& program, const T* points,
                             const Scratch<T, B>& scratch) {
  for (int v = 0; v < B; ++v) {
    Vector<T> common = splat<T>(1);
    for (std::uint32_t j = 0; j < program.dimensions; ++j) {
      const Vector<T> x = load(points + (std::size_t{j} * B + static_cast<unsigned>(v)) * lanes<T>);
      fill_dimension<T, B>(program.rows[j], x, v, scratch, common);
    }
    scratch.common[v] = common;
  }
}

// Where the walk stands: the index of the current subspace, split in the leading bits, which the
// whole tile shares, and the rest, one vector per vector of the block.
template <class T>
struct Position {
  std::uint64_t uniform = 0;
  const Indices<T>* local = nullptr;
};

// The position one raised dimension further. Bits of several dimensions are joined in `storage`.
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
