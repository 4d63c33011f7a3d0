// Compares both products with the definition, on grids, data and orders of all kinds.
#include "sparse_grid/support_list/evaluator.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "assay/processor.hpp"
#include "sparse_grid/library/hat.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/sparse_grid/random_grid.hpp"

namespace sparse_grid::support_list {
namespace {

struct Order {
  std::string curve = "z-order";
  std::int64_t dimensions = 0;
  std::int64_t bits = 0;
  std::string tree = "rarest-first";

  [[nodiscard]] const std::string& text(const std::string& name) const {
    return name == "data_order" ? curve : tree;
  }
  [[nodiscard]] ListOrder list_order() const {
    return {*this, [this](const std::string& name) {
              return name == "order_dimensions" ? dimensions : bits;
            }};
  }
};

Settings settings(std::int64_t simd_bits, std::size_t threads, std::size_t tile_vectors,
                  const Order& order, bool linear_together = true) {
  return {simd_bits, threads, {tile_vectors, linear_together}, order.list_order(), 1e9};
}

// A grid, a data set, and the results of both operators by definition. T holds all numbers exactly.
template <class T>
struct Case {
  Case(const Grid& made, const std::vector<double>& points, Random& random)
      : grid(made), data(points.begin(), points.end()) {
    const std::size_t d = grid.dimensions();
    for (const double a : random_numbers(random, grid.size())) surpluses.push_back(T(a));
    for (const double w : random_numbers(random, data.size() / d)) weights.push_back(T(w));
    values = sums = {};
    values.resize(weights.size());
    sums.resize(surpluses.size());
    for (std::size_t j = 0; j < weights.size(); ++j) {
      std::vector<double> x(d);
      for (std::size_t k = 0; k < d; ++k) x[k] = static_cast<double>(data[j * d + k]);
      for (PointNumber g = 0; g < grid.size(); ++g) {
        const double basis = sparse_grid::basis(grid.level(g), grid.index(g), x);
        values[j].add(static_cast<double>(surpluses[g]), basis);
        sums[g].add(static_cast<double>(weights[j]), basis);
      }
    }
  }

  void check(const Settings& chosen) const {
    Evaluator<T> evaluator(GridPoints(grid.dimensions(), grid.levels(), grid.indices()),
                           std::span<const T>(data), chosen);
    std::vector<T> result(weights.size(), std::numeric_limits<T>::quiet_NaN());
    std::vector<T> again(surpluses.size());
    std::vector<T> result_sums(surpluses.size(), std::numeric_limits<T>::quiet_NaN());
    for (int repetition = 0; repetition < 2; ++repetition) {
      evaluator.arrange_surpluses(surpluses);
      evaluator.evaluate();
      evaluator.collect_values(result);
      compare(result, values);
      evaluator.arrange_weights(weights);
      evaluator.accumulate();
      evaluator.collect_sums(result_sums);
      compare(result_sums, sums);
      if (repetition == 1) CHECK(again == result_sums);  // identical bits
      again = result_sums;
    }
  }

  // A sum by definition, and the scale of its rounding errors; the error of 1 - |y| is absolute.
  struct Sum {
    double value = 0;
    double scale = 0;
    void add(double coefficient, double basis) {
      value += coefficient * basis;
      scale += std::abs(coefficient);
    }
  };
  void compare(const std::vector<T>& result, const std::vector<Sum>& expected) const {
    const double unit =
        std::numeric_limits<T>::epsilon() * (8.0 * static_cast<double>(grid.dimensions()) + 64);
    for (std::size_t k = 0; k < expected.size(); ++k) {
      if (std::abs(result[k] - expected[k].value) <= unit * expected[k].scale) continue;
      FAIL("element " << k << " of " << expected.size() << ", d = " << grid.dimensions() << ": "
                      << result[k] << " instead of " << expected[k].value);
    }
  }

  const Grid& grid;
  std::vector<T> data, surpluses, weights;
  std::vector<Sum> values, sums;
};

std::vector<std::int64_t> supported_widths() {
  std::vector<std::int64_t> widths;
  for (const std::int64_t bits : {128, 256, 512}) {
    if (assay::sdk::processor_runs(bits)) widths.push_back(bits);
  }
  return widths;
}

template <class T>
void check_random_grids(std::uint64_t seed) {
  Random random(seed);
  for (const std::size_t d : {1, 2, 3, 4, 5, 6, 7, 10, 28, 64}) {
    const std::size_t m = d % 3 == 0 ? 1 : d % 3 == 1 ? 101 : 3;
    const auto grid = random_grid(random, d, d > 8 ? 3 : 20, d == 1 ? 12 : 8);
    const Case<T> problem(grid, random_points(random, m * d), random);
    for (const std::int64_t bits : supported_widths()) {
      for (const std::size_t vectors : {1, 2, 4, 8}) {
        INFO("simd_bits " << bits << ", tile_vectors " << vectors);
        problem.check(settings(bits, vectors == 4 ? 3 : 1, vectors, {}));
        problem.check(settings(bits, 1, vectors, {}, false));
      }
    }
    for (const char* curve : {"given", "z-order", "hilbert", "k-d"}) {
      for (const char* tree : {"given", "rarest-first"}) {
        for (const std::int64_t dimensions : {0, 2}) {
          INFO(curve << ", " << tree << ", order_dimensions " << dimensions);
          problem.check(settings(128, 2, 1, {curve, dimensions, dimensions, tree}));
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("Tiles and their lists give both products, whatever the order and the vectors") {
  check_random_grids<double>(3);
  check_random_grids<float>(4);
}

TEST_CASE("Points in one place, at corners and on grid lines, in adversarial order") {
  Random random(5);
  const Grid grid = random_grid(random, 3, 25);
  std::vector<double> data;
  for (std::size_t j = 0; j < 90; ++j) {
    // Every third data point is the same, and the others move from one corner of the cube to the
    // next.
    for (std::size_t k = 0; k < 3; ++k) {
      data.push_back(j % 3 == 0 ? 0.375 : static_cast<double>((j >> k) & 1U));
    }
  }
  const Case<double> corners(grid, data, random);
  for (const char* curve : {"given", "z-order", "k-d"}) {
    corners.check(settings(128, 1, 2, {.curve = curve}));
  }
}

TEST_CASE("A grid of one point, and more threads than tiles") {
  Random random(6);
  const Grid root(4);
  Grid grid = root;
  const std::vector<std::uint32_t> ones(4, 1);
  grid.insert(ones, ones);
  Case<float>(grid, random_points(random, 7 * 4), random).check(settings(128, 5, 1, {}));
}

TEST_CASE("Lists that would take more memory than allowed are refused with their size") {
  Random random(7);
  const Grid grid = Grid::regular(2, 4);
  const auto data = random_points(random, 2000);
  auto small = settings(128, 1, 1, {});
  small.memory_limit = 1000;
  try {
    const Evaluator<double> evaluator(GridPoints(2, grid.levels(), grid.indices()),
                                      std::span<const double>(data), small);
    FAIL("1000 bytes cannot be enough");
  } catch (const assay::sdk::Error& error) {
    CHECK_THAT(error.what(), contains("bytes, but only 1000 are allowed"));
  }
}

}  // namespace sparse_grid::support_list
