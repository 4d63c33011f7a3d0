#include "framework/replay/random_search.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "framework/core/error.hpp"
#include "framework/tune/strategy/permutation.hpp"
#include "tests/catch.hpp"
#include "tests/framework/replay/recorded_spaces.hpp"

using namespace assay;
using assay::test::line_space;
using assay::test::mean_of;
using assay::test::noisy_space;
using assay::test::public_spaces;

namespace {

double best_of(const RecordedSpace& space, const std::vector<std::size_t>& drawn) {
  double best = std::numeric_limits<double>::infinity();
  for (const std::size_t k : drawn)
    best = std::min(best, space.outcomes[k].objective.value_or(best));
  return best;
}

// The mean of gain(best) over all ways to draw `trials` configurations.
template <class Gain>
double enumerated(const RecordedSpace& space, std::size_t trials, const Gain& gain) {
  std::vector<bool> chosen(space.outcomes.size());
  std::fill(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(trials), true);
  double sum = 0;
  double ways = 0;
  do {
    std::vector<std::size_t> drawn;
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      if (chosen[k]) drawn.push_back(k);
    }
    sum += gain(best_of(space, drawn));
    ++ways;
  } while (std::prev_permutation(chosen.begin(), chosen.end()));
  return sum / ways;
}

}  // namespace

TEST_CASE("exact random search is the mean over all draws") {
  const auto failed = std::nullopt;
  const auto space = line_space({5.0, 2.0, failed, 2.0, 9.0, failed, 2.01, 3.0});
  const RandomSearch random(space);
  CHECK(random.optimum() == 2);
  for (std::size_t trials = 1; trials <= space.outcomes.size(); ++trials) {
    CAPTURE(trials);
    CHECK(random.optimum_over_best(trials) ==
          Approx(enumerated(space, trials, [](double best) { return 2 / best; })).epsilon(1e-12));
    CHECK(random.chance_within(1.01, trials) == Approx(enumerated(space, trials, [](double best) {
                                                  return best <= 2.02 ? 1.0 : 0.0;
                                                })).epsilon(1e-12));
  }
  CHECK(random.optimum_over_best(1000) == Approx(1));
}

TEST_CASE("exact random search with hardly a success") {
  const auto failed = std::nullopt;
  const RandomSearch random(line_space({failed, failed, 4.0, failed}));
  for (std::uint64_t trials = 1; trials <= 4; ++trials) {
    CHECK(random.optimum_over_best(trials) == Approx(static_cast<double>(trials) / 4));
  }
  const RandomSearch single(line_space({3.0}));
  CHECK(single.optimum_over_best(1) == 1);
  CHECK_THROWS_WITH(RandomSearch(line_space({failed, failed})), contains("all 2 configurations"));
}

TEST_CASE("exact random search agrees with plain random permutations") {
  const auto space = noisy_space(500, 0.2);
  const RandomSearch random(space);
  constexpr int searches = 4000;
  for (const std::uint64_t trials : {5U, 50U, 200U}) {
    std::vector<double> values;
    for (std::uint64_t seed = 0; seed < searches; ++seed) {
      const Permutation order(500, seed);
      std::vector<std::size_t> drawn;
      for (std::uint64_t k = 0; k < trials; ++k) drawn.push_back(order(k));
      values.push_back(1 / best_of(space, drawn));
    }
    const auto [mean, error] = mean_of(values);
    CAPTURE(trials, mean, error);
    CHECK(std::abs(random.optimum_over_best(trials) - mean) < 4 * error);
  }
}

TEST_CASE("exact random search keeps its digits on large spaces") {
  // All objectives are equal, so that the summed value is the probability of any success, 1 - C(f,
  // b) / C(n, b).
  std::vector<std::optional<double>> objectives(100'000, 2.0);
  for (std::size_t k = 0; k < 99'000; ++k) objectives[k].reset();
  const RandomSearch random(line_space(objectives));
  for (const std::uint64_t trials : {1U, 100U, 5000U, 90'000U}) {
    double none = 1;
    for (std::uint64_t k = 0; k < trials; ++k) {
      none *= (99'000.0 - static_cast<double>(k)) / (100'000.0 - static_cast<double>(k));
    }
    CHECK(random.optimum_over_best(trials) == Approx(1 - none).epsilon(1e-11));
  }
}

TEST_CASE("exact random search on public spaces") {
  const auto spaces = public_spaces();
  if (spaces.empty()) return;
  double sums[3] = {};
  for (const auto& space : spaces) {
    const RandomSearch random(space);
    sums[0] += random.optimum_over_best(50);
    sums[1] += random.optimum_over_best(100);
    sums[2] += random.optimum_over_best(200);
  }
  // Expected values were computed from the recorded spaces by another implementation.
  CHECK(sums[0] / 4 == Approx(0.779).margin(0.0005));
  CHECK(sums[1] / 4 == Approx(0.830).margin(0.0005));
  CHECK(sums[2] / 4 == Approx(0.878).margin(0.0005));
}
