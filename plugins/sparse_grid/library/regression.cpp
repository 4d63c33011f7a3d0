#include "sparse_grid/library/regression.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sparse_grid/library/host_system.hpp"

namespace sparse_grid {

Regression solve(const BasisRows& rows, std::span<const double> targets,
                 const RegressionOptions& options, std::span<const double> start,
                 const RegressionProgress& progress) {
  const auto gram = [&](const std::vector<double>& x, std::vector<double>& y) {
    y = rows.gram_times(x);
  };
  using System = HostSystem<double, decltype(gram)>;
  System system(gram, options.lambda * static_cast<double>(rows.data_points()));
  auto memory = System::memory(rows.points());
  memory.right = rows.times(targets);
  std::copy_n(start.begin(), std::min(start.size(), rows.points()), memory.solution.begin());
  const auto norm = [](const std::vector<double>& x) {
    double squared = 0;
    System::dot(x, x, squared);
    return std::sqrt(squared);
  };
  const double scale = norm(memory.right);
  const auto relative = [&](double residual) { return scale > 0 ? residual / scale : 0; };

  Regression result;
  result.iterations =
      conjugate_gradients(system, memory, {options.iterations, options.tolerance}, Start::solution,
                          [&](std::size_t iterations, double squared) {
                            if (!progress) return;
                            progress(iterations, relative(std::sqrt(squared)), memory.solution);
                          });
  system.apply(memory.solution, memory.image);
  System::subtract(memory.right, memory.image, memory.residual);
  result.residual = relative(norm(memory.residual));
  result.surpluses = std::move(memory.solution);
  return result;
}

}  // namespace sparse_grid
