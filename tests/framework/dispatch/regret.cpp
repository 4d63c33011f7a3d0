#include "framework/dispatch/regret.hpp"

#include "tests/catch.hpp"
#include "tests/framework/dispatch/made_matrix.hpp"

using namespace assay;
using namespace assay::dispatch;

TEST_CASE("regrets are logarithms over the least cost, bounded, and 0 for ties") {
  const auto all = regrets(std::vector<double>{2, 1, 1.005, failed_cost, 1e9}, 0.01);
  CHECK(all[0] == Approx(std::log(2)));
  CHECK(all[1] == 0);
  CHECK(all[2] == 0);
  CHECK(all[3] == most_regret);
  CHECK(all[4] == most_regret);
  CHECK(regrets(std::vector<double>{failed_cost, failed_cost}, 0) == std::vector<double>{0, 0});
}

TEST_CASE("a summary's figures are those of their definitions") {
  CostMatrix matrix{{{"n", {}}}, {}, {}, {}};
  for (int i = 0; i < 40; ++i) {
    matrix.points.push_back({std::exp2(i % 20)});
    matrix.labels.emplace_back();
    matrix.costs.push_back({1, i < 36 ? 1.0 : 1.0 + 0.1 * (i - 35)});  // the last: 1.1 to 1.4
  }
  const auto summary = summarise_regret(matrix, [](std::size_t) { return std::size_t{1}; });
  CHECK(summary.instances == 40);
  CHECK(summary.failures == 0);
  CHECK(summary.share.median ==
        Approx(std::exp(-(std::log(1.1) + std::log(1.2) + std::log(1.3) + std::log(1.4)) / 40)));
  CHECK(summary.tail.median == Approx(0.2));  // the 38th of 40
  CHECK(summary.worst.median == Approx(0.4));
  CHECK(summary.share.lower < summary.share.median);
  CHECK(summary.share.upper > summary.share.median);
  CHECK(summarise_regret(matrix, [](std::size_t) { return std::size_t{0}; }).share.lower == 1);
}

TEST_CASE("a choice that fails is counted; where everything fails, nothing is") {
  const CostMatrix matrix{{{"n", {}}},
                          {{1}, {8}, {64}},
                          {"", "", ""},
                          {{1, failed_cost}, {1, 1}, {failed_cost, failed_cost}}};
  const auto summary = summarise_regret(matrix, [](std::size_t) { return std::size_t{1}; });
  CHECK(summary.instances == 2);
  CHECK(summary.failures == 1);
  CHECK(summary.worst.median == Approx(999));
}

TEST_CASE("intervals cover the true figure about as often as they say") {
  int covered = 0;
  constexpr int campaigns = 200;
  for (int k = 0; k < campaigns; ++k) {
    const auto matrix = test::made_matrix(
        150, 2, static_cast<std::uint64_t>(k), 0, [](std::size_t j, double r, double c) {
          // Of each square of sizes one in four costs 20% more.
          const bool dear =
              static_cast<int>(std::log2(r)) % 2 == 0 && static_cast<int>(std::log2(c)) % 2 == 0;
          return j == 1 && dear ? 1.2 : 1.0;
        });
    const auto summary = summarise_regret(matrix, [](std::size_t) { return std::size_t{1}; });
    const double truth = std::exp(-std::log(1.2) / 4);
    covered += summary.share.lower <= truth && truth <= summary.share.upper ? 1 : 0;
  }
  CHECK(covered >= 0.90 * campaigns);
  CHECK(covered <= 0.99 * campaigns);
}

TEST_CASE("the nearest instance's best pair is chosen, by ratios of sizes") {
  const CostMatrix seen{{{"n", {}}, {"kind", {"a", "b"}}},
                        {{10, 0}, {1000, 0}, {1000, 1}},
                        {"", "", ""},
                        {{1, 2, 3}, {2, 1, 3}, {3, 2, 1}}};
  CHECK(nearest_choice(seen, {}, {60, 0}) == 0);
  CHECK(nearest_choice(seen, {}, {200, 0}) == 1);
  CHECK(nearest_choice(seen, {}, {200, 1}) == 2);
}
