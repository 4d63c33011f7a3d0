#include "framework/dispatch/pair_choice.hpp"

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/framework/dispatch/made_matrix.hpp"

using namespace assay;
using namespace assay::dispatch;

namespace {

double mean_regret(const CostMatrix& matrix, const std::vector<std::size_t>& pairs) {
  double sum = 0;
  for (const auto& costs : matrix.costs) {
    const auto all = regrets(costs, 0);
    double least = most_regret;
    for (const std::size_t pair : pairs) least = std::min(least, all[pair]);
    sum += least;
  }
  return sum / static_cast<double>(matrix.instances());
}

}  // namespace

TEST_CASE("the default is the best single pair of those that fail nowhere") {
  const CostMatrix matrix{
      {{"n", {}}}, {{1}, {2}, {3}}, {"", "", ""}, {{1, 2, 3}, {1, 2, 1}, {failed_cost, 2, 4}}};
  const PairChoice choice = choose_pairs(matrix, 1, 0);
  CHECK(choice.pairs == std::vector<std::size_t>{1});
  CHECK(choice.regrets[0] == Approx((std::log(2.0) + std::log(2.0)) / 3));
}

TEST_CASE("two pairs out of random ones are as good as the best two, within the bound") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    const auto matrix =
        test::made_matrix(40, 8, seed, 1, [](std::size_t, double, double) { return 1.0; });
    const PairChoice choice = choose_pairs(matrix, 2, 0);
    REQUIRE(choice.pairs.size() == 2);
    CHECK(choice.regrets[1] == Approx(mean_regret(matrix, choice.pairs)));
    // Brute force over second pairs, given the first.
    double least = most_regret;
    for (std::size_t j = 0; j < 8; ++j) {
      least = std::min(least, mean_regret(matrix, {choice.pairs[0], j}));
      CHECK(mean_regret(matrix, {choice.pairs[0]}) <= mean_regret(matrix, {j}) + 1e-12);
    }
    CHECK(choice.regrets[1] == Approx(least));
  }
}

TEST_CASE("pairs are added as long as one more gains enough, and regrets fall") {
  const auto matrix = test::made_matrix(200, 6, 1, 0, [](std::size_t j, double rows, double) {
    // Pair j < 4 is best in its own quarter of sizes; the last two are never best.
    if (j >= 4) return 3.0;
    return 1 + std::abs(std::floor(std::log2(rows) / 5) - static_cast<double>(j));
  });
  const PairChoice choice = choose_pairs(matrix, 12, 0.001);
  CHECK(choice.pairs.size() == 4);
  CHECK(choice.regrets.back() == Approx(0).margin(1e-12));
  CHECK(std::ranges::is_sorted(choice.regrets, std::greater<>()));
  CHECK(choose_pairs(matrix, 2, 0.001).pairs.size() == 2);
}
