// The support-list algorithm for one grid and one data set, on a CPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sparse_grid/library/aligned.hpp"
#include "sparse_grid/library/grid_points.hpp"
#include "sparse_grid/library/list_order.hpp"
#include "sparse_grid/support_list/kernels.hpp"
#include "sparse_grid/support_list/tiles.hpp"

namespace sparse_grid::support_list {

struct Settings {
  std::int64_t simd_bits;
  std::size_t threads;
  Walk walk;
  ListOrder order;
  double memory_limit;  // bytes that the lists may take
};

// The data that depends only on a grid and a data set, and both products. T is float or double.
template <class T>
class Evaluator {
 public:
  // `data` is [m][dimensions] in [0, 1]. Nothing is borrowed after the call. Throws sdk::Error
  // (ASSAY_UNSUPPORTED) for a width that the processor lacks and, with the bytes, if the lists
  // would take more memory than allowed.
  Evaluator(const GridPoints& grid, std::span<const T> data, const Settings& settings);

  [[nodiscard]] const TiledData<T>& tiles() const { return tiles_; }

  // v = B^T alpha: from surpluses [n] to values [m].
  void arrange_surpluses(std::span<const T> surpluses);
  void evaluate();
  void collect_values(std::span<T> values) const;

  // v' = B v: from weights [m] to sums [n]. The results are bitwise reproducible for the same
  // number of threads.
  void arrange_weights(std::span<const T> weights);
  void accumulate();
  void collect_sums(std::span<T> sums) const;

 private:
  Evaluator(const GridPoints& grid, const SupportEntries& entries, std::span<const T> data,
            const Settings& settings);

  // Calls work(tile, path of the thread, thread) for each tile, in parallel. Each thread has
  // neighbouring tiles; the total lengths of the threads' lists are balanced.
  void for_each_tile(const auto& work);

  Kernels<T> kernels_;
  std::size_t threads_;
  Walk walk_;
  TiledData<T> tiles_;
  std::vector<Entry<T>> entries_;
  std::vector<std::uint32_t> points_;     // of the entries; no_point if they only open a parent
  std::vector<std::size_t> first_tiles_;  // [threads + 1]
  std::size_t path_size_;
  AlignedVector<T> paths_;       // [threads][path_size_]
  AlignedVector<T> lanes_;       // values or weights, tile by tile
  AlignedVector<T> entry_sums_;  // [threads][entries]
};

}  // namespace sparse_grid::support_list
