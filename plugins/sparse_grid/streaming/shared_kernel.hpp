// The kernel of Form::kShared. Included once per instruction set (see simd.hpp).
#pragma once

#include "kernel.hpp"
#include "simd.hpp"

namespace assay::sparse_grid::streaming {
namespace {

// A hat function broadcast to all lanes. It is broadcast before a loop that stores, because the
// compiler must assume that a store changes the hat in memory.
template <class T>
struct WideHat {
  Vector<T> scale;
  Vector<T> index;

  explicit WideHat(const Hat<T>& hat) : scale(splat(hat.scale)), index(splat(hat.index)) {}
  // max(0, 1 - |scale x - index|). 1 - min(|y|, 1) is exact where 1 - |y| is.
  [[nodiscard]] Vector<T> at(Vector<T> x) const { return 1 - clamp_magnitude(scale * x - index); }
};

// One block of R vectors of data points; `position` is the address of its coordinates.
template <class T, Operation operation, int R>
struct SharedBlock {
  static constexpr std::size_t kLanes = lanes<T>;
  static constexpr std::size_t kRow = R * kLanes;

  const Slice<T>& slice;
  const T* position;
  Vector<T> values[R]{};

  // The coordinates in the run's dimension; the next row holds their reciprocal factors.
  [[nodiscard]] const T* row_of(const Run& run) const {
    return position + std::size_t{2} * run.dimension * kRow;
  }

  // Loads the parent's product without its level-1 factor in the run's dimension.
  void load_parent(const Run& run, Vector<T> (&parent)[R]) const {
    const T* products = slice.stack + std::size_t{run.depth} * kRow;
    const T* reciprocals = row_of(run) + kRow;
#pragma GCC unroll 8
    for (int r = 0; r < R; ++r) {
      parent[r] = load_aligned(products + r * kLanes) * load_aligned(reciprocals + r * kLanes);
    }
  }

  // Processes the basis function of level 1 in all dimensions, whose product is the seed itself.
  void root() {
    contribute(0, [&](int r) { return load_aligned(slice.stack + r * kLanes); });
  }

  // Processes one node that has descendants.
  void inner(const Run& run) {
    Vector<T> products[R];
    load_parent(run, products);
    const T* row = row_of(run);
    T* kept = slice.stack + (std::size_t{run.depth} + 1) * kRow;
    const WideHat<T> hat(slice.hats[run.first]);
#pragma GCC unroll 8
    for (int r = 0; r < R; ++r) {
      products[r] *= hat.at(load_aligned(row + r * kLanes));
      store_aligned(kept + r * kLanes, products[r]);
    }
    contribute(run.first, [&](int r) { return products[r]; });
  }

  // Processes siblings without descendants. For v = B^T alpha the multiplication by their parent
  // comes last: once per run instead of once per node.
  void leaves(const Run& run) {
    Vector<T> parent[R];
    Vector<T> x[R];
    load_parent(run, parent);
    const T* row = row_of(run);
#pragma GCC unroll 8
    for (int r = 0; r < R; ++r) x[r] = load_aligned(row + r * kLanes);
    const Hat<T>* hat = slice.hats + run.first;
    if constexpr (operation == Operation::multi_eval) {
      const T* surplus = slice.surpluses + run.first;
      Vector<T> siblings[R]{};
      for (std::uint32_t j = 0; j < run.count; ++j) {
        const WideHat<T> wide(hat[j]);
#pragma GCC unroll 8
        for (int r = 0; r < R; ++r) siblings[r] += surplus[j] * wide.at(x[r]);
      }
#pragma GCC unroll 8
      for (int r = 0; r < R; ++r) values[r] += parent[r] * siblings[r];
    } else {
      T* sums = slice.sums + run.first * kLanes;
      for (std::uint32_t j = 0; j < run.count; ++j, sums += kLanes) {
        const WideHat<T> wide(hat[j]);
        Vector<T> sum = load_aligned(sums);
#pragma GCC unroll 8
        for (int r = 0; r < R; ++r) sum += parent[r] * wide.at(x[r]);
        store_aligned(sums, sum);
      }
    }
  }

 private:
  template <class Product>
  void contribute(std::size_t node, Product product) {
    if constexpr (operation == Operation::multi_eval) {
#pragma GCC unroll 8
      for (int r = 0; r < R; ++r) values[r] += slice.surpluses[node] * product(r);
    } else {
      T* sums = slice.sums + node * kLanes;
      Vector<T> sum = load_aligned(sums);
#pragma GCC unroll 8
      for (int r = 0; r < R; ++r) sum += product(r);
      store_aligned(sums, sum);
    }
  }
};

template <class T, Operation operation, int R>
void shared_kernel(const Slice<T>& slice) {
  using Block = SharedBlock<T, operation, R>;
  for (std::size_t b = 0; b < slice.blocks; ++b) {
    Block block{slice, slice.data + b * 2 * slice.dimensions * Block::kRow};
    for (std::size_t at = 0; at < Block::kRow; at += Block::kLanes) {
      store_aligned<T>(slice.stack + at, load_aligned(slice.seeds + b * Block::kRow + at));
    }
    if (slice.root) block.root();
    for (const Run* run = slice.runs; run != slice.runs + slice.run_count; ++run) {
      if (run->inner) {
        block.inner(*run);
      } else {
        block.leaves(*run);
      }
    }
    if constexpr (operation == Operation::multi_eval) {
      T* out = slice.values + b * Block::kRow;
      for (int r = 0; r < R; ++r, out += Block::kLanes) {
        store_aligned<T>(out, load_aligned(out) + block.values[r]);
      }
    }
  }
}

}  // namespace
}  // namespace assay::sparse_grid::streaming
