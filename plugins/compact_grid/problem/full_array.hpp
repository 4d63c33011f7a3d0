// A full grid's values in a file, sampled onto a sparse grid.
#pragma once

#include <string>
#include <vector>

#include "compact_grid/library/grid.hpp"

namespace compact_grid {

// [grid.points()] in the grid's order, from a NumPy array with as many dimensions, of 2^levels + 1
// numbers each where the grid has a boundary, else of 2^levels - 1. Throws sdk::Error
// (ASSAY_DATA_ERROR): for a file that is none, another shape (what is needed is told), and a number
// at a point of the grid that is not finite.
std::vector<double> sample_array(const std::string& path, const Grid& grid);

}  // namespace compact_grid
