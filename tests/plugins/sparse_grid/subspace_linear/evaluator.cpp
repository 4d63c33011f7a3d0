#include "plugins/sparse_grid/subspace_linear/evaluator.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/plugins/sparse_grid/random_grid.hpp"

namespace assay::subspace_linear {
namespace {

using ::sparse_grid::Grid;
using ::sparse_grid::Random;

std::vector<std::size_t> supported_widths() {
  std::vector<std::size_t> widths{128};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) widths.push_back(256);
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) {
    widths.push_back(512);
  }
#endif
  return widths;
}

// max(0, 1 - |2^level x - index|), computed as the distance to the nearer end of the support, where
// this form does not cancel.
double hat(std::uint32_t level, std::uint32_t index, double x) {
  const long double scaled = std::ldexp(static_cast<long double>(x), static_cast<int>(level));
  const long double nearer = std::min(scaled - (index - 1), (index + 1) - scaled);
  return static_cast<double>(std::max(0.0L, nearer));
}

// A grid, a data set, and the results of both operators by direct summation in double.
template <class T>
struct Case {
  std::size_t d = 0;
  std::vector<std::uint32_t> levels, indices;
  std::vector<T> data, surpluses, weights;
  std::vector<double> values, sums;
  std::vector<double> value_scale, sum_scale;  // sums of magnitudes, with which rounding scales

  Case(const Grid& grid, std::vector<double> x, Random& random)
      : d(grid.dimensions()),
        levels(grid.levels().begin(), grid.levels().end()),
        indices(grid.indices().begin(), grid.indices().end()),
        data(x.begin(), x.end()) {
    const std::size_t n = grid.size();
    const std::size_t m = data.size() / d;
    for (const double a : ::sparse_grid::random_numbers(random, n)) {
      surpluses.push_back(static_cast<T>(a));
    }
    for (const double w : ::sparse_grid::random_numbers(random, m)) {
      weights.push_back(static_cast<T>(w));
    }
    values.assign(m, 0);
    value_scale.assign(m, 0);
    sums.assign(n, 0);
    sum_scale.assign(n, 0);
    for (std::size_t i = 0; i < m; ++i) {
      for (std::size_t k = 0; k < n; ++k) add(i, k);
    }
  }

  void add(std::size_t i, std::size_t k) {
    double basis = 1;
    for (std::size_t j = 0; j < d && basis != 0; ++j) {
      basis *= hat(levels[k * d + j], indices[k * d + j], static_cast<double>(data[i * d + j]));
    }
    values[i] += surpluses[k] * basis;
    value_scale[i] += std::abs(surpluses[k] * basis);
    sums[k] += weights[i] * basis;
    sum_scale[k] += std::abs(weights[i] * basis);
  }

  [[nodiscard]] GridView view() const { return {d, levels, indices}; }

  void check_evaluate(const Settings& settings) const {
    Evaluator<T> evaluator(Operation::multi_eval, view(), std::span<const T>(data), settings);
    std::vector<T> result(values.size(), std::numeric_limits<T>::quiet_NaN());
    for (int repetition = 0; repetition < 2; ++repetition) {
      evaluator.arrange(surpluses);
      evaluator.compute();
      evaluator.collect(result);
      compare(result, values, value_scale);
    }
  }

  void check_accumulate(const Settings& settings) const {
    Evaluator<T> evaluator(Operation::multi_eval_transposed, view(), std::span<const T>(data),
                           settings);
    std::vector<T> result(sums.size(), std::numeric_limits<T>::quiet_NaN());
    for (int repetition = 0; repetition < 2; ++repetition) {
      evaluator.arrange(weights);
      evaluator.compute();
      evaluator.collect(result);
      compare(result, sums, sum_scale);
    }
  }

  void compare(const std::vector<T>& result, const std::vector<double>& expected,
               const std::vector<double>& scale) const {
    // A basis function is a product of d ratios with a few roundings each; sums add some more.
    const double unit = std::numeric_limits<T>::epsilon() * (8.0 * static_cast<double>(d) + 64);
    for (std::size_t k = 0; k < expected.size(); ++k) {
      if (!(std::abs(result[k] - expected[k]) <= unit * scale[k] + 1e-30)) {
        FAIL("element " << k << " of " << expected.size() << ", d = " << d << ": " << result[k]
                        << " instead of " << expected[k]);
      }
    }
  }

  void check_corners() const {
    for (const std::size_t simd_bits : supported_widths()) {
      for (const std::size_t block_vectors : {1, 4, 16}) {
        for (const std::size_t points_per_tile : {0, 1, 16}) {
          for (const bool skipping : {true, false}) {
            for (const std::size_t compact : {0, 1, 2, 4, 8}) {
              INFO("simd_bits " << simd_bits << " block_vectors " << block_vectors
                                << " points_per_tile " << points_per_tile << " skipping "
                                << skipping << " compact " << compact);
              // Several threads are tried in few cases only: on a busy machine a barrier takes a
              // time slice.
              const std::size_t threads = block_vectors == 4 && compact == 2 && !skipping ? 3 : 1;
              const Settings settings{simd_bits, threads, block_vectors, points_per_tile, compact,
                                      skipping,  1e9};
              check_evaluate(settings);
              if (compact != 1) check_accumulate(settings);
            }
          }
        }
      }
    }
  }
};

