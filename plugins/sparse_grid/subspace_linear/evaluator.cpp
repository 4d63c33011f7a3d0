#include "sparse_grid/subspace_linear/evaluator.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "assay/cache_line.hpp"
#include "assay/processor.hpp"
#include "assay/sizes.hpp"

namespace assay::subspace_linear {
namespace {

void check_size(double bytes, double limit) {
  if (bytes <= limit) return;
  const auto gib = [](double b) { return std::to_string(b / 0x1p30) + " GiB"; };
  throw TooLarge("the full subgrids need " + std::to_string(bytes) + " bytes (" + gib(bytes) +
                 "), of which " + gib(limit) +
                 " are allowed; fewer threads may help, or a variant that stores existing points "
                 "only");
}

}  // namespace

template <class T>
Evaluator<T>::Evaluator(Operation operation, const GridView& grid, std::span<const T> data,
                        const Settings& settings)
    : operation_(operation),
      kernels_(sdk::for_simd_bits(static_cast<std::int64_t>(settings.simd_bits),
                                  [](auto width) { return kernels<T, width>(); })),
      threads_(static_cast<int>(settings.threads)),
      dimensions_(grid.dimensions) {
  const std::size_t block_vectors = std::min(settings.block_vectors, max_block_vectors);
  const SubspaceList subspaces = list_subspaces(grid);
  subspace_count_ = subspaces.entries.size();
  const std::size_t copies = transposed() ? settings.threads : 1;
  check_size(full_table_elements(subspaces) * sizeof(T) * static_cast<double>(copies),
             settings.memory_limit);
  tiling_ = tile_data(data, dimensions_, subspaces, settings.points_per_tile, kernels_.lanes,
                      block_vectors);
  points_.resize(tiling_.padded * dimensions_);
  copy_to_blocks(data, dimensions_, tiling_, kernels_.lanes, std::span<T>(points_));
  lanes_.assign(tiling_.padded, T{0});
  if (subspaces.entries.empty()) return;

  plan_ = make_plan(grid, subspaces, tiling_,
                    {operation, kernels_.lanes, settings.compact, settings.skipping});
  program_ = plan_.program();
  table_stride_ =
      sdk::rounded_up(plan_.table_size * sizeof(T) + table_slack_bytes, sdk::cache_line) /
      sizeof(T);
  table_.assign(table_stride_ * copies, std::numeric_limits<T>::quiet_NaN());
  scratch_stride_ =
      sdk::rounded_up(kernels_.scratch_bytes(program_, block_vectors), 2 * sdk::cache_line);
  scratch_.resize(scratch_stride_ * settings.threads);
}

template <class T>
std::size_t Evaluator<T>::tiles() const {
  return dimensions_ == 0 ? 0 : tiling_.corners.size() / dimensions_;
}

template <class T>
double Evaluator<T>::occupancy() const {
  return tiling_.padded == 0
             ? 1
             : static_cast<double>(tiling_.positions.size()) / static_cast<double>(tiling_.padded);
}

template <class T>
BlockView<T> Evaluator<T>::view(const Block& block) const {
  return {points_.data() + block.first * dimensions_,
          tiling_.corners.data() + std::size_t{block.tile} * dimensions_, block.vectors};
}

template <class T>
void Evaluator<T>::arrange(std::span<const T> operand) {
  transposed() ? scatter_weights(operand) : scatter_surpluses(operand);
}

template <class T>
void Evaluator<T>::compute() {
  if (empty()) return;
  transposed() ? accumulate() : evaluate();
}

template <class T>
void Evaluator<T>::collect(std::span<T> result) const {
  transposed() ? collect_sums(result) : collect_values(result);
}

template <class T>
void Evaluator<T>::scatter_surpluses(std::span<const T> surpluses) {
  for (std::size_t k = 0; k < surpluses.size(); ++k) table_[plan_.slots[k]] = surpluses[k];
}

template <class T>
void Evaluator<T>::evaluate() {
  const auto count = static_cast<std::ptrdiff_t>(tiling_.blocks.size());
#pragma omp parallel num_threads(threads_)
  {
    std::byte* scratch =
        scratch_.data() + scratch_stride_ * static_cast<std::size_t>(omp_get_thread_num());
#pragma omp for schedule(static)
    for (std::ptrdiff_t b = 0; b < count; ++b) {
      const Block& block = tiling_.blocks[static_cast<std::size_t>(b)];
      kernels_.evaluate(program_, table_.data(), view(block), scratch, lanes_.data() + block.first);
    }
  }
}

template <class T>
void Evaluator<T>::collect_values(std::span<T> values) const {
  const auto count = static_cast<std::ptrdiff_t>(values.size());
#pragma omp parallel for schedule(static) num_threads(threads_)
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    values[static_cast<std::size_t>(i)] = lanes_[tiling_.positions[static_cast<std::size_t>(i)]];
  }
}

template <class T>
void Evaluator<T>::scatter_weights(std::span<const T> weights) {
  const auto count = static_cast<std::ptrdiff_t>(weights.size());
#pragma omp parallel num_threads(threads_)
  {
#pragma omp for schedule(static)
    for (std::ptrdiff_t i = 0; i < count; ++i) {
      lanes_[tiling_.positions[static_cast<std::size_t>(i)]] = weights[static_cast<std::size_t>(i)];
    }
    // Existing points start at zero; all other elements have been NaN since construction.
    T* table = table_.data() + table_stride_ * static_cast<std::size_t>(omp_get_thread_num());
    for (const std::uint64_t slot : plan_.slots) table[slot] = T{0};
  }
}

template <class T>
void Evaluator<T>::accumulate() {
  const auto count = static_cast<std::ptrdiff_t>(tiling_.blocks.size());
#pragma omp parallel num_threads(threads_)
  {
    const auto thread = static_cast<std::size_t>(omp_get_thread_num());
    std::byte* scratch = scratch_.data() + scratch_stride_ * thread;
    T* table = table_.data() + table_stride_ * thread;
#pragma omp for schedule(static)
    for (std::ptrdiff_t b = 0; b < count; ++b) {
      const Block& block = tiling_.blocks[static_cast<std::size_t>(b)];
      kernels_.accumulate(program_, table, view(block), scratch, lanes_.data() + block.first);
    }
  }
}

template <class T>
void Evaluator<T>::collect_sums(std::span<T> sums) const {
  const std::size_t copies = table_.size() / std::max<std::size_t>(table_stride_, 1);
  const auto count = static_cast<std::ptrdiff_t>(sums.size());
#pragma omp parallel for schedule(static) num_threads(threads_)
  for (std::ptrdiff_t k = 0; k < count; ++k) {
    const std::uint64_t slot = plan_.slots[static_cast<std::size_t>(k)];
    T sum{0};
    for (std::size_t copy = 0; copy < copies; ++copy) sum += table_[copy * table_stride_ + slot];
    sums[static_cast<std::size_t>(k)] = sum;
  }
}

template class Evaluator<float>;
template class Evaluator<double>;

}  // namespace assay::subspace_linear
