#include "benchmarks/guard/error_rates.hpp"

#include <algorithm>
#include <cmath>

#include "assay/random.hpp"
#include "framework/inference/median.hpp"
#include "framework/inference/normal.hpp"

namespace assay::guard {
namespace {

// One seed of a sequence of independent ones.
std::uint64_t split_seed(std::uint64_t seed, std::uint64_t number) {
  return sdk::mixed(seed + (number + 1) * sdk::golden_stride);
}

// Whether the interval contains the effect, up to rounding: a clock with coarse steps can give an
// interval that is a single point.
bool holds(const inference::Location& location, double effect) {
  constexpr double rounding = 1e-12;
  return location.lower - rounding <= effect && effect <= location.upper + rounding;
}

}  // namespace

Rate rate_of(std::size_t hits, std::size_t repetitions) {
  if (repetitions == 0) return {};
  static const double z = inference::normal_quantile(0.975);
  const double n = static_cast<double>(repetitions);
  const double share = static_cast<double>(hits) / n;
  const double centre = (share + z * z / (2 * n)) / (1 + z * z / n);
  const double reach =
      z / (1 + z * z / n) * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
  return {share, std::max(0.0, centre - reach), std::min(1.0, centre + reach)};
}

ErrorRates error_rates(const NoiseModel& noise, const Detector& detector, double effect,
                       std::size_t repetitions, std::uint64_t seed) {
  std::size_t slower = 0;
  std::size_t faster = 0;
  std::size_t equivalent = 0;
  std::size_t located = 0;
  std::size_t covered = 0;
  std::vector<double> seconds;
  for (std::size_t repetition = 0; repetition < repetitions; ++repetition) {
    Machine machine = noise.machine(effect, split_seed(seed, 2 * repetition));
    Random random(split_seed(seed, 2 * repetition + 1));
    const Finding finding = detector.compare(machine, random);
    slower += finding.outcome == inference::Outcome::slower ? 1 : 0;
    faster += finding.outcome == inference::Outcome::faster ? 1 : 0;
    equivalent += finding.outcome == inference::Outcome::equivalent ? 1 : 0;
    seconds.push_back(finding.seconds);
    if (!finding.location) continue;
    ++located;
    covered += holds(*finding.location, effect) ? 1 : 0;
  }
  std::sort(seconds.begin(), seconds.end());
  return {rate_of(slower, repetitions),     rate_of(slower + faster, repetitions),
          rate_of(equivalent, repetitions), rate_of(covered, located),
          inference::median_of(seconds),    seconds[(seconds.size() - 1) * 95 / 100]};
}

}  // namespace assay::guard
