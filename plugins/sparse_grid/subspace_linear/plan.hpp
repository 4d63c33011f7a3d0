// Turns the list of subspaces and the tiling of the data into the input of the kernels: the steps
// of the tree, and the place of every grid point in one table of full subgrids.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sparse_grid/library/operation.hpp"
#include "sparse_grid/subspace_linear/program.hpp"
#include "sparse_grid/subspace_linear/subspaces.hpp"
#include "sparse_grid/subspace_linear/tiling.hpp"

namespace assay::subspace_linear {

using ::sparse_grid::Operation;

struct PlanOptions {
  Operation operation = Operation::multi_eval;
  std::size_t lanes = 1;
  // Evaluation: subgrid parts of up to this many registers (1, 2, 4, 8) are permuted, larger ones
  // gathered; 0: all are gathered. Accumulation: up to this many cells (2, 4, 8) get a sum each; 0:
  // none.
  std::size_t compact = 0;
  bool skipping = true;
};

// The place of a grid point within a subgrid: the index bits that a tile shares come first, those
// that differ within a tile last, each in the order of the dimensions.
struct Plan {
  std::vector<Step> steps;
  std::vector<DimensionRows> rows;
  std::vector<std::uint64_t> slots;  // [n] place of each grid point in the table
  std::uint64_t table_size = 0;      // elements
  std::uint32_t ratio_rows = 0;
  std::uint32_t index_rows = 0;
  std::uint32_t depth = 0;
  bool skipping = true;

  // The program borrows from this plan.
  [[nodiscard]] Program program() const;
};

// The number of elements of a table with all subgrids in full, saturating at 2^62; callers check it
// before they make a plan.
double full_table_elements(const SubspaceList& subspaces);

// `subspaces` must not be empty. Throws std::invalid_argument if the index of a subgrid within a
// tile needs more than 30 bits.
Plan make_plan(const GridView& grid, const SubspaceList& subspaces, const Tiling& tiling,
               const PlanOptions& options);

}  // namespace assay::subspace_linear
