#include "plugins/sparse_grid/library/judgement.hpp"

#include <omp.h>

#include <Eigen/Dense>

#include "plugins/sparse_grid/library/hat.hpp"
#include "plugins/sparse_grid/library/samples.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/sparse_grid/random_grid.hpp"

using namespace sparse_grid;

namespace {

template <class T>
std::vector<T> rounded(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

}  // namespace

TEMPLATE_TEST_CASE("residual, magnitude and error are those of the dense matrices", "[judgement]",
                   float, double) {
  Random random(67);
  for (const std::size_t d : {1, 3, 6}) {
    for (const std::size_t m : {1, 40, 900}) {
      const auto grid = random_grid(random, d, 15);
      const auto n = static_cast<Eigen::Index>(grid.size());
      const auto points = rounded<TestType>(random_points(random, m * d));
      const auto targets = rounded<TestType>(random_numbers(random, m));
      const auto surpluses = random_numbers(random, grid.size());

      Eigen::MatrixXd b(n, m);
      for (PointNumber p = 0; p < grid.size(); ++p) {
        for (std::size_t j = 0; j < m; ++j) {
          const std::vector<double> x(points.begin() + static_cast<std::ptrdiff_t>(j * d),
                                      points.begin() + static_cast<std::ptrdiff_t>((j + 1) * d));
          b(p, static_cast<Eigen::Index>(j)) = basis(grid.level(p), grid.index(p), x);
        }
      }
      const Eigen::VectorXd alpha = Eigen::Map<const Eigen::VectorXd>(surpluses.data(), n);
      Eigen::VectorXd y(m);
      for (std::size_t j = 0; j < m; ++j) {
        y[static_cast<Eigen::Index>(j)] = static_cast<double>(targets[j]);
      }
      const double lambda = 0.25;
      const double shift = lambda * static_cast<double>(m);
      const Eigen::VectorXd errors = y - b.transpose() * alpha;
      const Eigen::VectorXd residual = b * errors - shift * alpha;
      const Eigen::VectorXd magnitude =
          b * (y.cwiseAbs() + b.transpose() * alpha.cwiseAbs()) + shift * alpha.cwiseAbs();

      const BasisTree tree(grid);
      const Labelled<TestType> data{points, targets, d};
      const Judgement found = judge(tree, data, lambda, surpluses);
      CHECK(found.residual == Approx(residual.norm()).epsilon(1e-10));
      CHECK(found.magnitude == Approx(magnitude.norm()).epsilon(1e-10));
      const double squared = errors.squaredNorm() / static_cast<double>(m);
      CHECK(found.squared_error == Approx(squared).epsilon(1e-10));
      CHECK(mean_squared_error(tree, data, surpluses) == Approx(squared).epsilon(1e-10));
    }
  }
}

TEST_CASE("the judgement does not depend on the number of threads", "[judgement]") {
  const auto samples = friedman1_samples(5, 3000, 9);
  const auto grid = Grid::regular(5, 3);
  const BasisTree tree(grid);
  Random random(71);
  const auto surpluses = random_numbers(random, grid.size());
  const Labelled<double> data{samples.points, samples.targets, 5};
  const int usual = omp_get_max_threads();
  omp_set_num_threads(1);
  const Judgement one = judge(tree, data, 1e-3, surpluses);
  omp_set_num_threads(3);
  const Judgement three = judge(tree, data, 1e-3, surpluses);
  omp_set_num_threads(usual);
  CHECK(one.residual == three.residual);
  CHECK(one.magnitude == three.magnitude);
  CHECK(one.squared_error == three.squared_error);
}
