// B v for one block: the product of the ratios down the tree, times the weight, is added to the
// corresponding grid points.
#pragma once

#include "sparse_grid/subspace_linear/block_rows.hpp"

namespace assay::subspace_linear {
namespace {

template <class T>
ALWAYS_INLINE T sum_of_lanes(Vector<T> v) {
#if SIMD_BITS == 512
  if constexpr (sizeof(T) == 8) {
    return _mm512_reduce_add_pd(v);
  } else {
    return _mm512_reduce_add_ps(v);
  }
#else
  T part[lanes<T>];
  __builtin_memcpy(part, &v, sizeof(v));
  for (std::size_t width = lanes<T> / 2; width > 0; width /= 2) {
    for (std::size_t k = 0; k < width; ++k) part[k] += part[k + width];
  }
  return part[0];
#endif
}

// Adds all lanes to a single grid point.
template <class T, int B>
ALWAYS_INLINE void add_same(T* base, const Vector<T>* product) {
  Vector<T> sum = product[0];
  for (int v = 1; v < B; ++v) sum += product[v];
  *base += sum_of_lanes<T>(sum);
}

// Adds each lane to one of Cells neighbours, using a sum for each neighbour so that no two lanes
// conflict.
template <class T, int B, int Cells>
ALWAYS_INLINE void add_cells(T* base, const Indices<T>* local, const Vector<T>* product) {
  using Index = Index<T>;
  Vector<T> sums[Cells] = {};
  for (int v = 0; v < B; ++v) {
    for (Index c = 0; c < Cells; ++c) {
      sums[c] = local[v] == c ? sums[c] + product[v] : sums[c];
    }
  }
  for (int c = 0; c < Cells; ++c) base[c] += sum_of_lanes<T>(sums[c]);
}

template <class T, int B>
ALWAYS_INLINE void add_apart(T* base, const Indices<T>* local, const Vector<T>* product) {
  for (int v = 0; v < B; ++v) {
    for (std::size_t k = 0; k < lanes<T>; ++k) base[local[v][k]] += product[v][k];
  }
}

template <class T, int B>
ALWAYS_INLINE void add_products(const Step& step, T* base, const Indices<T>* local,
                                const Vector<T>* product) {
  switch (step.access) {
    case Access::same:
      return add_same<T, B>(base, product);
    case Access::cells_2:
      return add_cells<T, B, 2>(base, local, product);
    case Access::cells_4:
      return add_cells<T, B, 4>(base, local, product);
    case Access::cells_8:
      return add_cells<T, B, 8>(base, local, product);
    default:
      return add_apart<T, B>(base, local, product);
  }
}

// Whether any point of the block has a grid point in this subgrid.
template <class T, int B>
ALWAYS_INLINE bool exists_any(const Step& step, const T* base, const Indices<T>* local) {
  if (step.full) return true;
  if (step.access != Access::apart) {
    for (std::size_t k = 0; k < (std::size_t{1} << step.open_bits); ++k) {
      if (base[k] == base[k]) return true;
    }
    return false;
  }
  for (int v = 0; v < B; ++v) {
    for (std::size_t k = 0; k < lanes<T>; ++k) {
      if (base[local[v][k]] == base[local[v][k]]) return true;
    }
  }
  return false;
}

template <class T, int B>
void accumulate_block(const Program& program, T* table, const BlockView<T>& block, void* memory,
                      const T* weights) {
  const Scratch<T, B> scratch(program, memory);
  fill_rows<T, B>(program, block.points, scratch);
  Position<T> positions[65];
  std::uint32_t depth = 0;
  Vector<T> product[B];
  for (int v = 0; v < B; ++v) {
    product[v] = scratch.common[v] * load(weights + static_cast<std::size_t>(v) * lanes<T>);
  }
  add_same<T, B>(table + program.root, product);
  for (std::uint32_t s = 0; s < program.step_count;) {
    const Step& step = program.steps[s];
    if (step.kind == StepKind::close) {
      --depth;
      const Vector<T>* outer = scratch.stack + std::size_t{depth} * B;
      for (int v = 0; v < B; ++v) product[v] = outer[v];
      ++s;
      continue;
    }
    const Position<T> position = descend<T, B>(step, positions[depth], block.corner, scratch,
                                               scratch.joined + std::size_t{depth} * B);
    T* base = table + step.offset + (position.uniform << step.open_bits);
    if (program.skipping && !exists_any<T, B>(step, base, position.local)) {
      s = step.skip;
      continue;
    }
    ++s;
    const Vector<T>* ratio = scratch.ratios + std::size_t{step.ratio_row} * B;
    Vector<T> inner[B];
    for (int v = 0; v < B; ++v) inner[v] = product[v] * ratio[v];
    add_products<T, B>(step, base, position.local, inner);
    if (step.kind == StepKind::open) {
      Vector<T>* outer = scratch.stack + std::size_t{depth} * B;
      for (int v = 0; v < B; ++v) {
        outer[v] = product[v];
        product[v] = inner[v];
      }
      positions[++depth] = position;
    }
  }
}

}  // namespace
}  // namespace assay::subspace_linear
