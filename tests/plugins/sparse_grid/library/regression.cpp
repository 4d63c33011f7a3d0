#include "plugins/sparse_grid/library/regression.hpp"

#include <omp.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "plugins/sparse_grid/library/adaptive.hpp"
#include "plugins/sparse_grid/library/hat.hpp"
#include "plugins/sparse_grid/library/subspaces.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/sparse_grid/random_grid.hpp"

using namespace sparse_grid;

namespace {

Eigen::MatrixXd dense(const Grid& grid, const std::vector<double>& data) {
  const std::size_t d = grid.dimensions();
  Eigen::MatrixXd b(grid.size(), data.size() / d);
  for (PointNumber p = 0; p < grid.size(); ++p) {
    for (std::size_t m = 0; m < data.size() / d; ++m) {
      b(static_cast<Eigen::Index>(p), static_cast<Eigen::Index>(m)) =
          basis(grid.level(p), grid.index(p), std::span(data).subspan(m * d, d));
    }
  }
  return b;
}

Eigen::Map<const Eigen::VectorXd> map(const std::vector<double>& v) {
  return {v.data(), static_cast<Eigen::Index>(v.size())};
}

}  // namespace

TEST_CASE("products with B agree with the dense matrix, rows kept or not", "[regression]") {
  Random random(41);
  for (const std::size_t d : {1, 2, 4, 7, 15}) {
    const auto grid = random_grid(random, d, 20);
    for (const std::size_t m : {1, 50, 700}) {
      const auto data = random_points(random, m * d);
      const auto v = random_numbers(random, m);
      const auto alpha = random_numbers(random, grid.size());
      const auto b = dense(grid, data);
      for (const std::size_t memory : {std::size_t{0}, std::size_t{1} << 30}) {
        const BasisRows rows(grid, data, memory);
        CHECK(rows.kept() == (memory > 0));
        const double scale = 1e-12 * static_cast<double>(m);
        CHECK((map(rows.times(v)) - b * map(v)).cwiseAbs().maxCoeff() <= scale);
        CHECK((map(rows.gram_times(alpha)) - b * (b.transpose() * map(alpha)))
                  .cwiseAbs()
                  .maxCoeff() <= scale * 10);
      }
    }
  }
}

TEST_CASE("a row holds each non-zero basis function once, also at tiny coordinates",
          "[regression]") {
  Random random(43);
  const auto grid = random_grid(random, 2, 60, 30);
  const BasisTree tree(grid);
  BasisTree::Scratch scratch;
  BasisRow row;
  for (int round = 0; round < 300; ++round) {
    auto x = random_points(random, 2);
    if (round % 3 == 0) x[0] *= 0x1p-60;
    tree.evaluate(x, scratch, row);
    std::vector<double> found(grid.size());
    for (std::size_t e = 0; e < row.points.size(); ++e) {
      CHECK(found[row.points[e]] == 0);
      found[row.points[e]] = row.values[e];
    }
    for (PointNumber p = 0; p < grid.size(); ++p) {
      const double phi = basis(grid.level(p), grid.index(p), x);
      CHECK(found[p] == Approx(phi).epsilon(1e-12).margin(1e-15));
    }
  }
}

TEST_CASE("conjugate gradients reach the solution of a dense solver", "[regression]") {
  Random random(47);
  for (int round = 0; round < 8; ++round) {
    const std::size_t d = 1 + random.below(4);
    const auto grid = random_grid(random, d, 6, 5);
    const std::size_t m = 200;
    const auto data = random_points(random, m * d);
    const auto targets = random_numbers(random, m);
    const RegressionOptions options{.lambda = 1e-2, .iterations = 1000, .tolerance = 1e-12};
    const auto solution = solve(BasisRows(grid, data), targets, options);

    const auto b = dense(grid, data);
    const auto n = static_cast<Eigen::Index>(grid.size());
    const Eigen::MatrixXd a =
        b * b.transpose() + static_cast<double>(m) * 1e-2 * Eigen::MatrixXd::Identity(n, n);
    const Eigen::VectorXd expected = a.llt().solve(b * map(targets));
    CHECK((map(solution.surpluses) - expected).cwiseAbs().maxCoeff() <=
          1e-9 * expected.cwiseAbs().maxCoeff());
    CHECK(solution.residual <= 1e-11);
    CHECK(solution.iterations < 1000);

    // A start from the solution leaves nothing to do.
    CHECK(solve(BasisRows(grid, data), targets, {.lambda = 1e-2, .tolerance = 1e-10},
                solution.surpluses)
              .iterations == 0);
  }
}

