#include "sparse_grid/library/adaptive.hpp"

#include <utility>

#include "sparse_grid/library/refinement.hpp"

namespace sparse_grid {

AdaptiveGrid fit_adaptive(const Samples& samples, const AdaptiveOptions& options,
                          const AdaptiveProgress& progress) {
  AdaptiveGrid result{Grid::regular(samples.dimensions, options.base_level), {}};
  for (std::size_t step = 0;; ++step) {
    const BasisRows rows(result.grid, samples.points);
    Regression solution = solve(rows, samples.targets, options.regression, result.surpluses);
    if (progress) progress(step, result.grid, solution);
    result.surpluses = std::move(solution.surpluses);
    if (step == options.refinements) return result;
    refine(result.grid,
           select_refinable(result.grid, result.surpluses, options.points_per_refinement));
  }
}

}  // namespace sparse_grid
