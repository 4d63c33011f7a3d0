// Data sets enlarged beyond the given rows.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sparse_grid/library/samples.hpp"

namespace sparse_grid {

// Appends samples until there are `count`, by a smoothed bootstrap (Efron 1979; Silverman, Young
// 1987): a row drawn with replacement, plus noise with the rows' own covariance times h^2, the
// whole shrunk towards the mean so that means and covariances are preserved. h is half of the
// normal reference rule, because the full one smoothes distributions with several modes too much. A
// feature with few distinct values gets no noise, noise that leaves the unit cube is reflected at
// its border, and the target is the row's. The given samples stay first and unchanged. Requires two
// samples or more; a `count` below the size changes nothing. Equal arguments give equal samples.
void grow_by_bootstrap(Samples& samples, std::size_t count, std::uint64_t seed);

}  // namespace sparse_grid
