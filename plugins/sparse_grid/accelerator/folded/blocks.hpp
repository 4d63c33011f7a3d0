// The products of tiles as blocks of matrices: kernels/sparse_grid/folded/blocks.h says what that
// is, blocks.kernel makes it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/folded/basis.hpp"
#include "sparse_grid/accelerator/folded/evaluator.hpp"

namespace sparse_grid::accelerator::folded {

// Rows of a work group's tables: for 1, its tile's factors, and front parts of a chunk. At first
// the points' coordinates take the place of these.
struct TableRows {
  std::size_t count;
  std::size_t of_coordinates;
};

class Blocks {
 public:
  // Throws ASSAY_UNSUPPORTED where a tile has more factors than there are rows for.
  Blocks(const Device& device, const Products& products, const TableRows& table_rows);

  // Compiles the program.
  static void compile(const Device& device);

  static constexpr std::size_t rows_of_block = 8;  // BLOCK

  // Divides the blocks of each chunk into so many shares, of about as much work: shares.kernel.
  [[nodiscard]] Words shares(const Device& device, std::uint32_t count) const;

  // The places of all blocks, and of one block more.
  [[nodiscard]] const Places& places() const { return places_; }
  // Words of a row, by four.
  [[nodiscard]] std::uint32_t row_quads() const { return row_quads_; }

  // blocks.h
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
