// Tests of which part of a record chooses the configuration and which part gives its level.
#include "framework/guard/recorded_result.hpp"

#include <cmath>

#include "framework/guard/simulation/error_rates.hpp"
#include "framework/guard/simulation/recorded_baseline.hpp"
#include "framework/inference/median.hpp"
#include "framework/inference/verdict.hpp"
#include "tests/campaign.hpp"
#include "tests/catch.hpp"

using namespace assay;
using namespace assay::guard;

namespace {

Bindings tile(std::int64_t value) { return {{"tile", value}}; }

TEST_CASE("of one configuration nothing was chosen: all of it tells the level") {
  const RecordedResult result = choose_recorded({{tile(1), {}, {3, 1, 2}}});
  CHECK(result.log_times == std::vector<double>{3, 1, 2});
  CHECK(result.configurations == 1);
}

TEST_CASE("a search that met all of them chooses, and all that came after it tells the level") {
  const RecordedResult result =
      choose_recorded({{tile(1), {5}, {1, 1, 1}}, {tile(2), {4}, {2, 3, 9}}});
  CHECK(result.configuration == tile(2));
  CHECK(result.log_times == std::vector<double>{2, 3, 9});
  CHECK(result.configurations == 2);
}

TEST_CASE("without that every other process chooses, and the larger half tells the level") {
  const RecordedResult result =
      choose_recorded({{tile(1), {5}, {1, 7, 1, 7, 1}}, {tile(2), {}, {8, 6, 8, 6, 9}}});
  CHECK(result.configuration == tile(2));
  CHECK(result.log_times == std::vector<double>{8, 8, 9});
}

TEST_CASE("what met one process only is chosen if nothing else is there, and has no level") {
  CHECK(choose_recorded({{tile(1), {}, {1}}, {tile(2), {}, {5, 5, 5}}}).configuration == tile(2));
  CHECK(choose_recorded({{tile(2), {}, {5, 5, 5}}, {tile(1), {}, {1}}}).configuration == tile(2));
  const RecordedResult lucky = choose_recorded({{tile(1), {}, {2}}, {tile(2), {}, {1}}});
  CHECK(lucky.configuration == tile(2));
  CHECK(lucky.log_times.empty());
}

// Noise models that leave the machine as it was: a guard against a record attributes to the
// candidate any drift since the record was made.
std::vector<NoiseModel> steady_noises() {
  auto noises = noise_models();
  std::erase_if(noises, [](const NoiseModel& noise) {
    return noise.name == "drifting" || noise.name == "autocorrelated";
  });
  return noises;
}

TEST_CASE("unchanged code beside the best of 8 configurations is seldom red, a true 10 % mostly") {
  const std::size_t repetitions = assay::test::repeated(150);
  const double bar = 0.05 + 3 * std::sqrt(0.05 * 0.95 / static_cast<double>(repetitions));
  for (const std::size_t processes : {3U, 16U}) {
    for (const bool searched : {true, false}) {
      RecordingSettings settings;
      settings.processes = processes;
      settings.searched = searched;
      const Detector guard = record_detector({}, settings, {});
      double red = 0;
      for (const NoiseModel& noise : steady_noises()) {
        INFO(guard.name << ", " << noise.name);
        const double share = error_rates(noise, guard, 0, repetitions, 5).slower.share;
        CHECK(share <= bar);
        red += share / static_cast<double>(steady_noises().size());
        CHECK(error_rates(noise, guard, std::log1p(0.1), repetitions, 5).slower.share >= 0.9);
      }
      CHECK(red <= 0.05);
    }
  }
}

// The share of false alarms if the processes that chose the best configuration also give its level,
// judged in a single round.
double red_where_the_best_tells_its_own_level(std::size_t processes) {
  constexpr int repetitions = 400;
  Random random(6);
  const auto group = [&](std::size_t count) {
    std::vector<double> times(count);
    for (double& time : times) time = 0.01 * random.normal();
    return times;
  };
  int red = 0;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    std::vector<double> best = group(processes);
    for (int configuration = 1; configuration < 8; ++configuration) {
      const auto other = group(processes);
      if (inference::median_of(other) < inference::median_of(best)) best = other;
    }
    const auto verdict = inference::judge_groups(best, group(16), {0.05, 0, 0});
    red += verdict.outcome == inference::Outcome::slower ? 1 : 0;
  }
  return static_cast<double>(red) / repetitions;
}

TEST_CASE("the level of the best from what chose it would be wrong more often than 5 %") {
  CHECK(red_where_the_best_tells_its_own_level(3) > 0.08);
  CHECK(red_where_the_best_tells_its_own_level(16) > 0.08);
}

}  // namespace
