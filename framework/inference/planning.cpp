#include "framework/inference/planning.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "framework/core/error.hpp"
#include "framework/core/random.hpp"
#include "framework/core/units.hpp"
#include "framework/inference/location.hpp"
#include "framework/inference/signed_rank.hpp"

namespace assay::inference {
namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

void require_level_and_power(double alpha, double power) {
  if (alpha > 0 && alpha < 1 && power > 0 && power < 1) return;
  throw usage_error("a level of {} and a power of {}: both must lie between 0 and 1", alpha, power);
}

// The signed-rank interval's lower bound for a random set of standard normal effects.
double lower_bound_of_normal(std::size_t blocks, std::size_t bound_rank, Random& random) {
  std::vector<double> effects(blocks);
  for (double& effect : effects) effect = random.normal();
  std::vector<double> averages;
  averages.reserve(blocks * (blocks + 1) / 2);
  for (std::size_t i = 0; i < blocks; ++i) {
    for (std::size_t j = 0; j <= i; ++j) averages.push_back((effects[i] + effects[j]) / 2);
  }
  const auto bound = averages.begin() + static_cast<std::ptrdiff_t>(bound_rank - 1);
  std::nth_element(averages.begin(), bound, averages.end());
  return *bound;
}

// The detectable differences if a block's effect has deviation 1.
class DetectableDeviations {
 public:
  DetectableDeviations(double alpha, double power) : alpha_(alpha), power_(power) {}

  double of(std::size_t blocks) {
    constexpr std::size_t simulated = 64;
    if (blocks <= simulated) return simulate(blocks);
    if (!of_simulated_) of_simulated_ = simulate(simulated);
    return *of_simulated_ * std::sqrt(static_cast<double>(simulated) / static_cast<double>(blocks));
  }

 private:
  // A centre c is detected if the lower bound is above 0, that is, if c is above minus the lower
  // bound of the same effects centred at 0: the wanted centre is a quantile of these numbers over
  // many sets of effects.
  [[nodiscard]] double simulate(std::size_t blocks) const {
    constexpr std::size_t sets = 2000;
    const std::size_t bound_rank = untied_bound_rank(blocks, alpha_ / 2);
    if (bound_rank == 0) return unbounded;
    Random random(blocks);
    std::vector<double> needed(sets);
    for (double& each : needed) each = -lower_bound_of_normal(blocks, bound_rank, random);
    const auto quantile =
        needed.begin() + static_cast<std::ptrdiff_t>(power_ * static_cast<double>(sets));
    std::nth_element(needed.begin(), quantile, needed.end());
    return std::max(0.0, *quantile);
  }

  double alpha_;
  double power_;
  std::optional<double> of_simulated_;
};

// The fewest pairs per block with which a block's effect has at most this variance.
std::optional<std::size_t> fewest_pairs(const Components& components, double variance) {
  if (effect_variance(components, most_pairs) > variance) return std::nullopt;
  std::size_t too_few = 0;
  std::size_t enough = most_pairs;
  while (enough - too_few > 1) {
    const std::size_t middle = (too_few + enough) / 2;
    (effect_variance(components, middle) <= variance ? enough : too_few) = middle;
  }
  return enough;
}

// The next number of blocks to try: every number while it is small, about every thirtieth of the
// large ones.
std::size_t next_blocks(std::size_t blocks) { return blocks + 1 + blocks / 32; }

void require_plan_inputs(double detect, const Costs& costs) {
  if (!(detect > 0 && std::isfinite(detect))) {
    throw usage_error("a difference of {} to detect: it must be positive", detect);
  }
  if (!(costs.block >= 0 && costs.pair > 0 && std::isfinite(costs.block + costs.pair))) {
    throw usage_error(
        "a block of {} s and a pair of {} s: costs must be finite, and a pair's positive",
        costs.block, costs.pair);
  }
}

}  // namespace

double detectable(const Components& components, std::size_t blocks, std::size_t pairs, double alpha,
                  double power) {
  require_level_and_power(alpha, power);
  if (blocks == 0 || pairs == 0) {
    throw usage_error("{} blocks of {} pairs: there must be at least one of each", blocks, pairs);
  }
  const double factor = DetectableDeviations(alpha, power).of(blocks);
  return std::isinf(factor) ? unbounded : factor * std::sqrt(effect_variance(components, pairs));
}

Plan plan(const Components& components, double detect, const Costs& costs, double alpha,
          double power) {
  require_level_and_power(alpha, power);
  require_plan_inputs(detect, costs);
  DetectableDeviations deviations(alpha, power);
  Plan best;
  best.seconds = unbounded;
  for (std::size_t blocks = fewest_blocks(alpha); blocks <= most_blocks;
       blocks = next_blocks(blocks)) {
    const double count = static_cast<double>(blocks);
    if (count * (costs.block + costs.pair) >= best.seconds) break;
    const double factor = deviations.of(blocks);
    const auto pairs = fewest_pairs(components, std::pow(detect / factor, 2));
    if (!pairs) continue;
    const double seconds = count * (costs.block + static_cast<double>(*pairs) * costs.pair);
    if (seconds >= best.seconds) continue;
    best = {blocks, *pairs, seconds, factor * std::sqrt(effect_variance(components, *pairs))};
  }
  if (best.blocks > 0) return best;
  throw environment_error(
      "{} blocks of {} pairs detect {} here: a difference of {} is too small", most_blocks,
      most_pairs,
      format_percent(std::expm1(detectable(components, most_blocks, most_pairs, alpha, power)), 3),
      format_percent(std::expm1(detect), 3));
}

}  // namespace assay::inference
