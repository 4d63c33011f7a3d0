// Tests of finals of two variants on simulated machines: their claims, and how often their
// intervals hold.
#include "benchmarks/guard/ranking.hpp"

#include <cmath>

#include "benchmarks/guard/error_rates.hpp"
#include "tests/campaign.hpp"
#include "tests/catch.hpp"

using namespace assay;
using namespace assay::guard;

namespace {

// The largest acceptable share of errors in so many repetitions, each with an error's chance of
// `level`: three standard deviations above it.
double most_of(double level, std::size_t repetitions) {
  return level + 3 * std::sqrt(level * (1 - level) / static_cast<double>(repetitions));
}

}  // namespace

TEST_CASE("finals name no winner of two that are the same, and find 10 %, on every noise") {
  const std::size_t repetitions = assay::test::repeated(100);
  const FinalSpec shipped;
  const Detector ranking = ranking_detector(shipped, {}, {});
  for (const NoiseModel& noise : noise_models()) {
    INFO(noise.name);
    const ErrorRates same = error_rates(noise, ranking, 0, repetitions, 3);
    CHECK(same.different.share <= most_of(0.05, repetitions));
    CHECK(1 - same.covered.share <= most_of(0.05, repetitions));
    const ErrorRates slower = error_rates(noise, ranking, std::log1p(0.1), repetitions, 4);
    CHECK(slower.slower.share >= 0.95);
    CHECK(1 - slower.covered.share <= most_of(0.05, repetitions));
  }
}

TEST_CASE("variants that differ by the margin are called equivalent at the level") {
  const std::size_t repetitions = assay::test::repeated(100);
  const FinalSpec shipped;
  const double margin = (1 + 1e-9) * std::log1p(shipped.margin);
  for (const NoiseModel& noise : noise_models()) {
    INFO(noise.name);
    const ErrorRates rates =
        error_rates(noise, ranking_detector(shipped, {}, {}), margin, repetitions, 5);
    CHECK(rates.equivalent.share <= most_of(0.05, repetitions));
  }
}

TEST_CASE("a first look takes ten rounds of two processes, and finals as many as are allowed") {
  FinalSpec finals;
  finals.rounds = 40;
  finals.margin = 0;  // nothing is equivalent
  const RunCosts costs{1, 0.1};
  const NoiseModel normal = noise_models().front();
  const auto seconds = [&](const Detector& detector) {
    return error_rates(normal, detector, 0, 20, 6).median_seconds;
  };
  CHECK(seconds(first_look_detector(finals, {10, 5}, costs)) == Approx(10 * 2 * (1 + 10 * 0.1)));
  CHECK(seconds(ranking_detector(finals, {10, 5}, costs)) == Approx(40 * 2 * (1 + 10 * 0.1)));
}
