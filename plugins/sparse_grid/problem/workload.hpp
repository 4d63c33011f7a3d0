// What both problems are made of: data points in the unit cube, a grid, its surpluses.
#pragma once

#include <vector>

#include "assay/plugin.hpp"
#include "sparse_grid/library/adaptive.hpp"
#include "sparse_grid/library/samples.hpp"
#include "sparse_grid/problem/arguments.hpp"

namespace sparse_grid {

struct Workload {
  Samples samples;
  AdaptiveGrid fit;
  std::vector<assay::sdk::Fact> facts;  // of the data's origin
};

// Grids refined by regression come from the host's cache when the same data and options were
// prepared before.
Workload load_workload(const assay::sdk::Host& host, const Arguments& arguments);

}  // namespace sparse_grid