template <class T>
void check_random_grids(std::uint64_t seed) {
  Random random(seed);
  for (const std::size_t d : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 28}) {
    const std::size_t m = d % 3 == 0 ? 1 : d % 3 == 1 ? 101 : 3;
    const auto grid = ::sparse_grid::random_grid(random, d, d > 8 ? 4 : 30, d == 1 ? 12 : 8);
    Case<T>(grid, ::sparse_grid::random_points(random, m * d), random).check_corners();
  }
}

}  // namespace

TEMPLATE_TEST_CASE("random adaptive grids agree with direct summation in every configuration", "",
                   float, double) {
  check_random_grids<TestType>(7);
}

TEMPLATE_TEST_CASE("regular grids agree with direct summation", "", float, double) {
  Random random(8);
  const auto grid = Grid::regular(3, 7);
  Case<TestType>(grid, ::sparse_grid::random_points(random, 3 * 1001), random).check_corners();
}

TEMPLATE_TEST_CASE("points on the border and on grid lines", "", float, double) {
  Random random(9);
  std::vector<double> data;
  const double edge = std::numeric_limits<TestType>::min();
  const double below_one = 1 - std::numeric_limits<TestType>::epsilon() / 2;
  const std::vector<double> hostile{0, 0.5, 1, 0.25, 0.375, edge, edge / 4, below_one};
  for (const double x : hostile) {
    for (const double y : hostile) data.insert(data.end(), {x, y});
  }
  Case<TestType>(Grid::regular(2, 8), data, random).check_corners();
}

TEMPLATE_TEST_CASE("one deep dimension", "", float, double) {
  Random random(10);
  Grid grid = Grid::regular(3, 2);
  const std::vector<std::uint32_t> level{1, 12, 1};
  for (const std::uint32_t index : {1U, 2049U, 4095U}) {
    grid.insert(level, std::vector<std::uint32_t>{1, index, 1});
  }
  auto data = ::sparse_grid::random_points(random, 3 * 203);
  for (std::size_t i = 0; i < 203; i += 2) data[3 * i + 1] = 2049.0 / 4096 + data[3 * i] / 8192;
  Case<TestType>(grid, data, random).check_corners();
}

TEST_CASE("missing points contribute nothing even where neighbours exist") {
  // In the first dimension, level 3 exists on the left only, and a point on the right meets NaN
  // there.
  Grid grid = Grid::regular(2, 2);
  const auto insert = [&](std::uint32_t l0, std::uint32_t i0, std::uint32_t l1, std::uint32_t i1) {
    grid.insert(std::vector{l0, l1}, std::vector{i0, i1});
  };
  insert(3, 1, 1, 1);
  insert(3, 1, 3, 3);
  Random random(11);
  Case<double>(grid, {0.9, 0.9, 0.1, 0.4, 0.1, 0.9, 0.3, 0.3, 0.9, 0.3}, random).check_corners();
}

TEST_CASE("grids of one point and none, data of none") {
  Random random(12);
  Case<double>(Grid::regular(4, 1), ::sparse_grid::random_points(random, 4 * 9), random)
      .check_corners();
  Case<double>(Grid(2), ::sparse_grid::random_points(random, 2 * 9), random).check_corners();
  Case<double>(Grid::regular(2, 3), {}, random).check_corners();
}

TEST_CASE("subgrids beyond the memory limit are refused with their size") {
  const auto evaluator = [](std::uint32_t level, double limit) {
    std::vector<std::uint32_t> levels, indices;
    for (std::uint32_t a = 1; a <= level; ++a) {
      for (std::uint32_t b = 1; b <= level; ++b) {
        levels.insert(levels.end(), {a, b});
        indices.insert(indices.end(), {1, 1});
      }
    }
    const std::vector<double> data{0.5, 0.5};
    const GridView grid{2, levels, indices};
    return Evaluator<double>(Operation::multi_eval, grid, std::span<const double>(data),
                             {128, 1, 1, 0, 1, true, limit});
  };
  CHECK_NOTHROW(evaluator(5, 1e6));
  CHECK_THROWS_AS(evaluator(5, 1e3), TooLarge);
  CHECK_THROWS_WITH(evaluator(31, 1e12), contains("bytes"));
}

TEST_CASE("a width without kernels is refused") {
  const std::vector<std::uint32_t> one{1};
  const std::vector<double> data{0.5};
  CHECK_THROWS_WITH((Evaluator<double>(Operation::multi_eval, {1, one, one},
                                       std::span<const double>(data), {64, 1, 1, 0, 1, true, 1e9})),
                    contains("simd_bits = 64"));
}

}  // namespace assay::subspace_linear
