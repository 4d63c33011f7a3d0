// registers.cpu: tile by tile through a buffer, so that rows of both matrices are read and written
// in long runs; blocks of a tile are transposed in vector registers.
#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "assay/cache_line.hpp"
#include "assay/processor.hpp"
#include "transpose/kernels.hpp"
#include "transpose/transpose.hpp"

namespace transpose {
namespace {

using namespace assay::sdk;

template <class Real>
class Registers : public Trial {
 public:
  explicit Registers(const Task& task)
      : extents_(task),
        tile_rows_(task.configuration().size("tile_rows")),
        tile_columns_(task.configuration().size("tile_columns")),
        rows_ahead_(task.configuration().size("rows_ahead")),
        threads_(threads_of(task)),
        is_streaming_(has_streaming_stores(task)),
        kernels_(for_simd_bits(task.configuration().integer("simd_bits"),
                               [](auto width) { return kernels<Real, width>(); })),
        stride_(tile_rows_ + cache_line / sizeof(Real)),
        gathered_(threads_ * tile_columns_ * stride_),
        a_(elements<const Real>(task.input("a"))),
        b_(elements<Real>(task.output("b"))) {}

  void run() override {
    const std::size_t across = quotient_up(extents_.columns, tile_columns_);
    const std::size_t tiles = across * quotient_up(extents_.rows, tile_rows_);
    const int threads = static_cast<int>(threads_);
#pragma omp parallel for schedule(static, 1) num_threads(threads) if (threads > 1)
    for (std::size_t thread = 0; thread < threads_; ++thread) {
      Real* const gathered = &gathered_[thread * tile_columns_ * stride_];
      const std::size_t end = (thread + 1) * tiles / threads_;
      for (std::size_t tile = thread * tiles / threads_; tile < end; ++tile) {
        move(tile / across * tile_rows_, tile % across * tile_columns_, gathered);
      }
      finish_streaming();
    }
  }

 private:
  void move(std::size_t first_row, std::size_t first_column, Real* gathered) {
    const Part<Real> part{&a_[first_row * extents_.columns + first_column], extents_.columns,
                          std::min(tile_rows_, extents_.rows - first_row),
                          std::min(tile_columns_, extents_.columns - first_column)};
    kernels_.gather(part, rows_ahead_, gathered, stride_);
    for (std::size_t j = 0; j < part.columns; ++j) {
      const Real* const row = gathered + j * stride_;
      Real* const target = &b_[(first_column + j) * extents_.rows + first_row];
      if (is_streaming_) {
        kernels_.stream(row, part.rows, target);
      } else {
        std::copy_n(row, part.rows, target);
      }
    }
  }

  Extents extents_;
  std::size_t tile_rows_;
  std::size_t tile_columns_;
  std::size_t rows_ahead_;
  std::size_t threads_;
  bool is_streaming_;
  Kernels<Real> kernels_;
  // Elements between rows of the buffer: with a line between them, neighbours do not meet in a set
  // of the cache.
  std::size_t stride_;
  std::vector<Real> gathered_;  // [threads, tile_columns, stride]: tiles of b
  std::span<const Real> a_;
  std::span<Real> b_;
};

}  // namespace

void describe_registers(Plugin& plugin) {
  plugin.variant(
      {.name = "registers.cpu",
       .problem = "transpose/matrix",
       .doc = "Tile by tile through a buffer, with blocks transposed in vector registers.",
       .parameters = {{"tile_rows", "Rows of a in a tile.", powers_of_two(16, 512), 128},
                      {"tile_columns", "Columns of a in a tile.", powers_of_two(16, 512), 64},
                      {"rows_ahead",
                       "Rows between the one that is read and one that is fetched into the caches; "
                       "0: none is.",
                       {0, 8, 16, 32}},
                      stores_parameter(),
                      simd_bits_parameter(),
                      threads_parameter()},
       .constraints =
           {{"tile_rows * tile_columns * (8 if precision == 'double' else 4) <= l2_bytes",
             "the buffer would not fit into a core's cache"},
            simd_bits_constraint(),
            threads_constraint()},
       .prepare = [](const Task& task) {
         return prepare_by_precision<Registers>(task.input("a"), task);
       }});
}

}  // namespace transpose
