// A tile's walk along its list: all points in step, so that data of the grid is loaded once and
// broadcast to the lanes. Included only by kernels.cpp.
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

// The values of a function at the tile's points: B vectors.
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

// A part of a list: neighbouring entries that refine the same parent in the same dimension.
struct Run {
  const std::uint32_t* first;
  const std::uint32_t* linear;  // the first of the hats that are linear over the tile's box
  const std::uint32_t* last;
  std::size_t dimension;
};

template <class T>
[[gnu::always_inline]] inline const Entry<T>& entry_of(const Entry<T>* entries,
                                                       std::uint32_t listed) {
  return entries[listed & ~listed_linear];
}

// The run that begins at a place of the list.
template <class T>
[[gnu::always_inline]] inline Run run_at(const Entry<T>* entries, const Tile<T>& tile,
                                         std::size_t at, std::size_t dimension) {
  const std::uint32_t* const end = tile.list + tile.length;
  Run run{tile.list + at, nullptr, tile.list + at, dimension};
  const auto belongs = [&](const std::uint32_t listed) {
    const Entry<T>& entry = entry_of(entries, listed);
    return entry.dimension == dimension && entry.depth == 0;
  };
  while (run.last != end && (*run.last & listed_linear) == 0 && belongs(*run.last)) ++run.last;
  run.linear = run.last;
  while (run.last != end && (*run.last & listed_linear) != 0 && belongs(*run.last)) ++run.last;
  return run;
}

// Calls work(run, factor row, coordinate row) for each run. The factor turns the run's hats into
// basis functions times `root`, which takes the place of the root's function at the points.
template <class T, int B, class Work>
[[gnu::always_inline]] inline void walk(const Entry<T>* entries, const Tile<T>& tile, T* path,
                                        const Row<T, B>& root, const Work& work) {
  Row<T, B> parent = root;
  store_row<T, B>(path, 0, root);
  for (std::size_t at = 0; at < tile.length;) {
    const Entry<T>& first = entry_of(entries, tile.list[at]);
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
    const Run run = run_at(entries, tile, at, first.dimension);
    work(run, factor, x);
    at = static_cast<std::size_t>(run.last - tile.list);
  }
}

// A hat that is linear over the box, given by its value at the corner, because 1 - index and scale
// times x, large and of opposite signs, would cancel.
template <class T>
struct Line {
  T value;
  T slope;
};
template <class T>
[[gnu::always_inline]] inline Line<T> line_of(const Entry<T>& entry, T corner) {
  const T y = corner * entry.scale - entry.index;
  return {1 - (y < 0 ? -y : y), y < 0 ? entry.scale : -entry.scale};
}

// v = B^T alpha
template <class T, int B, bool together>
void evaluate_tile(const Entry<T>* entries, const Tile<T>& tile, T* path, T* results) {
  Row<T, B> one;
  Row<T, B> sum;
  for (int v = 0; v < B; ++v) {
    one.at[v] = splat(T{1});
    sum.at[v] = Vector<T>{};
  }
  const auto add_run = [&](const Run& run, const Row<T, B>& factor, const Row<T, B>& x)
      __attribute__((always_inline)) {
    Row<T, B> in_run{};
    for (const std::uint32_t* at = run.first; at != (together ? run.linear : run.last); ++at) {
      const Entry<T>& entry = entry_of(entries, *at);
      for (int v = 0; v < B; ++v) {
        in_run.at[v] +=
            hat<T>(x.at[v], splat(entry.scale), splat(entry.index)) * splat(entry.surplus);
      }
    }
    if (together && run.linear != run.last) {
      const T corner = tile.corner[run.dimension];
      Line<T> all{0, 0};
      for (const std::uint32_t* at = run.linear; at != run.last; ++at) {
        const Entry<T>& entry = entry_of(entries, *at);
        const Line<T> line = line_of(entry, corner);
        all.value += entry.surplus * line.value;
        all.slope += entry.surplus * line.slope;
      }
      for (int v = 0; v < B; ++v) {
        in_run.at[v] += splat(all.value) + (x.at[v] - splat(corner)) * splat(all.slope);
      }
    }
    for (int v = 0; v < B; ++v) sum.at[v] += in_run.at[v] * factor.at[v];
  };
  walk<T, B>(entries, tile, path, one, add_run);
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
template <class T, int B, bool together>
void accumulate_tile(const Entry<T>* entries, const Tile<T>& tile, T* path, const T* weights,
                     T* sums) {
  auto weight = load_row<T, B>(weights, 0);
  const auto common = load_row<T, B>(tile.common, 0);
  for (int v = 0; v < B; ++v) weight.at[v] *= common.at[v];
  const auto add_run = [&](const Run& run, const Row<T, B>& factor, const Row<T, B>& x)
      __attribute__((always_inline)) {
    for (const std::uint32_t* at = run.first; at != (together ? run.linear : run.last); ++at) {
      const Entry<T>& entry = entry_of(entries, *at);
      Vector<T> term{};
      for (int v = 0; v < B; ++v) {
        term += hat<T>(x.at[v], splat(entry.scale), splat(entry.index)) * factor.at[v];
      }
      sums[*at & ~listed_linear] += sum_of<T>(term);
    }
    if (!together || run.linear == run.last) return;
    const T corner = tile.corner[run.dimension];
    Vector<T> factors{};
    Vector<T> moments{};
    for (int v = 0; v < B; ++v) {
      factors += factor.at[v];
      moments += (x.at[v] - splat(corner)) * factor.at[v];
    }
    const T constant = sum_of<T>(factors);
    const T moment = sum_of<T>(moments);
    for (const std::uint32_t* at = run.linear; at != run.last; ++at) {
      const Line<T> line = line_of(entry_of(entries, *at), corner);
      sums[*at & ~listed_linear] += constant * line.value + moment * line.slope;
    }
  };
  walk<T, B>(entries, tile, path, weight, add_run);
}

}  // namespace
}  // namespace sparse_grid::support_list
