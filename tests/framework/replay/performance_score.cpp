#include "framework/replay/performance_score.hpp"

#include <numeric>

#include "tests/catch.hpp"
#include "tests/framework/replay/recorded_spaces.hpp"

using namespace assay;
using assay::test::line_space;

namespace {

// 101 configurations of 1 s each with the objectives 100, 101, ... 200.
RecordedSpace ladder() {
  std::vector<std::optional<double>> objectives;
  for (int k = 0; k <= 100; ++k) objectives.emplace_back(100 + k);
  return line_space(objectives);
}

ReplayedSearch search_of(const std::vector<std::size_t>& trials) {
  ReplayedSearch search;
  search.trials = trials;
  return search;
}

}  // namespace

// After M trials, random search has reached the rank round(102 M / (M + 1)), counted from the
// worst, and thus the objective 200 minus that. 95% of the way from the median 150 to the optimum
// 100 is 102.5: three configurations are as good and 98 are not, so random search takes ceil(98 /
// 4) = 25 trials, which is 25 s. 1% of the way is 149.5: 50 configurations are as good and 51 are
// not, so it takes ceil(51 / 51) = 1 s.
TEST_CASE("the score is the share of the way from random search to the optimum, over time") {
  const auto space = ladder();
  const RandomSearch random(space);
  const PerformanceScore score(space, random);
  CHECK(score.seconds() == Approx(25));

  SECTION("the optimum at once is 1") {
    auto search = search_of({0});
    search.exhausted = true;
    const auto value = score.of({search});
    REQUIRE(value);
    CHECK(value->score == Approx(1));
    CHECK(value->covered == Approx(1));
  }
  SECTION("what stays at the median falls behind as random search goes on") {
    auto search = search_of({50});
    search.exhausted = true;
    double expected = 0;
    for (int k = 0; k < 1000; ++k) {
      const double trials = std::max(1.0, std::round(1 + 24.0 * k / 999));
      const double reached = 200 - std::round(trials * 102 / (trials + 1));
      expected += (reached - 150) / (reached - 100) / 1000;
    }
    CHECK(score.of({search})->score == Approx(expected));
  }
  SECTION("searches are averaged by rank") {
    auto best = search_of({0});
    auto worse = search_of({20});
    auto between = search_of({10});
    for (auto* search : {&best, &worse, &between}) search->exhausted = true;
    CHECK(score.of({best, worse})->score == Approx(score.of({between})->score));
  }
  SECTION("a search that its budget ended is judged as far as it came") {
    std::vector<std::size_t> trials(13);
    std::iota(trials.begin(), trials.end(), 0);
    const auto value = score.of({search_of(trials)});
    CHECK(value->covered == Approx(0.5));
    CHECK(value->score == Approx(1));
    CHECK_FALSE(score.of({search_of({0})}));
  }
}

TEST_CASE("without recorded times of trials there is no score") {
  auto space = ladder();
  for (auto& outcome : space.outcomes) outcome.other_seconds = 0;
  const RandomSearch random(space);
  CHECK_FALSE(PerformanceScore(space, random).of({search_of({0, 1, 2})}));
}

TEST_CASE("a space whose configurations are all alike has no score") {
  const auto space = line_space({1.0, 1.0, 1.0});
  const RandomSearch random(space);
  CHECK_FALSE(PerformanceScore(space, random).of({search_of({0, 1, 2})}));
}
