// The subspace-linear evaluation of one grid on one data set, on a CPU: the plugin's variants
// without the plugin interface.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "sparse_grid/library/aligned.hpp"
#include "sparse_grid/subspace_linear/kernels.hpp"
#include "sparse_grid/subspace_linear/plan.hpp"
#include "sparse_grid/subspace_linear/subspaces.hpp"
#include "sparse_grid/subspace_linear/tiling.hpp"

namespace assay::subspace_linear {

using ::sparse_grid::AlignedVector;

struct Settings {
  std::size_t simd_bits = 128;  // 128, 256 or 512; must be supported by the processor
  std::size_t threads = 1;
  std::size_t block_vectors = 4;    // a power of two up to max_block_vectors
  std::size_t points_per_tile = 0;  // see tile_data
  std::size_t compact = 1;          // see PlanOptions
  bool skipping = true;
  double memory_limit = 0;  // bytes that the subgrids may take
};

// Thrown if the full subgrids would take more memory than allowed.
class TooLarge : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// One operation of one grid and data set, with everything that depends only on these. The
// constructor throws TooLarge or std::invalid_argument; the steps do not throw. T is float or
// double.
template <class T>
class Evaluator {
 public:
  // `data` is [m, dimensions] row-major in [0, 1]. Nothing is borrowed after the call.
  Evaluator(Operation operation, const GridView& grid, std::span<const T> data,
            const Settings& settings);

  // Sets the operand: surpluses [n], or weights [m] if transposed.
  void arrange(std::span<const T> operand);
  void compute();
  // Writes the result: values [m], or sums [n] if transposed.
  void collect(std::span<T> result) const;

  [[nodiscard]] std::size_t subspaces() const { return subspace_count_; }
  [[nodiscard]] std::size_t tiles() const;
  [[nodiscard]] std::size_t table_bytes() const { return table_.size() * sizeof(T); }
  // The share of the lanes that hold a data point.
  [[nodiscard]] double occupancy() const;

 private:
  void scatter_surpluses(std::span<const T> surpluses);
  void evaluate();
  void collect_values(std::span<T> values) const;

  void scatter_weights(std::span<const T> weights);
  void accumulate();
  void collect_sums(std::span<T> sums) const;

  [[nodiscard]] bool transposed() const { return operation_ == Operation::multi_eval_transposed; }
  [[nodiscard]] BlockView<T> view(const Block& block) const;
  [[nodiscard]] bool empty() const { return plan_.slots.empty(); }

  Operation operation_;
  Kernels<T> kernels_;
  int threads_;
  std::size_t dimensions_;
  std::size_t subspace_count_ = 0;
  Tiling tiling_;
  Plan plan_;
  Program program_;
  std::size_t table_stride_ = 0;    // elements of one thread's table
  AlignedVector<T> table_;          // one table, or one for each thread to accumulate in
  AlignedVector<T> points_;         // coordinates in blocks
  AlignedVector<T> lanes_;          // [padded] results or weights in the order of the blocks
  std::size_t scratch_stride_ = 0;  // bytes
  AlignedVector<std::byte> scratch_;
};

}  // namespace assay::subspace_linear
