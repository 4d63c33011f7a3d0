// What the problems are made of: data points in the unit cube, a grid, its surpluses.
#pragma once

#include <vector>

#include "assay/plugin.hpp"
#include "sparse_grid/library/adaptive.hpp"
#include "sparse_grid/library/samples.hpp"
#include "sparse_grid/problem/arguments.hpp"

namespace sparse_grid {

struct Workload {
  Samples samples;
  Samples held_out;                     // of a regression: what is not learnt from
  AdaptiveGrid fit;                     // of a regression: without surpluses
  std::vector<assay::sdk::Fact> facts;  // of the data's origin
};

// Grids refined by regression come from the host's cache when the same data and options were
// prepared before.
Workload load_product(const assay::sdk::Host& host, const ProductArguments& arguments);
// The grid is refined by what is learnt from. Throws sdk::Error (ASSAY_INVALID) where there is
// nothing to learn, or too few points for both sides of the split.
Workload load_regression(const assay::sdk::Host& host, const RegressionArguments& arguments);

}  // namespace sparse_grid
