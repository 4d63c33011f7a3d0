#pragma once

#include <cstdint>
#include <span>

#include "assay/plugin.hpp"
#include "sparse_grid/library/grid.hpp"

namespace sparse_grid {

// Reference::count_nonzero, from the host's cache if it has been counted before: it takes as long
// as a product by the definition, and every process that opens the instance, for either product,
// needs the same number. `data` is [m][dimensions] in [0, 1]; T is float or double.
template <class T>
std::uint64_t cached_nonzero_count(const assay::sdk::Host& host, const Grid& grid,
                                   std::span<const T> data);

}  // namespace sparse_grid
