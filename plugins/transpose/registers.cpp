// registers.cpu: tile by tile through a buffer, so that rows of both matrices are read and written
// in long runs; blocks of a tile are transposed in vector registers.
#include <algorithm>
#include <cstddef>
#include <cstdint>
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
        threads_(threads_of(task)),
        fetches_next_(task.configuration().boolean("fetch_next")),
        is_streaming_(has_streaming_stores(task)),
        kernels_(for_simd_bits(task.configuration().integer("simd_bits"),
                               [](auto width) { return kernels<Real, width>(); })),
        stride_(tile_rows_ + cache_line / sizeof(Real)),
        gathered_(threads_ * tile_columns_ * stride_),
        a_(elements<const Real>(task.input("a"))),
        b_(elements<Real>(task.output("b"))) {}

  void run() override {
    const int threads = static_cast<int>(threads_);
#pragma omp parallel for schedule(static, 1) num_threads(threads) if (threads > 1)
    for (std::size_t thread = 0; thread < threads_; ++thread) {
      move_tiles(thread * tiles() / threads_, (thread + 1) * tiles() / threads_,
                 &gathered_[thread * tile_columns_ * stride_]);
    }
  }

 private:
  // Tiles are numbered along the rows of a, so that the next one continues the same rows.
  [[nodiscard]] std::size_t across() const { return quotient_up(extents_.columns, tile_columns_); }
  [[nodiscard]] std::size_t tiles() const {
    return across() * quotient_up(extents_.rows, tile_rows_);
  }
  struct Tile {
    std::size_t first_row;
    std::size_t first_column;
    Part<Real> part;
  };
  [[nodiscard]] Tile tile(std::size_t number) const {
    const std::size_t row = number / across() * tile_rows_;
    const std::size_t column = number % across() * tile_columns_;
    return {row,
            column,
            {&a_[row * extents_.columns + column], extents_.columns,
             std::min(tile_rows_, extents_.rows - row),
             std::min(tile_columns_, extents_.columns - column)}};
  }

  void move_tiles(std::size_t begin, std::size_t end, Real* gathered) {
    for (std::size_t number = begin; number < end; ++number) {
      const Tile own = tile(number);
      const bool has_next = fetches_next_ && number + 1 < end;
      const Part<Real> next = has_next ? tile(number + 1).part : Part<Real>{};
      const std::size_t columns = own.part.columns;
      kernels_.gather(own.part, gathered, stride_);
      for (std::size_t j = 0; j < columns; ++j) {
        // A share of the next tile with each row of this one: the memory reads while it writes.
        fetch_rows(next, next.rows * j / columns, next.rows * (j + 1) / columns);
        write(gathered + j * stride_, own.part.rows,
              &b_[(own.first_column + j) * extents_.rows + own.first_row]);
      }
    }
    finish_streaming();
  }

  static void fetch_rows(const Part<Real>& part, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Real* const row = part.first + i * part.stride;
      const auto* line = reinterpret_cast<const char*>(row);
      line -= reinterpret_cast<std::uintptr_t>(line) % cache_line;
      for (; line < reinterpret_cast<const char*>(row + part.columns); line += cache_line) {
        __builtin_prefetch(line);
      }
    }
  }

  void write(const Real* row, std::size_t count, Real* target) const {
    if (is_streaming_) {
      kernels_.stream(row, count, target);
    } else {
      std::copy_n(row, count, target);
    }
  }

  Extents extents_;
  std::size_t tile_rows_;
  std::size_t tile_columns_;
  std::size_t threads_;
  bool fetches_next_;
  bool is_streaming_;
  Kernels<Real> kernels_;
  // Elements from a row of the buffer to the next: with a line between them, neighbours do not meet
  // in a set of the cache.
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
                      {"fetch_next",
                       "The next tile is fetched into the caches while one is written.",
                       {false, true},
                       true},
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
