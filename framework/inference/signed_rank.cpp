#include "framework/inference/signed_rank.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "framework/inference/median.hpp"
#include "framework/inference/normal.hpp"
#include "framework/inference/ranked_distances.hpp"

namespace assay::inference {
namespace {

// The probabilities that the sum of the ranks on one side is 0 .. most, if each rank is on either
// side with probability 1/2; by convolution, rank after rank.
std::vector<double> sum_probabilities(const std::vector<std::uint32_t>& ranks, std::uint64_t most) {
  std::vector<double> probability(most + 1);
  probability[0] = 1;
  for (const std::uint32_t rank : ranks) {
    for (std::size_t sum = probability.size(); sum-- > 0;) {
      const double without = sum >= rank ? probability[sum - rank] : 0;
      probability[sum] = (probability[sum] + without) / 2;
    }
  }
  return probability;
}

double exact_lower_tail(const std::vector<std::uint32_t>& ranks, std::uint64_t most) {
  const auto probability = sum_probabilities(ranks, most);
  return std::min(std::accumulate(probability.begin(), probability.end(), 0.0), 1.0);
}

double normal_lower_tail(const std::vector<std::uint32_t>& ranks, std::uint64_t most) {
  double variance = 0;
  double mean = 0;
  for (const double rank : ranks) {
    variance += rank * rank / 4;
    mean += rank / 2;
  }
  if (variance == 0) return 1;
  return normal_probability((static_cast<double>(most) + 1 - mean) / std::sqrt(variance));
}

// The ranks of the effects on either side of the shift. Effects at the shift are ranked, too, but
// belong to neither side.
std::vector<std::uint32_t> ranks_with_side(const RankedDistances& distances) {
  std::vector<std::uint32_t> ranks;
  for (std::size_t i = 0; i < distances.ranks.size(); ++i) {
    if (distances.sides[i] != 0) ranks.push_back(distances.ranks[i]);
  }
  return ranks;
}

// The probability that the sum of ranks above the shift is at least as large as it is: by symmetry,
// that the sum below is at most as large as it is.
double p_of_sum_above(std::span<const double> effects, const Shift& shift) {
  const RankedDistances distances = rank_distances(effects, shift);
  const auto ranks = ranks_with_side(distances);
  if (effects.size() > signed_rank_exact) return normal_lower_tail(ranks, distances.below);
  if (distances.below <= distances.above) return exact_lower_tail(ranks, distances.below);
  return distances.above == 0 ? 1 : 1 - exact_lower_tail(ranks, distances.above - 1);
}

std::vector<double> negated(std::span<const double> effects) {
  std::vector<double> result;
  for (const double effect : effects) result.push_back(-effect);
  return result;
}

// The least shift for which the hypothesis "at most this shift" is not rejected at `level`. The
// p-value is a step function that never falls and changes only at Walsh averages, at them and right
// after them: the bound is the first average after which the test no longer rejects; there is none
// if the test does not even reject below all averages.
double lower_bound_at(std::span<const double> effects, const std::vector<double>& walsh_sums,
                      double level) {
  const auto rejects = [&](double sum) { return p_of_sum_above(effects, {sum, true}) <= level; };
  const double before_all = -std::numeric_limits<double>::max();
  if (!rejects(before_all)) return -std::numeric_limits<double>::infinity();
  return *std::partition_point(walsh_sums.begin(), walsh_sums.end(), rejects) / 2;
}

}  // namespace

double signed_rank_above(std::span<const double> effects, double shift) {
  return p_of_sum_above(effects, {2 * shift, false});
}

double signed_rank_below(std::span<const double> effects, double shift) {
  return p_of_sum_above(negated(effects), {-2 * shift, false});
}

Interval signed_rank_interval(std::span<const double> effects, double confidence) {
  const double level = (1 - confidence) / 2;
  const std::vector<double> sums = sorted_walsh_sums(effects);
  const std::vector<double> opposite = negated(effects);
  return {median_of(sums) / 2, lower_bound_at(effects, sums, level),
          -lower_bound_at(opposite, sorted_walsh_sums(opposite), level)};
}

// Just beyond the k-th smallest Walsh average, the sum of ranks above the shift is smaller by k
// than the sum of all ranks, so the sum of ranks below it is k: the result is the number of such
// sums, from 0 on, for which the test still rejects.
std::size_t untied_bound_rank(std::size_t count, double level) {
  std::vector<std::uint32_t> ranks(count);
  std::iota(ranks.begin(), ranks.end(), 1U);
  const auto probability = sum_probabilities(ranks, count * (count + 1) / 2);
  std::size_t rank = 0;
  double tail = probability[0];
  while (tail <= level) tail += probability[++rank];
  return rank;
}

}  // namespace assay::inference
