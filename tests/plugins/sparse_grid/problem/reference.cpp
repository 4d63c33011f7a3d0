#include "plugins/sparse_grid/problem/reference.hpp"

#include <algorithm>
#include <cmath>

#include "plugins/sparse_grid/library/hat.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/sparse_grid/random_grid.hpp"

using namespace sparse_grid;

namespace {

// A term of direct summation, with the slack computed from its definition.
struct Term {
  double phi;
  double slack;
};

Term direct(const Grid& grid, PointNumber p, std::span<const double> x) {
  Term term{basis(grid.level(p), grid.index(p), x), 0};
  for (std::size_t k = 0; k < x.size(); ++k) {
    double others = 1;
    for (std::size_t j = 0; j < x.size(); ++j) {
      if (j != k) others *= hat(grid.level(p)[j], grid.index(p)[j], x[j]);
    }
    term.slack += others;
  }
  return term;
}

}  // namespace

TEST_CASE("the recursive descent agrees with direct summation", "[reference]") {
  Random random(21);
  for (std::size_t d = 1; d <= 10; ++d) {
    for (int round = 0; round < 6; ++round) {
      const auto grid = random_grid(random, d, 12);
      const std::size_t m = 1 + random.below(40);
      const auto data = random_points(random, m * d);
      const auto surpluses = random_numbers(random, grid.size());
      const auto weights = random_numbers(random, m, 0.5, 1.5);
      const Reference reference(grid);
      const auto values = reference.multi_eval(data, surpluses);
      const auto sums = reference.multi_eval_transposed(data, weights);
      REQUIRE(values.values.size() == m);
      REQUIRE(sums.values.size() == grid.size());

      std::vector<double> expected(grid.size());
      std::vector<double> slack(grid.size());
      std::vector<std::size_t> terms(grid.size());
      std::size_t nonzero = 0;
      double value_magnitude = 0;
      double value_slack = 0;
      std::size_t value_terms = 0;
      for (std::size_t k = 0; k < m; ++k) {
        double value = 0, magnitude = 0, row_slack = 0;
        std::size_t row_terms = 0;
        for (PointNumber p = 0; p < grid.size(); ++p) {
          const auto term = direct(grid, p, std::span(data).subspan(k * d, d));
          if (term.phi <= 0) continue;
          value += surpluses[p] * term.phi;
          magnitude += std::abs(surpluses[p]) * term.phi;
          row_slack += std::abs(surpluses[p]) * term.slack;
          expected[p] += weights[k] * term.phi;
          slack[p] += weights[k] * term.slack;
          ++terms[p];
          ++row_terms;
        }
        CHECK(values.values[k] == Approx(value).epsilon(1e-12).margin(1e-13));
        nonzero += row_terms;
        value_magnitude = std::max(value_magnitude, magnitude);
        value_slack = std::max(value_slack, row_slack);
        value_terms = std::max(value_terms, row_terms);
      }
      CHECK(reference.count_nonzero(std::span<const double>(data)) == nonzero);
      CHECK(values.magnitude == Approx(value_magnitude));
      CHECK(values.slack == Approx(value_slack));
      CHECK(values.most_terms == value_terms);
      for (PointNumber p = 0; p < grid.size(); ++p) {
        CHECK(sums.values[p] == Approx(expected[p]).epsilon(1e-12).margin(1e-14));
      }
      CHECK(sums.magnitude == Approx(*std::ranges::max_element(expected)));
      CHECK(sums.slack == Approx(*std::ranges::max_element(slack)));
      CHECK(sums.most_terms == *std::ranges::max_element(terms));
    }
  }
}

TEST_CASE("all basis functions vanish on the border", "[reference]") {
  const auto grid = Grid::regular(3, 4);
  const std::vector<double> data{0, 0.3, 0.7, 0.2, 1, 0.5};
  const std::vector<double> surpluses(grid.size(), 1.0);
  const auto result = Reference(grid).multi_eval(data, surpluses);
  CHECK(result.values == std::vector<double>{0, 0});
  CHECK(result.most_terms == 0);
}

TEST_CASE("at a grid point only its ancestors and itself count", "[reference]") {
  const auto grid = Grid::regular(1, 5);
  // x = 3/8 lies in the supports of 1/2 (hat 3/4) and 1/4 (hat 1/2), and is the centre of its own
  // hat.
  std::vector<double> surpluses(grid.size(), 1.0);
  const auto result = Reference(grid).multi_eval(std::vector{0.375}, surpluses);
  CHECK(result.values[0] == 0.75 + 0.5 + 1);
  CHECK(result.most_terms == 3);
}
