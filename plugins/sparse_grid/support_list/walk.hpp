// A tile's walk along its list: all points in step, so that whatever belongs to the grid is loaded
// once and spread over the lanes. Included by kernels.cpp alone.
#pragma once

#include "assay/simd.hpp"
#include "sparse_grid/support_list/kernels.hpp"

namespace sparse_grid::support_list {
namespace {

using assay::simd::lanes;
using assay::simd::load_aligned;
using assay::simd::splat;
using assay::simd::store_aligned;
using assay::simd::Vector;

// What a function of the tile's points is: B vectors.
template <class T, int B>
struct Row {
  Vector<T> at[B];
};
template <class T, int B>
[[gnu::always_inline]] inline Row<T, B> load_row(const T* rows, std::size_t number) {
  Row<T, B> row;
  for (int v = 0; v < B; ++v) {
    row.at[v] = load_aligned(rows + (number * B + static_cast<std::size_t>(v)) * lanes<T>);
  }
  return row;
}
template <class T, int B>
[[gnu::always_inline]] inline void store_row(T* rows, std::size_t number, const Row<T, B>& row) {
  for (int v = 0; v < B; ++v) {
    store_aligned(rows + (number * B + static_cast<std::size_t>(v)) * lanes<T>, row.at[v]);
  }
}

template <class T>
[[gnu::always_inline]] inline Vector<T> hat(Vector<T> x, Vector<T> scale, Vector<T> index) {
  const Vector<T> y = x * scale - index;
  const Vector<T> value = 1 - (y < 0 ? -y : y);
  return value > 0 ? value : Vector<T>{};
}

// Calls run(entries of the run, factor row, coordinate row) for each run of neighbouring entries
// that refine the same parent in the same dimension; the factor turns their hats into basis
// functions, up to `root` at the points, which takes the place of the root's.
template <class T, int B, class Run>
[[gnu::always_inline]] inline void walk(const Entry<T>* entries, const Tile<T>& tile, T* path,
                                        const Row<T, B>& root, const Run& run) {
  Row<T, B> parent = root;
  store_row<T, B>(path, 0, root);
  for (std::size_t at = 0; at < tile.length;) {
    const Entry<T>& first = entries[tile.list[at]];
    const auto x = load_row<T, B>(tile.coordinates, first.dimension);
    const auto reciprocal = load_row<T, B>(tile.reciprocals, first.dimension);
    if (first.depth > 0) {
      parent = load_row<T, B>(path, first.depth - std::size_t{1});
      for (int v = 0; v < B; ++v) {
        parent.at[v] *= hat<T>(x.at[v], splat(first.scale), splat(first.index)) * reciprocal.at[v];
      }
      store_row<T, B>(path, first.depth, parent);
      ++at;
      continue;
    }
    Row<T, B> factor;
    for (int v = 0; v < B; ++v) factor.at[v] = parent.at[v] * reciprocal.at[v];
    std::size_t end = at + 1;
    while (end < tile.length) {
      const Entry<T>& next = entries[tile.list[end]];
      if (next.dimension != first.dimension || next.depth != 0) break;
      ++end;
    }
    run(tile.list + at, tile.list + end, factor, x);
    at = end;
  }
}

// v = B^T alpha
template <class T, int B>
void evaluate_tile(const Entry<T>* entries, const Tile<T>& tile, T* path, T* results) {
  Row<T, B> one;
  Row<T, B> sum;
  for (int v = 0; v < B; ++v) {
    one.at[v] = splat(T{1});
    sum.at[v] = Vector<T>{};
  }
  walk<T, B>(
      entries, tile, path, one,
      [&](const std::uint32_t* first, const std::uint32_t* last, const Row<T, B>& factor,
          const Row<T, B>& x) __attribute__((always_inline)) {
        Row<T, B> in_run{};
        for (; first != last; ++first) {
          const Entry<T>& entry = entries[*first];
          for (int v = 0; v < B; ++v) {
            in_run.at[v] +=
                hat<T>(x.at[v], splat(entry.scale), splat(entry.index)) * splat(entry.surplus);
          }
        }
        for (int v = 0; v < B; ++v) sum.at[v] += in_run.at[v] * factor.at[v];
      });
  const auto common = load_row<T, B>(tile.common, 0);
  for (int v = 0; v < B; ++v) sum.at[v] *= common.at[v];
  store_row<T, B>(results, 0, sum);
}

// The sum of a vector's lanes.
template <class T>
[[gnu::always_inline]] inline T sum_of(Vector<T> v) {
  T half[lanes<T>];
  __builtin_memcpy(half, &v, sizeof v);
  for (std::size_t width = lanes<T> / 2; width > 0; width /= 2) {
    for (std::size_t lane = 0; lane < width; ++lane) half[lane] += half[lane + width];
  }
  return half[0];
}

// v' = B v
template <class T, int B>
void accumulate_tile(const Entry<T>* entries, const Tile<T>& tile, T* path, const T* weights,
                     T* sums) {
  auto weight = load_row<T, B>(weights, 0);
  const auto common = load_row<T, B>(tile.common, 0);
  for (int v = 0; v < B; ++v) weight.at[v] *= common.at[v];
  walk<T, B>(
      entries, tile, path, weight,
      [&](const std::uint32_t* first, const std::uint32_t* last, const Row<T, B>& factor,
          const Row<T, B>& x) __attribute__((always_inline)) {
        for (; first != last; ++first) {
          const Entry<T>& entry = entries[*first];
          Vector<T> term{};
          for (int v = 0; v < B; ++v) {
            term += hat<T>(x.at[v], splat(entry.scale), splat(entry.index)) * factor.at[v];
          }
          sums[*first] += sum_of<T>(term);
        }
      });
}

}  // namespace
}  // namespace sparse_grid::support_list
