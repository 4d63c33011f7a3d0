// The products of tiles as blocks of matrices: described in kernels/sparse_grid/folded/blocks.h,
// made by blocks.kernel.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/folded/basis.hpp"
#include "sparse_grid/accelerator/folded/evaluator.hpp"

namespace sparse_grid::accelerator::folded {

// The rows of a work group's tables: for 1, its tile's factors, and the front parts of a chunk. The
// points' coordinates first occupy the place of the front parts.
struct TableRows {
  std::size_t count;
  std::size_t of_coordinates;
};

class Blocks {
 public:
  // Throws ASSAY_UNSUPPORTED if a tile has more factors than there are rows for.
  Blocks(const Device& device, const Products& products, const TableRows& table_rows);

  // Compiles the program.
  static void compile(const Device& device);

  static constexpr std::size_t rows_of_block = 8;  // BLOCK

  // Divides the blocks of each chunk into `count` shares of about the same work (shares.kernel).
  [[nodiscard]] Words shares(const Device& device, std::uint32_t count) const;

  // The places of all blocks, and of one additional block.
  [[nodiscard]] const Places& places() const { return places_; }
  // Words of a row, in units of four.
  [[nodiscard]] std::uint32_t row_quads() const { return row_quads_; }

  // See blocks.h.
  Words tiles;
  Words rows;
  Words chunks;
  Words blocks;

 private:
  struct Layout;

  // Orders the parts in rows; returns the row of each part.
  Words order_rows(const Device& device, const Products& products, const Layout& layout);

  Places places_;
  std::uint32_t row_quads_;
  Words part_factors_;
};

}  // namespace sparse_grid::accelerator::folded
