// Streaming evaluation of a sparse grid function on the CPU, in one configuration.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernel.hpp"
#include "program.hpp"
#include "sparse_grid/library/aligned.hpp"

namespace assay::sparse_grid::streaming {

using ::sparse_grid::AlignedVector;

struct Settings {
  Form form = Form::kShared;
  KernelShape shape{128, 4, 1};
  int threads = 1;
  std::size_t grid_tile = 256;   // basis functions that a kernel call works on
  std::size_t data_tile = 2048;  // data points of a kernel call; also bounds a partial sum's terms
};

// Evaluates an operator for a fixed grid and data set in three calls, so that a caller can time
// them separately: `arrange` brings what changes between evaluations into the internal order,
// `compute` does the work, `collect` returns the result.
template <class T>
class Evaluator {
 public:
  // `data` holds `points * grid.dimensions` coordinates in [0, 1], row-major; both are copied.
  // Throws std::invalid_argument for a grid out of range (see check_grid) or a shape without a
  // kernel.
  Evaluator(const GridView& grid, std::span<const T> data, Operation operation,
            const Settings& settings);

  // Sets the operand: a surplus per grid point (multi_eval), a weight per data point (transposed).
  void arrange(std::span<const T> operand);
  void compute();
  // Writes the result: a value per data point (multi_eval), a sum per grid point (transposed).
  void collect(std::span<T> result) const;

  // The number of hat functions evaluated at each data point, including padding and recomputed
  // products.
  [[nodiscard]] std::size_t hats_per_point() const { return program_.hats_per_sweep; }
  [[nodiscard]] std::size_t data_points() const { return points_; }

 private:
  // The memory of one thread.
  struct Workspace {
    AlignedVector<T> stack;
    AlignedVector<T> lane_sums;  // of one tile
    std::vector<double> sums;    // per node
  };

  void arrange_data(std::span<const T> data);
  // Evaluates blocks [first, last), grid tile by grid tile.
  void compute_blocks(std::size_t first, std::size_t last, Workspace& workspace);
  void reduce_lanes(const Tile& tile, Workspace& workspace) const;

  Operation operation_;
  Settings settings_;
  Kernel<T> kernel_;
  Program<T> program_;
  std::size_t dimensions_;
  std::size_t points_;        // data points
  std::size_t lanes_;         // of a register
  std::size_t block_points_;  // data points of a block
  std::size_t blocks_;
  std::size_t rows_;  // of a block
  AlignedVector<T> data_;
  AlignedVector<T> level_one_;  // per data point: the initial product of an unweighted point
  AlignedVector<T> seeds_;
  AlignedVector<T> values_;
  std::vector<T> surpluses_;
  std::vector<Workspace> workspaces_;
};

}  // namespace assay::sparse_grid::streaming
