// Grids refined by regression, as in the papers' scenarios (Luz 2017, Table 5.4).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sparse_grid/library/grid.hpp"
#include "sparse_grid/library/regression.hpp"
#include "sparse_grid/library/samples.hpp"

namespace sparse_grid {

struct AdaptiveOptions {
  std::uint32_t base_level = 2;
  std::size_t refinements = 0;
  std::size_t points_per_refinement = 80;
  RegressionOptions regression = {};
};

struct AdaptiveGrid {
  Grid grid;
  std::vector<double> surpluses;
};

// Called after each solution with the number of refinements done so far.
using AdaptiveProgress =
    std::function<void(std::size_t refinements, const Grid& grid, const Regression& solution)>;

// A fit after some of the refinements, from which the remaining ones can continue.
struct AdaptiveStart {
  AdaptiveGrid fit;
  std::size_t refinements = 0;
};

// Solves on the regular grid of the base level, then refines and solves again, as often as the
// options say; or continues from `start`, which must stem from the same samples and options and be
// no later, with the same result. The samples must have targets.
AdaptiveGrid fit_adaptive(const Samples& samples, const AdaptiveOptions& options,
                          const AdaptiveProgress& progress = nullptr,
                          std::optional<AdaptiveStart> start = std::nullopt);

}  // namespace sparse_grid
