#include "framework/insight/larger_budget.hpp"

#include <cmath>
#include <random>

#include "tests/catch.hpp"
#include "tests/framework/replay/recorded_spaces.hpp"

using namespace assay;

namespace {

// A partly searched space: `size` random trials with times from 1 to 3, few of them near 1.
RecordedSpace searched(std::size_t size, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  std::vector<std::optional<double>> objectives;
  for (std::size_t k = 0; k < size; ++k) {
    const double u = static_cast<double>(generator() >> 11) * 0x1p-53;
    objectives.emplace_back(1 + 2 * std::pow(u, 0.5));
  }
  auto space = test::line_space(objectives);
  space.whole = false;
  return space;
}

const BudgetOutlook& at(const std::vector<BudgetOutlook>& outlooks, std::uint64_t trials) {
  for (const auto& outlook : outlooks) {
    if (outlook.trials == trials) return outlook;
  }
  throw std::out_of_range("no such budget");
}

}  // namespace

TEST_CASE("what is recorded is told exactly, in expectation and as it was searched") {
  auto space = test::line_space({4.0, 2.0, 8.0, 1.0});
  space.whole = false;
  const auto outlooks = larger_budget(space);
  CHECK(at(outlooks, 1).expected_best == Approx(1 / ((0.25 + 0.5 + 0.125 + 1) / 4)));
  CHECK(at(outlooks, 1).chance == Approx(0.25));
  CHECK(at(outlooks, 1).as_searched == 4.0);
  // Of the six pairs of trials, three contain the time 1 and two of the others the time 2.
  CHECK(at(outlooks, 2).expected_best == Approx(6 / (3 + 2 * 0.5 + 0.25)));
  CHECK(at(outlooks, 2).as_searched == 2.0);
  CHECK(at(outlooks, 4).expected_best == 1);
  CHECK(at(outlooks, 4).chance == 1);
  CHECK_FALSE(at(outlooks, 4).extrapolated);
}

TEST_CASE("more trials never promise less, and the chance to beat the best is of no distribution") {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const auto outlooks = larger_budget(searched(10 + 7 * seed, seed));
    for (std::size_t k = 1; k < outlooks.size(); ++k) {
      CHECK(outlooks[k].expected_best <= outlooks[k - 1].expected_best);
    }
    REQUIRE(outlooks.back().extrapolated);
    CHECK(outlooks.back().chance == 0.75);
    CHECK(outlooks[outlooks.size() - 2].chance == 0.5);
  }
}

TEST_CASE("on random searches the extrapolation is right on average") {
  // Compares the gain promised after the first 100 trials of each of many searches with the gain
  // that 400 trials bring.
  double promised = 0;
  double kept = 0;
  double beaten = 0;
  constexpr int searches = 400;
  for (std::uint64_t seed = 1; seed <= searches; ++seed) {
    const auto whole = searched(400, seed);
    auto begun = whole;
    begun.configurations.resize(100);
    begun.outcomes.resize(100);
    const double best = at(larger_budget(begun), 100).expected_best;
    promised += best / at(larger_budget(begun), 400).expected_best - 1;
    const double later = at(larger_budget(whole), 400).expected_best;
    kept += best / later - 1;
    beaten += later < best ? 1 : 0;
  }
  CHECK(promised / searches == Approx(kept / searches).epsilon(0.3));
  CHECK(beaten / searches == Approx(0.75).margin(0.07));
}

TEST_CASE("a space that is whole has nothing left to buy") {
  const auto outlooks = larger_budget(test::noisy_space(64, 0.2));
  REQUIRE(outlooks.size() == 4);
  CHECK(outlooks.back().trials == 64);
  CHECK_FALSE(outlooks.back().extrapolated);
  CHECK_FALSE(outlooks.back().as_searched);
}

TEST_CASE("failures count as trials, and nothing but failures says nothing") {
  CHECK(larger_budget(test::line_space({std::nullopt, std::nullopt})).empty());
  auto space = test::line_space({std::nullopt, 3.0});
  space.whole = false;
  const auto outlooks = larger_budget(space);
  CHECK_FALSE(at(outlooks, 1).as_searched);
  // Half of the time the single trial fails, and its best counts as infinite.
  CHECK(at(outlooks, 1).expected_best == Approx(6));
}

TEST_CASE("where all times are the same more trials buy nothing") {
  auto space = test::line_space(std::vector<std::optional<double>>(16, 2.0));
  space.whole = false;
  for (const auto& outlook : larger_budget(space)) CHECK(outlook.expected_best == Approx(2));
}
