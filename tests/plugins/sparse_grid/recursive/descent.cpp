#include "plugins/sparse_grid/recursive/descent.hpp"

#include <limits>

#include "plugins/sparse_grid/library/hat.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/sparse_grid/random_grid.hpp"

using namespace sparse_grid;
using recursive::Descent;
using recursive::NodeOrder;

namespace {

// Compares both products with direct summation in double on the rounded inputs.
template <class T>
void compare(Random& random, std::size_t d, NodeOrder order, int threads, std::size_t chunk) {
  const auto grid = random_grid(random, d, 15);
  const std::size_t n = grid.size();
  const std::size_t m = 1 + random.below(60);
  const auto rounded = [](const std::vector<double>& v) {
    return std::vector<T>(v.begin(), v.end());
  };
  const auto data = rounded(random_points(random, m * d));
  const auto surpluses = rounded(random_numbers(random, n));
  const auto weights = rounded(random_numbers(random, m));
  const std::vector<double> x(data.begin(), data.end());

  std::vector<double> values(m), sums(n);
  for (std::size_t k = 0; k < m; ++k) {
    for (PointNumber p = 0; p < n; ++p) {
      const double phi = basis(grid.level(p), grid.index(p), std::span(x).subspan(k * d, d));
      values[k] += static_cast<double>(surpluses[p]) * phi;
      sums[p] += static_cast<double>(weights[k]) * phi;
    }
  }

  const Descent<T> descent(grid, order);
  const typename Descent<T>::Sharing sharing{threads, chunk};
  const auto poison = std::numeric_limits<T>::quiet_NaN();
  std::vector<T> arranged(n, poison), result(m, poison), own(n * threads, poison), total(n, poison);
  descent.arrange(surpluses, arranged);
  descent.multi_eval(data, arranged, result, sharing);
  descent.accumulate(data, weights, own, sharing);
  descent.collect(own, total, threads);

  const double tolerance = 100 * std::numeric_limits<T>::epsilon();
  for (std::size_t k = 0; k < m; ++k) CHECK(std::abs(result[k] - values[k]) <= tolerance);
  for (std::size_t p = 0; p < n; ++p) CHECK(std::abs(total[p] - sums[p]) <= tolerance);
}

}  // namespace

TEST_CASE("the descent agrees with direct summation", "[recursive]") {
  Random random(31);
  for (const std::size_t d : {1, 2, 3, 5, 8, 12, 28}) {
    for (const auto order : {NodeOrder::insertion, NodeOrder::depth_first}) {
      compare<double>(random, d, order, 1, 64);
      compare<double>(random, d, order, 3, 7);
      compare<float>(random, d, order, 2, 16);
    }
  }
}

TEST_CASE("a basis function is not lost where a coarser one is too small for a float",
          "[recursive]") {
  Grid grid(1);
  const auto fine = grid.insert(std::vector<std::uint32_t>{20}, std::vector<std::uint32_t>{1});
  std::vector<float> surpluses(grid.size());
  surpluses[fine] = 1;
  const std::vector<float> data{1e-8F};
  std::vector<float> arranged(grid.size()), values(1);
  const Descent<float> descent(grid, NodeOrder::depth_first);
  descent.arrange(surpluses, arranged);
  descent.multi_eval(data, arranged, values, {1, 64});
  CHECK(values[0] == Approx(1e-8 * (1 << 20)));
}

TEST_CASE("an empty set of data points gives zeros", "[recursive]") {
  const auto grid = Grid::regular(2, 3);
  const Descent<double> descent(grid, NodeOrder::depth_first);
  std::vector<double> own(2 * grid.size(), 7), sums(grid.size(), 7);
  descent.accumulate({}, {}, own, {2, 64});
  descent.collect(own, sums, 2);
  CHECK(sums == std::vector<double>(grid.size(), 0));
}
