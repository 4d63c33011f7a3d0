#include "sparse_grid/streaming/evaluator.hpp"

#include <algorithm>
#include <limits>
#include <random>
#include <stdexcept>
#include <vector>

#include "assay/processor.hpp"
#include "grids.hpp"
#include "tests/catch.hpp"

using namespace assay::sparse_grid::streaming;

namespace {

constexpr Form kForms[] = {Form::kPlain, Form::kSign, Form::kClamp, Form::kFactored, Form::kShared};

struct Expected {
  std::vector<long double> result;
  std::vector<long double> tolerance;
};

// The operators by their definition, with a bound on the rounding errors of computing them in T:
// 2^l x - i loses at most one half epsilon, which may be all of a small factor; a product of d
// factors rounds 3 d + 2 times, and a sum once for each of its terms.
template <class T>
Expected by_definition(const GridView& grid, const std::vector<T>& data,
                       const std::vector<T>& operand, Operation operation) {
  const std::vector<long double> x(data.begin(), data.end());
  const auto m = data.size() / grid.dimensions;
  const bool transposed = operation == Operation::multi_eval_transposed;
  const auto size = transposed ? grid.points() : m;
  const long double half_epsilon = std::numeric_limits<T>::epsilon() / 2;
  const auto relative = half_epsilon * static_cast<long double>(3 * grid.dimensions + 2 +
                                                                (transposed ? m : grid.points()));
  // Level-1 factors below the smallest normal number count as zero, even for narrow hats.
  const long double smallest =
      std::ldexp(static_cast<long double>(std::numeric_limits<T>::min()), 20);
  Expected expected{std::vector<long double>(size), std::vector<long double>(size, smallest)};
  for (std::size_t p = 0; p < m; ++p) {
    for (std::size_t j = 0; j < grid.points(); ++j) {
      const auto to = transposed ? j : p;
      const auto factor = static_cast<long double>(operand[transposed ? p : j]);
      const auto phi = basis(grid, j, &x[p * grid.dimensions], half_epsilon);
      expected.result[to] += factor * phi.value;
      expected.tolerance[to] += std::fabs(factor) * (relative * phi.value + phi.growth);
    }
  }
  return expected;
}

template <class T>
std::vector<T> evaluate(const GridView& grid, const std::vector<T>& data,
                        const std::vector<T>& operand, Operation operation,
                        const Settings& settings) {
  Evaluator<T> evaluator(grid, data, operation, settings);
  const auto transposed = operation == Operation::multi_eval_transposed;
  std::vector<T> result(transposed ? grid.points() : data.size() / grid.dimensions,
                        std::numeric_limits<T>::quiet_NaN());
  // The evaluation runs twice, because what the first run leaves behind must not affect the second.
  for (int time = 0; time < 2; ++time) {
    evaluator.arrange(operand);
    evaluator.compute();
    evaluator.collect(result);
  }
  return result;
}

template <class T>
std::vector<Settings> all_settings() {
  std::vector<Settings> all;
  int turn = 0;
  for (const Form form : kForms) {
    for (const int bits : {128, 256, 512}) {
      for (const int vectors : {1, 2, 4, 8}) {
        for (const int unroll : {1, 2}) {
          const KernelShape shape{bits, vectors, unroll};
          if (!assay::sdk::processor_runs(bits)) continue;
          if (find_kernel<T>(form, Operation::multi_eval, shape) == nullptr) continue;
          // Tiles and threads vary in turn: tiles so small that they cut often, odd ones, and ones
          // larger than everything.
          const std::size_t grid_tiles[] = {1, 7, 64, 100000};
          const std::size_t data_tiles[] = {1, 100, 100000};
          all.push_back({form, shape, 1 + turn % 3, grid_tiles[turn % 4], data_tiles[turn % 3]});
          ++turn;
        }
      }
    }
  }
  return all;
}

template <class T>
void check_all(const GridView& grid, std::size_t m, std::mt19937_64& random) {
  const auto data = random_coordinates<T>(m * grid.dimensions, random);
  std::uniform_real_distribution<T> signed_unit(-1, 1);
  for (const auto operation : {Operation::multi_eval, Operation::multi_eval_transposed}) {
    const bool transposed = operation == Operation::multi_eval_transposed;
    std::vector<T> operand(transposed ? m : grid.points());
    for (auto& value : operand) value = signed_unit(random);
    const auto expected = by_definition<T>(grid, data, operand, operation);
    for (const auto& settings : all_settings<T>()) {
      CAPTURE(grid.dimensions, grid.points(), m, static_cast<int>(operation),
              static_cast<int>(settings.form), settings.shape.simd_bits, settings.shape.vectors,
              settings.shape.unroll, settings.threads, settings.grid_tile, settings.data_tile);
      const auto result = evaluate<T>(grid, data, operand, operation, settings);
      long double worst = 0;
      for (std::size_t k = 0; k < result.size(); ++k) {
        const auto error = std::fabs(static_cast<long double>(result[k]) - expected.result[k]);
        worst = std::max(worst, std::isnan(error) ? 1e9L : error / expected.tolerance[k]);
      }
      REQUIRE(static_cast<double>(worst) <= 1);
    }
  }
}

}  // namespace

