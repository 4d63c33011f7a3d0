#include "benchmarks/guard/error_rates.hpp"

#include <cmath>

#include "benchmarks/guard/rivals.hpp"
#include "tests/campaign.hpp"
#include "tests/catch.hpp"

using namespace assay;
using namespace assay::guard;

namespace {

TEST_CASE("a rate's interval holds the shares whose score test does not reject it") {
  constexpr double z = 1.959963984540054;
  for (const std::size_t hits : {0U, 1U, 7U, 25U, 50U}) {
    const Rate rate = rate_of(hits, 50);
    CHECK(rate.share == static_cast<double>(hits) / 50);
    for (const double bound : {rate.lower, rate.upper}) {
      if (bound <= 1e-12 || bound >= 1 - 1e-12) continue;
      const double score = std::abs(rate.share - bound) / std::sqrt(bound * (1 - bound) / 50);
      CHECK(score == Approx(z));
    }
    CHECK(rate.lower <= rate.share);
    CHECK(rate.share <= rate.upper);
  }
  CHECK(rate_of(0, 50).lower == 0);
  CHECK(rate_of(50, 50).upper == 1);
}

TEST_CASE("error rates count what a detector says, on machines of different seeds") {
  std::vector<double> first_times;
  const Detector first_run = {"first run", [&](Machine& machine, Random&) {
                                const double time = machine.run(Build::baseline);
                                first_times.push_back(time);
                                if (time > 1.02) return Finding{inference::Outcome::slower, 1};
                                if (time < 0.98) return Finding{inference::Outcome::faster, 2};
                                return Finding{inference::Outcome::equivalent, 9};
                              }};
  const NoiseModel normal = noise_models().front();
  const ErrorRates rates = error_rates(normal, first_run, 0, 2000, 7);
  const auto once = first_times;
  // With noise of 2 %, a sixth of the runs are slower than 1.02 and a sixth faster than 0.98.
  CHECK(rates.slower.share == Approx(0.159).margin(0.025));
  CHECK(rates.different.share == Approx(0.317).margin(0.035));
  CHECK(rates.equivalent.share == Approx(1 - rates.different.share));
  CHECK(rates.median_seconds == 9);
  CHECK(rates.late_seconds == 9);
  first_times.clear();
  CHECK(error_rates(normal, first_run, 0, 2000, 7).slower.share == rates.slower.share);
  CHECK(first_times == once);
}

// The largest acceptable share of errors in so many repetitions, each with an error's chance of
// `level`: three standard deviations above it.
double bar(double level, std::size_t repetitions) {
  return level + 3 * std::sqrt(level * (1 - level) / static_cast<double>(repetitions));
}

// The shipped rule, which must keep the bars of docs/guard-error-rates.md, here with as many
// repetitions as a test has time for.
const GuardOptions shipped;

TEST_CASE(
    "the guard's first round keeps its level on every noise, and both claim hardly anything") {
  const std::size_t repetitions = assay::test::repeated(300);
  for (const NoiseModel& noise : noise_models()) {
    INFO(noise.name);
    const auto of = [&](const Detector& detector) {
      return error_rates(noise, detector, 0, repetitions, 3);
    };
    CHECK(of(screening_detector(shipped, {})).different.share <= bar(shipped.alpha, repetitions));
    CHECK(of(guard_detector(shipped, {})).different.share <= bar(0.005, repetitions));
  }
}

TEST_CASE(
    "builds that differ by the margin are called equivalent at the level, both rounds counted") {
  const std::size_t repetitions = assay::test::repeated(600);
  const Detector guard = guard_detector(shipped, {});
  const double margin = inference::log_margin(shipped.detect);
  double equivalent = 0;
  for (const NoiseModel& noise : noise_models()) {
    INFO(noise.name);
    const double share = error_rates(noise, guard, margin, repetitions, 8).equivalent.share;
    CHECK(share <= bar(shipped.alpha, repetitions));
    equivalent += share;
  }
  const auto noises = static_cast<double>(noise_models().size());
  CHECK(equivalent / noises <= shipped.alpha);
}

TEST_CASE("the guard finds 5 % on every noise and does not call it equivalent") {
  constexpr double block_seconds = 0.2 + 60 * 0.01;
  for (const NoiseModel& noise : noise_models()) {
    INFO(noise.name);
    const ErrorRates rates = error_rates(noise, guard_detector(shipped, {}), std::log1p(0.05),
                                         assay::test::repeated(200), 4);
    CHECK(rates.slower.share >= 0.95);
    CHECK(rates.equivalent.share <= 0.01);
    CHECK(rates.different.share == rates.slower.share);
    CHECK(rates.late_seconds <= (32 + 16) * block_seconds + 1e-9);
    CHECK(rates.median_seconds >= (8 + 16) * block_seconds - 1e-9);
  }
}

TEST_CASE(
    "the reported interval holds the true ratio, on drift and on processes of two states too") {
  const std::size_t repetitions = assay::test::repeated(300);
  for (const NoiseModel& noise : noise_models()) {
    for (const double difference : {0.0, 0.02, 0.05}) {
      INFO(noise.name << ", " << difference);
      const ErrorRates rates =
          error_rates(noise, guard_detector(shipped, {}), std::log1p(difference), repetitions, 6);
      CHECK(1 - rates.covered.share <= bar(shipped.alpha, repetitions));
    }
  }
}

TEST_CASE("an interval covers where it holds the effect, and who reports none does not count") {
  int calls = 0;
  const Detector located = {"located", [&](Machine&, Random&) {
                              Finding finding;
                              ++calls;
                              if (calls % 2 == 0) finding.location = {0, -0.01, 0.01};
                              if (calls % 8 == 0) finding.location->upper = 0.001;
                              return finding;
                            }};
  CHECK(error_rates(noise_models().front(), located, 0.01, 80, 1).covered.share == Approx(0.75));
  const Detector silent = {"silent", [](Machine&, Random&) { return Finding{}; }};
  const Rate none = error_rates(noise_models().front(), silent, 0, 10, 1).covered;
  CHECK(none.lower == 0);
  CHECK(none.upper == 1);
}

TEST_CASE(
    "sequential halves are wrong on drifting noise, alternating pairs on noise of period two") {
  const auto models = noise_models();
  const auto rivals = rival_detectors(64, 0.05, {});
  const auto false_claims = [&](std::size_t rival, const char* noise) {
    for (const auto& model : models) {
      if (model.name == noise) {
        return error_rates(model, rivals.at(rival), 0, 200, 5).different.share;
      }
    }
    return 0.0;
  };
  CHECK(rivals.at(0).name == "Mann-Whitney");
  CHECK(rivals.at(4).name == "alternating pairs");
  CHECK(false_claims(0, "drifting") > 0.5);
  CHECK(false_claims(0, "normal") < 0.12);
  CHECK(false_claims(4, "period two") > 0.9);
  CHECK(false_claims(4, "normal") < 0.12);
}

}  // namespace
