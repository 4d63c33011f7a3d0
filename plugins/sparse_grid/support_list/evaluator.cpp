#include "sparse_grid/support_list/evaluator.hpp"

#include <omp.h>

#include <algorithm>

#include "assay/cache_line.hpp"
#include "assay/processor.hpp"
#include "assay/sizes.hpp"
#include "sparse_grid/library/nodes.hpp"
#include "sparse_grid/library/support.hpp"
#include "sparse_grid/library/support_entries.hpp"

namespace sparse_grid::support_list {
namespace {

constexpr std::size_t entry_words = SupportEntries::entry_words;

// The grid's entries, without surpluses.
template <class T>
std::vector<Entry<T>> without_surpluses(const SupportEntries& grid, std::size_t dimensions) {
  const auto shapes = grid.shapes<T>();
  std::vector<Entry<T>> entries(grid.size());
  for (std::size_t e = 0; e < entries.size(); ++e) {
    const uint4 words = load_quad(grid.words.data(), e);
    const std::uint32_t k = ENTRY_DIMENSION(words.x);
    entries[e] = {shapes[2 * e], shapes[2 * e + 1], 0,
                  static_cast<std::uint16_t>(k == ROOT_DIMENSION ? dimensions : k),
                  static_cast<std::uint16_t>(ENTRY_OPENS(words.x) ? ENTRY_DEPTH(words.x) : 0)};
  }
  return entries;
}

}  // namespace

template <class T>
Evaluator<T>::Evaluator(const GridPoints& grid, std::span<const T> data, const Settings& settings)
    : Evaluator(grid, SupportEntries(grid, settings.order.of_dimensions(grid)), data, settings) {}

template <class T>
Evaluator<T>::Evaluator(const GridPoints& grid, const SupportEntries& entries,
                        std::span<const T> data, const Settings& settings)
    : kernels_(assay::sdk::for_simd_bits(settings.simd_bits,
                                         [](auto width) { return kernels<T, width>(); })),
      threads_(settings.threads),
      walk_(settings.walk),
      tiles_(entries, data, grid.dimensions(),
             settings.order.of_data(grid, kernels_.lanes * walk_.vectors),
             kernels_.lanes * walk_.vectors, settings.memory_limit),
      entries_(without_surpluses<T>(entries, grid.dimensions())),
      path_size_(assay::sdk::rounded_up((grid.dimensions() + 1) * tiles_.tile_points(),
                                        2 * assay::sdk::cache_line / sizeof(T))),
      paths_(threads_ * path_size_),
      lanes_(tiles_.order().size()) {
  points_.resize(entries.size());
  for (std::size_t e = 0; e < points_.size(); ++e) points_[e] = entries.words[entry_words * e + 1];
  const std::size_t total = tiles_.entries_before(tiles_.size());
  for (std::size_t thread = 0; thread <= threads_; ++thread) {
    std::size_t tile = thread == 0 ? 0 : first_tiles_.back();
    while (tile < tiles_.size() && tiles_.entries_before(tile) * threads_ < total * thread) ++tile;
    first_tiles_.push_back(tile);
  }
}

template <class T>
void Evaluator<T>::for_each_tile(const auto& work) {
  const auto threads = static_cast<int>(threads_);
#pragma omp parallel for num_threads(threads) schedule(static, 1)
  for (int thread = 0; thread < threads; ++thread) {
    const auto t = static_cast<std::size_t>(thread);
    T* const path = paths_.data() + t * path_size_;
    for (std::size_t tile = first_tiles_[t]; tile < first_tiles_[t + 1]; ++tile) {
      work(tile, path, t);
    }
  }
}

template <class T>
void Evaluator<T>::arrange_surpluses(std::span<const T> surpluses) {
  for (std::size_t e = 0; e < entries_.size(); ++e) {
    if (points_[e] != no_point) entries_[e].surplus = surpluses[points_[e]];
  }
}

template <class T>
void Evaluator<T>::evaluate() {
  for_each_tile([this](std::size_t tile, T* path, std::size_t /*thread*/) {
    kernels_.evaluate(entries_.data(), tiles_.tile(tile), walk_, path,
                      lanes_.data() + tile * tiles_.tile_points());
  });
}

template <class T>
void Evaluator<T>::collect_values(std::span<T> values) const {
  for (std::size_t place = 0; place < lanes_.size(); ++place) {
    if (tiles_.order()[place] != no_point) values[tiles_.order()[place]] = lanes_[place];
  }
}

template <class T>
void Evaluator<T>::arrange_weights(std::span<const T> weights) {
  for (std::size_t place = 0; place < lanes_.size(); ++place) {
    lanes_[place] = tiles_.order()[place] == no_point ? 0 : weights[tiles_.order()[place]];
  }
}

template <class T>
void Evaluator<T>::accumulate() {
  entry_sums_.assign(threads_ * entries_.size(), 0);
  for_each_tile([this](std::size_t tile, T* path, std::size_t thread) {
    kernels_.accumulate(entries_.data(), tiles_.tile(tile), walk_, path,
                        lanes_.data() + tile * tiles_.tile_points(),
                        entry_sums_.data() + thread * entries_.size());
  });
}

template <class T>
void Evaluator<T>::collect_sums(std::span<T> sums) const {
  for (std::size_t e = 0; e < entries_.size(); ++e) {
    if (points_[e] == no_point) continue;
    T sum = 0;
    for (std::size_t t = 0; t < threads_; ++t) sum += entry_sums_[t * entries_.size() + e];
    sums[points_[e]] = sum;
  }
}

template class Evaluator<float>;
template class Evaluator<double>;

}  // namespace sparse_grid::support_list
