// A grid's coefficients in a file: what a compression has left of a function.
#pragma once

#include <string>
#include <vector>

#include "compact_grid/library/grid.hpp"

namespace compact_grid {

// [grid.points()] in the grid's order, from a NumPy array of one dimension. Throws sdk::Error
// (ASSAY_DATA_ERROR): for a file that is none, another shape (what is needed is told), and a number
// that is not finite.
std::vector<double> read_coefficients(const std::string& path, const Grid& grid);

}  // namespace compact_grid
