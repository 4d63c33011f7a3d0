// A grid's coefficients from a file, for example what a compression has kept of a function.
#pragma once

#include <string>
#include <vector>

#include "compact_grid/library/grid.hpp"

namespace compact_grid {

// Reads [grid.points()] coefficients in the grid's order from a one-dimensional NumPy array. Throws
// sdk::Error (ASSAY_DATA_ERROR) for a file of another kind, another shape (the message says what is
// required), and a number that is not finite.
std::vector<double> read_coefficients(const std::string& path, const Grid& grid);

}  // namespace compact_grid
