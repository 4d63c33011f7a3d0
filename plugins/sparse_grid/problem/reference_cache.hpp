// References that are expensive to compute, kept between processes in the host's content-addressed
// store.
#pragma once

#include <span>

#include "assay/plugin.hpp"
#include "sparse_grid/library/grid.hpp"
#include "sparse_grid/problem/reference.hpp"

namespace sparse_grid {

enum class Product { multi_eval, multi_eval_transposed };

// The given product of Reference(grid), from the host's cache where possible: every new process
// needs it, and for millions of points it takes a minute. The key is a hash of everything that the
// product depends on; a damaged entry is computed again. Sums may have been computed with another
// number of threads. A product that takes less than `worth_seconds` is not stored.
ReferenceResult cached_product(const assay::sdk::Host& host, Product product, const Grid& grid,
                               std::span<const double> data, std::span<const double> coefficients,
                               double worth_seconds = 1);

}  // namespace sparse_grid
