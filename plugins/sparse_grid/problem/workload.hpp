// The contents of the problems' instances: data points in the unit cube, a grid, its surpluses.
#pragma once

#include <vector>

#include "assay/plugin.hpp"
#include "sparse_grid/library/adaptive.hpp"
#include "sparse_grid/library/samples.hpp"
#include "sparse_grid/problem/arguments.hpp"

namespace sparse_grid {

struct Workload {
  Samples samples;
  Samples held_out;                     // for a regression: samples that are not learnt from
  AdaptiveGrid fit;                     // for a regression: without surpluses
  std::vector<assay::sdk::Fact> facts;  // about the data's origin
};

// Loads the data and grid of a product. Grids refined by regression come from the host's cache if
// the same data and options have been prepared before.
Workload load_product(const assay::sdk::Host& host, const ProductArguments& arguments);
// Loads the data and grid of a regression; the grid is refined by the training samples. Throws
// sdk::Error (ASSAY_INVALID) if there are no targets, or too few points for both sides of the
// split.
Workload load_regression(const assay::sdk::Host& host, const RegressionArguments& arguments);

}  // namespace sparse_grid
