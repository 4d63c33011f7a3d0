#include "sparse_grid/library/adaptive.hpp"

#include <utility>

#include "sparse_grid/library/refinement.hpp"

namespace sparse_grid {

AdaptiveGrid fit_adaptive(const Samples& samples, const AdaptiveOptions& options,
                          const AdaptiveProgress& progress, std::optional<AdaptiveStart> start) {
  AdaptiveGrid result{Grid::regular(samples.dimensions, options.base_level), {}};
  const auto solve_on_grid = [&](std::size_t step) {
    const BasisRows rows(result.grid, samples.points);
    Regression solution = solve(rows, samples.targets, options.regression, result.surpluses);
    if (progress) progress(step, result.grid, solution);
    result.surpluses = std::move(solution.surpluses);
  };
  std::size_t step = 0;
  if (start) {
    result = std::move(start->fit);
    step = start->refinements;
  } else {
    solve_on_grid(0);
  }
  while (step < options.refinements) {
    refine(result.grid,
           select_refinable(result.grid, result.surpluses, options.points_per_refinement));
    solve_on_grid(++step);
  }
  return result;
}

}  // namespace sparse_grid
