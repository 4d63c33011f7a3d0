// Tests of how often a guard against a record calls unchanged code slower.
#include "benchmarks/guard/recorded_baseline.hpp"

#include <cmath>

#include "benchmarks/guard/error_rates.hpp"
#include "framework/inference/median.hpp"
#include "framework/inference/verdict.hpp"
#include "tests/campaign.hpp"
#include "tests/catch.hpp"

using namespace assay;
using namespace assay::guard;

namespace {

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
