// Data sets grown beyond the rows at hand.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sparse_grid/library/samples.hpp"

namespace sparse_grid {

// Appends samples until there are `count`, by a smoothed bootstrap (Efron 1979; Silverman, Young
// 1987): a row drawn with replacement, with noise of the rows' own covariance times h^2, the whole
// shrunk towards the mean so that means and covariances stay. h is half of the normal reference
// rule, since that smoothes away what has several modes. A feature of few distinct values keeps
// them, noise that leaves the unit cube is reflected at its border, and the target is the row's.
// The samples at hand stay first, as they are. Needs two samples or more; `count` below the size
// changes nothing. Equal arguments give equal samples.
void grow_by_bootstrap(Samples& samples, std::size_t count, std::uint64_t seed);

}  // namespace sparse_grid
