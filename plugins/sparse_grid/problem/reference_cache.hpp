// References that took long, kept between processes in the host's content-addressed store.
#pragma once

#include <span>

#include "assay/plugin.hpp"
#include "sparse_grid/library/grid.hpp"
#include "sparse_grid/problem/reference.hpp"

namespace sparse_grid {

enum class Product { multi_eval, multi_eval_transposed };

// That product of Reference(grid), from the host's cache where possible: every fresh process needs
// it again, and for millions of points it takes a minute. The key is a hash of all that it depends
// on; a damaged entry is computed anew. Sums may have been added up by another number of threads.
// What takes less than `worth_seconds` is sooner computed than worth its place on the disk.
ReferenceResult cached_product(const assay::sdk::Host& host, Product product, const Grid& grid,
                               std::span<const double> data, std::span<const double> coefficients,
                               double worth_seconds = 1);

}  // namespace sparse_grid
