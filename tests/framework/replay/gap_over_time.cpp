#include "framework/replay/gap_over_time.hpp"

#include <cmath>
#include <numeric>

#include "framework/tune/strategy/strategies.hpp"
#include "tests/catch.hpp"
#include "tests/framework/replay/recorded_spaces.hpp"

using namespace assay;
using assay::test::line_space;
using assay::test::mean_of;
using assay::test::noisy_space;
using assay::test::public_spaces;

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

// The searches of `random` with many seeds, for as long as the figure is about.
std::vector<ReplayedSearch> random_searches(const RecordedSpace& space, double seconds) {
  const auto random = [](const SearchSpace& searched, std::uint64_t seed) {
    return make_strategy({"random", {}}, searched, seed);
  };
  ReplayOptions options;
  options.budget = 1;
  options.seconds = seconds;
  options.seeds = 500;
  return replay(space, random, options);
}

}  // namespace

// Each trial takes 1 s, so after t seconds random search has the exact expectation of floor(t)
// trials.
TEST_CASE("the gap closed over time is a mean of that at all moments, weighted by the gap") {
  const auto space = ladder();
  const RandomSearch random(space);
  const GapOverTime over_time(space, random);
  const double end = over_time.seconds();
  const double first = random.optimum_over_best(1);
  CHECK(random.optimum_over_best(static_cast<std::uint64_t>(end)) >= first + 0.95 * (1 - first));
  CHECK(random.optimum_over_best(static_cast<std::uint64_t>(end) - 1) < first + 0.95 * (1 - first));

  double gap = 0;
  double behind = 0;  // of a search that stays at 150
  double late = 0;    // what no search can have during its first trial
  for (int k = 0; k < 1000; ++k) {
    const auto trials = static_cast<std::uint64_t>(end * (k + 0.5) / 1000);
    const double expected = trials == 0 ? 0 : random.optimum_over_best(trials);
    gap += 1 - expected;
    behind += (trials == 0 ? 0 : 100.0 / 150) - expected;
    late += trials == 0 ? 1 : 0;
  }
  SECTION("the optimum at once closes all of it from the end of the first trial") {
    auto search = search_of({0});
    search.exhausted = true;
    const auto value = over_time.of({search});
    REQUIRE(value);
    CHECK(value->closed == Approx(1 - late / gap).margin(0.01));
    CHECK(value->covered == 1);
  }
  SECTION("what stays in the middle falls behind as random search goes on") {
    auto search = search_of({50});
    search.exhausted = true;
    CHECK(behind < -0.5 * gap);
    CHECK(over_time.of({search})->closed == Approx(behind / gap).epsilon(0.01));
  }
  SECTION("a search that its budget ended is judged as far as it came") {
    std::vector<std::size_t> trials(static_cast<std::size_t>(end) / 2);
    std::iota(trials.begin(), trials.end(), 0);
    const auto value = over_time.of({search_of(trials)});
    REQUIRE(value);
    CHECK(value->covered == Approx(static_cast<double>(trials.size()) / end).margin(2e-3));
    CHECK_FALSE(over_time.of({search_of({})}));
  }
}

TEST_CASE("random search closes no gap over time") {
  auto space = ladder();
  SECTION("where all trials take as long") {}
  SECTION("where good configurations take longer to try") {
    for (std::size_t k = 0; k < space.outcomes.size(); ++k) {
      space.outcomes[k].other_seconds = k < 10 ? 8 : 1;
    }
  }
  SECTION("where good configurations are tried sooner") {
    for (std::size_t k = 0; k < space.outcomes.size(); ++k) {
      space.outcomes[k].other_seconds = 0.01 * static_cast<double>(1 + k);
    }
  }
  SECTION("where many trials fail, and late") {
    space = noisy_space(300, 0.4);
    for (auto& outcome : space.outcomes) {
      if (!outcome.objective) outcome.compile_seconds = 5;
    }
  }
  SECTION("where nothing remains to be gained in the end") {
    space = line_space({1.0, 2.0, std::nullopt, 4.0});
  }
  const RandomSearch random(space);
  const GapOverTime over_time(space, random);
  const auto searches = random_searches(space, over_time.seconds());
  const auto value = over_time.of(searches);
  REQUIRE(value);
  CAPTURE(value->closed, value->standard_error);
  CHECK(value->standard_error < 0.05);
  CHECK(std::abs(value->closed) < 3.5 * value->standard_error);
  CHECK(value->covered == 1);

  std::vector<double> each;
  for (const auto& search : searches) each.push_back(over_time.of({search})->closed);
  const auto mean = mean_of(each);
  CHECK(value->closed == Approx(mean.value));
  CHECK(value->standard_error == Approx(mean.standard_error).epsilon(0.01));
}

TEST_CASE("random search closes no gap over time on public spaces", "[computes]") {
  for (const auto& space : public_spaces()) {
    const GapOverTime over_time(space, RandomSearch(space));
    const auto value = over_time.of(random_searches(space, over_time.seconds()));
    REQUIRE(value);
    CAPTURE(space.name, value->closed, value->standard_error);
    CHECK(value->standard_error < 0.05);
    CHECK(std::abs(value->closed) < 3.5 * value->standard_error);
  }
}

TEST_CASE("there is no gap to close over time") {
  SECTION("without recorded times of trials") {
    auto space = ladder();
    for (auto& outcome : space.outcomes) outcome.other_seconds = 0;
    CHECK_FALSE(GapOverTime(space, RandomSearch(space)).of({search_of({0, 1, 2})}));
  }
  SECTION("if all configurations are alike") {
    const auto space = line_space({1.0, 1.0, 1.0});
    CHECK_FALSE(GapOverTime(space, RandomSearch(space)).of({search_of({0, 1, 2})}));
  }
}
