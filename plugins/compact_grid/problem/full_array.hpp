// A full grid's values in a file, sampled onto a sparse grid.
#pragma once

#include <string>
#include <vector>

#include "compact_grid/library/grid.hpp"

namespace compact_grid {

// Samples [grid.points()] values in the grid's order from a NumPy array with the grid's dimensions,
// each of 2^levels + 1 numbers if the grid has a boundary, otherwise of 2^levels - 1. Throws
// sdk::Error (ASSAY_DATA_ERROR) for a file of another kind, another shape (the message says what is
// required), and a number at a point of the grid that is not finite.
std::vector<double> sample_array(const std::string& path, const Grid& grid);

}  // namespace compact_grid
