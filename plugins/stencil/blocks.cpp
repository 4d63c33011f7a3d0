// blocks.cpu: blocks of rows and planes, so small that their surroundings stay in the caches,
// shared among threads; rows are computed by vectors.
#include <algorithm>
#include <span>
#include <type_traits>
#include <vector>

#include "assay/precision.hpp"
#include "assay/processor.hpp"
#include "assay/sizes.hpp"
#include "stencil/kernels.hpp"
#include "stencil/stencil.hpp"

namespace stencil {
namespace {

using namespace assay::sdk;

static_assert(std::extent_v<decltype(Star<float>::around)> == most_radius);

template <class Real>
class Blocks : public Trial {
 public:
  explicit Blocks(const Task& task)
      : grid_(task),
        block_rows_(task.configuration().size("block_rows")),
        block_planes_(task.configuration().size("block_planes")),
        lead_(task.configuration().size("lead")),
        threads_(static_cast<int>(threads_of(task))),
        is_streaming_(has_streaming_stores(task)),
        kernels_(for_simd_bits(
            task.configuration().integer("simd_bits"),
            [&](auto width) { return kernels<Real, width>(grid_.radius, grid_.is_flat()); })),
        weights_(elements<const Real>(task.input("weights"))),
        x_(elements<const Real>(task.input("x"))),
        y_(elements<Real>(task.output("y"))),
        zeros_(grid_.width) {}

  void run() override {
    const std::size_t down = quotient_up(grid_.height, block_rows_);
    const std::size_t blocks = down * quotient_up(grid_.depth, block_planes_);
#pragma omp parallel num_threads(threads_) if (threads_ > 1)
    {
      std::vector<Real> row(is_streaming_ ? grid_.width : 0);
#pragma omp for schedule(static) nowait
      for (std::size_t block = 0; block < blocks; ++block) {
        compute(block % down * block_rows_, block / down * block_planes_, row.data());
      }
      finish_streaming();
    }
  }

 private:
  // `streamed` has room for a row on its way past the caches.
  void compute(std::size_t first_row, std::size_t first_plane, Real* streamed) {
    const std::size_t end_row = std::min(first_row + block_rows_, grid_.height);
    const std::size_t end_plane = std::min(first_plane + block_planes_, grid_.depth);
    for (std::size_t plane = first_plane; plane < end_plane; ++plane) {
      for (std::size_t row = first_row; row < end_row; ++row) {
        Real* const result = y_.data() + place(row, plane);
        kernels_.compute(star(row, plane), weights_.data(), is_streaming_ ? streamed : result);
        if (is_streaming_) kernels_.stream(streamed, grid_.width, result);
      }
    }
  }

  [[nodiscard]] Star<Real> star(std::size_t row, std::size_t plane) const {
    Star<Real> star{row_at(row, plane), {}, ahead(row, plane), grid_.width};
    for (std::size_t d = 1; d <= grid_.radius; ++d) {
      const Real* const around[] = {row_at(row - d, plane), row_at(row + d, plane),
                                    row_at(row, plane - d), row_at(row, plane + d)};
      std::ranges::copy(around, star.around[d - 1]);
    }
    return star;
  }

  [[nodiscard]] const Real* ahead(std::size_t row, std::size_t plane) const {
    if (lead_ == 0) return nullptr;
    const std::size_t distance = grid_.radius + lead_;
    return grid_.is_flat() ? row_at(row + distance, plane) : row_at(row, plane + distance);
  }

  // Numbers before the first one wrap around to ones beyond the last.
  [[nodiscard]] const Real* row_at(std::size_t row, std::size_t plane) const {
    const bool is_inside = row < grid_.height && plane < grid_.depth;
    return is_inside ? x_.data() + place(row, plane) : zeros_.data();
  }
  [[nodiscard]] std::size_t place(std::size_t row, std::size_t plane) const {
    return (plane * grid_.height + row) * grid_.width;
  }

  Grid grid_;
  std::size_t block_rows_;
  std::size_t block_planes_;
  std::size_t lead_;
  int threads_;
  bool is_streaming_;
  Kernels<Real> kernels_;
  std::span<const Real> weights_;
  std::span<const Real> x_;
  std::span<Real> y_;
  std::vector<Real> zeros_;  // a row outside of the grid
};

}  // namespace

void describe_blocks(Plugin& plugin) {
  plugin.variant(
      {.name = "blocks.cpu",
       .problem = "stencil/grid",
       .doc = "Blocks of rows and planes, shared among threads; rows are computed by vectors.",
       .parameters = {{"block_rows", "Rows of a block.", powers_of_two(1, 512), 64},
                      {"block_planes", "Planes of a block.", powers_of_two(1, 256), 64,
                       "depth > 1"},
                      {"lead",
                       "Planes (of a flat grid: rows) beyond its star from which a row is fetched "
                       "into the caches while another is computed; 0: none is.",
                       {0, 1, 2, 4},
                       1},
                      stores_parameter(),
                      threads_parameter(),
                      simd_bits_parameter()},
       .constraints = {threads_constraint(), simd_bits_constraint()},
       .prepare = [](const Task& task) {
         return prepare_by_precision<Blocks>(task.input("x"), task);
       }});
}

}  // namespace stencil
