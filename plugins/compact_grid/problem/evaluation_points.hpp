// The points at which a grid is evaluated: generated, or from a file.
#pragma once

#include <vector>

#include "assay/plugin.hpp"
#include "compact_grid/problem/arguments.hpp"

namespace compact_grid {

// Makes points [points][dimensions], row-major, in [0, 1]. Throws sdk::Error: ASSAY_INVALID for a
// slice that is not square or has one dimension, and, with the point's number, for a point outside
// the cube; ASSAY_DATA_ERROR for a file that is not a table with as many columns as the grid has
// dimensions.
std::vector<double> make_points(const assay::sdk::Host& host, const GridArguments& grid,
                                const PointArguments& arguments);

}  // namespace compact_grid
