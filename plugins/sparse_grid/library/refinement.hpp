// Surplus-based spatial refinement (Luz 2017, section 2.3; Pflueger 2010).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "sparse_grid/library/grid.hpp"

namespace sparse_grid {

// Whether any of the point's 2 * dimensions children is missing. Children beyond max_level do not
// exist and do not count as missing.
bool is_refinable(const Grid& grid, PointNumber point);

// The `count` refinable points (fewer if there are not enough) with the largest |surplus|, largest
// first; among equal ones the smaller number first. `surpluses` has one finite value for each
// point.
std::vector<PointNumber> select_refinable(const Grid& grid, std::span<const double> surpluses,
                                          std::size_t count);

// Adds both children of each point in every dimension, each after its missing ancestors.
void refine(Grid& grid, std::span<const PointNumber> points);

}  // namespace sparse_grid