TEMPLATE_TEST_CASE("every form and shape agrees with the definition on random adaptive grids", "",
                   float, double) {
  std::mt19937_64 random(20);
  for (const std::size_t dimensions : {1, 2, 3, 5, 8, 12, 28}) {
    const auto grid = RandomGrid(dimensions, 20, random).grow(30 + 40 / dimensions * 5);
    for (const std::size_t m : {1, 3, 131}) check_all<TestType>(grid.view(), m, random);
  }
}

TEMPLATE_TEST_CASE("a thousand data points and tiles that cut the trie everywhere", "", float,
                   double) {
  std::mt19937_64 random(21);
  const auto grid = RandomGrid(4, 6, random).grow(300);
  check_all<TestType>(grid.view(), 1001, random);
}

TEMPLATE_TEST_CASE("the grid of one point", "", float, double) {
  std::mt19937_64 random(22);
  const OwnedGrid grid{3, {1, 1, 1}, {1, 1, 1}};
  check_all<TestType>(grid.view(), 37, random);
}

TEMPLATE_TEST_CASE("missing ancestors are no obstacle", "", float, double) {
  std::mt19937_64 random(23);
  const OwnedGrid grid{3, {3, 1, 2, 2, 2, 2, 1, 4, 1}, {5, 1, 3, 1, 1, 3, 1, 15, 1}};
  check_all<TestType>(grid.view(), 37, random);
}

TEMPLATE_TEST_CASE("no data points give no values and sums of zero", "", float, double) {
  const OwnedGrid grid{2, {1, 1, 2, 1}, {1, 1, 3, 1}};
  for (const auto& settings : all_settings<TestType>()) {
    CHECK(evaluate<TestType>(grid.view(), {}, {1, 2}, Operation::multi_eval, settings).empty());
    const auto sums =
        evaluate<TestType>(grid.view(), {}, {}, Operation::multi_eval_transposed, settings);
    CHECK(sums == std::vector<TestType>{0, 0});
  }
}

TEST_CASE("a grid point's own basis function is one there") {
  std::mt19937_64 random(24);
  const auto grid = RandomGrid(3, 9, random).grow(100);
  for (const auto& settings : all_settings<double>()) {
    for (std::size_t j = 0; j < grid.view().points(); j += 9) {
      std::vector<double> x;
      for (std::size_t k = 3 * j; k < 3 * j + 3; ++k) {
        x.push_back(std::ldexp(grid.indices[k], -static_cast<int>(grid.levels[k])));
      }
      std::vector<double> surpluses(grid.view().points(), 0.0);
      surpluses[j] = 3;
      const auto value =
          evaluate<double>(grid.view(), x, surpluses, Operation::multi_eval, settings);
      REQUIRE(value[0] == Approx(3).epsilon(1e-14));
    }
  }
}

TEST_CASE("a sum depends on the number of threads but not on their timing") {
  std::mt19937_64 random(25);
  const auto grid = RandomGrid(3, 6, random).grow(100);
  const auto data = random_coordinates<float>(3 * 5000, random);
  const std::vector<float> weights(5000, 0.1F);
  Settings settings;
  settings.threads = 4;
  const auto once =
      evaluate<float>(grid.view(), data, weights, Operation::multi_eval_transposed, settings);
  for (int time = 0; time < 5; ++time) {
    CHECK(once ==
          evaluate<float>(grid.view(), data, weights, Operation::multi_eval_transposed, settings));
  }
}

TEST_CASE("what cannot be evaluated is refused by name") {
  const auto build = [](const OwnedGrid& grid, const std::vector<float>& data,
                        const Settings& settings) {
    Evaluator<float>(grid.view(), data, Operation::multi_eval, settings);
  };
  const Settings fine;
  CHECK_THROWS_WITH(build({2, {1, 1, 1, 0}, {1, 1, 1, 1}}, {}, fine),
                    contains("grid point 1, dimension 1: level 0"));
  CHECK_THROWS_WITH(build({2, {1, 3}, {1, 4}}, {}, fine), contains("dimension 1: index 4"));
  CHECK_THROWS_WITH(build({1, {3}, {9}}, {}, fine), contains("below 2^3"));
  CHECK_THROWS_WITH(build({1, {25}, {1}}, {}, fine), contains("outside 1 to 24"));
  CHECK_THROWS_WITH(build({1, {1, 1}, {1, 1}}, {}, fine), contains("points 0 and 1 are the same"));
  CHECK_THROWS_WITH(build({2, {1, 1}, {1, 1}}, {0.5F}, fine), contains("1 coordinates"));
  Settings odd;
  odd.shape.vectors = 3;
  CHECK_THROWS_WITH(build({1, {1}, {1}}, {}, odd), contains("3 vectors"));
  Settings idle;
  idle.threads = 0;
  CHECK_THROWS_WITH(build({1, {1}, {1}}, {}, idle), contains("must be positive"));
}
