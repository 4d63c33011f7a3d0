// loop.cpu and tiles.cpu: rows by rows, and tile by tile, so that what a cache line brings is used
// before it goes.
#include <algorithm>
#include <span>

#include "assay/processor.hpp"
#include "transpose/transpose.hpp"

namespace transpose {
namespace {

using namespace assay::sdk;

template <class Real>
class Tiles : public Trial {
 public:
  Tiles(const Task& task, std::size_t tile_rows, std::size_t tile_columns, std::size_t threads)
      : extents_(task),
        tile_rows_(tile_rows),
        tile_columns_(tile_columns),
        threads_(static_cast<int>(threads)),
        a_(elements<const Real>(task.input("a"))),
        b_(elements<Real>(task.output("b"))) {}

  void run() override {
    const std::size_t down = quotient_up(extents_.rows, tile_rows_);
    const std::size_t across = quotient_up(extents_.columns, tile_columns_);
    // Threads have neighbouring rows of b, so that they write to lines of their own.
#pragma omp parallel for schedule(static) num_threads(threads_) if (threads_ > 1)
    for (std::size_t tile = 0; tile < across * down; ++tile) {
      move(tile % down * tile_rows_, tile / down * tile_columns_);
    }
  }

 private:
  void move(std::size_t first_row, std::size_t first_column) {
    const std::size_t end_row = std::min(first_row + tile_rows_, extents_.rows);
    const std::size_t end_column = std::min(first_column + tile_columns_, extents_.columns);
    for (std::size_t j = first_column; j < end_column; ++j) {
      for (std::size_t i = first_row; i < end_row; ++i) {
        b_[j * extents_.rows + i] = a_[i * extents_.columns + j];
      }
    }
  }

  Extents extents_;
  std::size_t tile_rows_;
  std::size_t tile_columns_;
  int threads_;
  std::span<const Real> a_;
  std::span<Real> b_;
};

}  // namespace

void describe_cpu(Plugin& plugin) {
  plugin.variant({.name = "loop.cpu",
                  .problem = "transpose/matrix",
                  .doc = "Two nested loops in one thread, along the rows of b.",
                  .prepare = [](const Task& task) {
                    const Extents all(task);
                    return prepare_by_precision<Tiles>(task.input("a"), task, all.rows, all.columns,
                                                       std::size_t{1});
                  }});
  plugin.variant(
      {.name = "tiles.cpu",
       .problem = "transpose/matrix",
       .doc = "Tile by tile, shared among threads.",
       .parameters = {{"tile_rows", "Rows of a in a tile.", powers_of_two(4, 512), 64},
                      {"tile_columns", "Columns of a in a tile.", powers_of_two(4, 512), 16},
                      threads_parameter()},
       .constraints = {threads_constraint()},
       .prepare = [](const Task& task) {
         return prepare_by_precision<Tiles>(
             task.input("a"), task, task.configuration().size("tile_rows"),
             task.configuration().size("tile_columns"), threads_of(task));
       }});
}

}  // namespace transpose