TEST_CASE("iterations are bounded and the stated residual is the true one", "[regression]") {
  const auto samples = friedman1_samples(5, 500, 3);
  const auto grid = Grid::regular(5, 3);
  const BasisRows rows(grid, samples.points);
  const auto solution = solve(rows, samples.targets, {.lambda = 1e-6, .iterations = 7});
  CHECK(solution.iterations == 7);
  const auto b = dense(grid, samples.points);
  const Eigen::VectorXd right = b * map(samples.targets);
  const auto alpha = map(solution.surpluses);
  const Eigen::VectorXd residual = right - b * (b.transpose() * alpha) - 500 * 1e-6 * alpha;
  CHECK(solution.residual == Approx(residual.norm() / right.norm()).epsilon(1e-9));
}

TEST_CASE("targets of zero have the solution zero", "[regression]") {
  const auto samples = uniform_samples(2, 50, 1);
  const auto grid = Grid::regular(2, 3);
  const auto solution = solve(BasisRows(grid, samples.points), std::vector<double>(50, 0.0), {});
  CHECK(solution.iterations == 0);
  CHECK(solution.surpluses == std::vector<double>(grid.size(), 0));
}

TEST_CASE("refinement by regression grows the grid where the function bends", "[regression]") {
  // The function has a kink at x0 = 0.3, around which points should gather.
  auto samples = uniform_samples(2, 3000, 5);
  for (std::size_t m = 0; m < samples.size(); ++m) {
    samples.targets.push_back(std::abs(samples.points[2 * m] - 0.3));
  }
  std::size_t steps = 0;
  std::size_t last = 0;
  const auto fit =
      fit_adaptive(samples, {.base_level = 2, .refinements = 6, .points_per_refinement = 4},
                   [&](std::size_t step, const Grid& grid, const Regression&) {
                     CHECK(step == steps++);
                     CHECK(grid.size() > last);
                     last = grid.size();
                   });
  CHECK(steps == 7);
  CHECK(fit.surpluses.size() == fit.grid.size());
  CHECK(statistics(fit.grid).average_utilisation < 1);
  const auto b = dense(fit.grid, samples.points);
  const Eigen::VectorXd errors = b.transpose() * map(fit.surpluses) - map(samples.targets);
  const double squared = errors.squaredNorm() / 3000;
  const auto coarse = fit_adaptive(samples, {.base_level = 2});
  const Eigen::VectorXd coarse_errors =
      dense(coarse.grid, samples.points).transpose() * map(coarse.surpluses) - map(samples.targets);
  CHECK(squared < 0.5 * coarse_errors.squaredNorm() / 3000);
}

TEST_CASE("the fit does not depend on the number of threads", "[regression]") {
  const auto samples = friedman1_samples(5, 2000, 9);
  const AdaptiveOptions options{.base_level = 2, .refinements = 3, .points_per_refinement = 10};
  const int usual = omp_get_max_threads();
  omp_set_num_threads(1);
  const auto first = fit_adaptive(samples, options);
  omp_set_num_threads(3);
  const auto second = fit_adaptive(samples, options);
  omp_set_num_threads(usual);
  CHECK(first.surpluses == second.surpluses);
  CHECK(std::ranges::equal(first.grid.levels(), second.grid.levels()));
}
