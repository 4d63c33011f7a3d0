#include "evaluator.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "assay/sizes.hpp"

namespace assay::sparse_grid::streaming {
namespace {

bool relative_to_level_one(Form form) { return form == Form::kFactored || form == Form::kShared; }

template <class T>
Program<T> make_program(const GridView& grid, const Settings& settings) {
  check_grid<T>(grid);
  switch (settings.form) {
    case Form::kFactored:
      return factored_program<T>(grid, settings.grid_tile);
    case Form::kShared:
      return shared_program<T>(grid, settings.grid_tile);
    default:
      return flat_program<T>(grid, settings.grid_tile,
                             static_cast<std::size_t>(settings.shape.unroll));
  }
}

template <class T>
Kernel<T> require_kernel(Operation operation, const Settings& settings) {
  const auto& shape = settings.shape;
  if (auto kernel = find_kernel<T>(settings.form, operation, shape)) return kernel;
  throw std::invalid_argument(fmt::format(
      "there is no streaming kernel with {} bits, {} vectors and unroll {} for this form",
      shape.simd_bits, shape.vectors, shape.unroll));
}

}  // namespace

template <class T>
Evaluator<T>::Evaluator(const GridView& grid, std::span<const T> data, Operation operation,
                        const Settings& settings)
    : operation_(operation),
      settings_(settings),
      kernel_(require_kernel<T>(operation, settings)),
      program_(make_program<T>(grid, settings)),
      dimensions_(grid.dimensions),
      points_(data.size() / grid.dimensions),
      lanes_(static_cast<std::size_t>(settings.shape.simd_bits) / 8 / sizeof(T)),
      block_points_(lanes_ * static_cast<std::size_t>(settings.shape.vectors)),
      blocks_(sdk::quotient_up(points_, block_points_)),
      rows_(relative_to_level_one(settings.form) ? 2 * dimensions_ : dimensions_) {
  if (data.size() % dimensions_ != 0) {
    throw std::invalid_argument(fmt::format("{} coordinates do not make points of {} dimensions",
                                            data.size(), dimensions_));
  }
  if (settings.threads < 1 || settings.grid_tile < 1 || settings.data_tile < 1) {
    throw std::invalid_argument("threads, grid_tile and data_tile must be positive");
  }
  arrange_data(data);
  const auto padded = blocks_ * block_points_;
  seeds_ = level_one_;
  std::size_t widest = 0;
  for (const auto& tile : program_.tiles) widest = std::max(widest, tile.node_count);
  workspaces_.resize(static_cast<std::size_t>(settings.threads));
  for (auto& workspace : workspaces_) {
    workspace.stack.resize(program_.stack_depth * block_points_);
    if (operation == Operation::multi_eval_transposed) {
      workspace.lane_sums.resize(widest * lanes_);
      workspace.sums.resize(program_.origins.size());
    }
  }
  if (operation == Operation::multi_eval) {
    values_.resize(padded);
    surpluses_.resize(program_.origins.size());
  }
}

// Arranges the data. In the padding, seeds of zero make every product zero for any coordinates.
template <class T>
void Evaluator<T>::arrange_data(std::span<const T> data) {
  data_.assign(blocks_ * rows_ * block_points_, T{0});
  level_one_.assign(blocks_ * block_points_, T{0});
  const bool relative = relative_to_level_one(settings_.form);
  for (std::size_t m = 0; m < points_; ++m) {
    T* block = data_.data() + m / block_points_ * rows_ * block_points_ + m % block_points_;
    T product = 1;
    for (std::size_t k = 0; k < dimensions_; ++k) {
      const T x = data[m * dimensions_ + k];
      block[k * (rows_ / dimensions_) * block_points_] = x;
      if (!relative) continue;
      // Exact, unlike 1 - |2 x - 1|, whose error would be magnified by 2^(level - 1).
      const T hat = std::max(T{0}, 2 * std::min(x, 1 - x));
      // A subnormal hat has no finite reciprocal. Such a point is treated as a point on the
      // boundary, where every basis function is zero.
      const bool inside = hat >= std::numeric_limits<T>::min();
      block[(2 * k + 1) * block_points_] = inside ? 1 / hat : T{0};
      product *= inside ? hat : T{0};
    }
    level_one_[m] = product;
  }
}

template <class T>
void Evaluator<T>::arrange(std::span<const T> operand) {
  if (operation_ == Operation::multi_eval) {
    for (std::size_t node = 0; node < program_.origins.size(); ++node) {
      const auto point = program_.origins[node];
      surpluses_[node] = point == kNoPoint ? T{0} : operand[point];
    }
  } else {
    for (std::size_t m = 0; m < points_; ++m) seeds_[m] = level_one_[m] * operand[m];
  }
}

// The data points are divided evenly among threads. Each thread sums into memory of its own, so
// that the result depends on the number of threads but not on their timing.
template <class T>
void Evaluator<T>::compute() {
  const auto threads = workspaces_.size();
  if (operation_ == Operation::multi_eval) std::fill(values_.begin(), values_.end(), T{0});
#pragma omp parallel num_threads(settings_.threads)
  {
    // The runtime may grant fewer threads than requested.
    const auto step = static_cast<std::size_t>(omp_get_num_threads());
    for (auto t = static_cast<std::size_t>(omp_get_thread_num()); t < threads; t += step) {
      auto& workspace = workspaces_[t];
      std::fill(workspace.sums.begin(), workspace.sums.end(), 0.0);
      const auto stride = std::max<std::size_t>(1, settings_.data_tile / block_points_);
      const auto last = blocks_ * (t + 1) / threads;
      for (auto first = blocks_ * t / threads; first < last; first += stride) {
        compute_blocks(first, std::min(last, first + stride), workspace);
      }
    }
  }
}

template <class T>
void Evaluator<T>::compute_blocks(std::size_t first, std::size_t last, Workspace& workspace) {
  const bool transposed = operation_ == Operation::multi_eval_transposed;
  for (const auto& tile : program_.tiles) {
    Slice<T> slice{};
    slice.data = data_.data() + first * rows_ * block_points_;
    slice.seeds = seeds_.data() + first * block_points_;
    slice.blocks = last - first;
    slice.dimensions = dimensions_;
    slice.hats = program_.hats.data() + tile.first_hat;
    slice.hat_dimensions = program_.hat_dimensions.data() + tile.first_hat;
    slice.runs = program_.runs.data() + tile.first_run;
    slice.run_count = tile.run_count;
    slice.node_count = tile.node_count;
    slice.root = tile.root;
    slice.stack = workspace.stack.data();
    if (transposed) {
      slice.sums = workspace.lane_sums.data();
      std::fill_n(workspace.lane_sums.begin(), tile.node_count * lanes_, T{0});
      kernel_(slice);
      reduce_lanes(tile, workspace);
    } else {
      slice.values = values_.data() + first * block_points_;
      slice.surpluses = surpluses_.data() + tile.first_node;
      kernel_(slice);
    }
  }
}

template <class T>
void Evaluator<T>::reduce_lanes(const Tile& tile, Workspace& workspace) const {
  const T* lane = workspace.lane_sums.data();
  for (std::size_t node = 0; node < tile.node_count; ++node) {
    double sum = 0;
    for (std::size_t l = 0; l < lanes_; ++l) sum += static_cast<double>(*lane++);
    workspace.sums[tile.first_node + node] += sum;
  }
}

template <class T>
void Evaluator<T>::collect(std::span<T> result) const {
  if (operation_ == Operation::multi_eval) {
    std::copy_n(values_.begin(), points_, result.begin());
    return;
  }
  for (std::size_t node = 0; node < program_.origins.size(); ++node) {
    const auto point = program_.origins[node];
    if (point == kNoPoint) continue;
    double sum = 0;
    for (const auto& workspace : workspaces_) sum += workspace.sums[node];
    result[point] = static_cast<T>(sum);
  }
}

template class Evaluator<float>;
template class Evaluator<double>;

}  // namespace assay::sparse_grid::streaming
