#include "framework/inference/signed_rank.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "framework/inference/block_effect.hpp"
#include "framework/inference/median.hpp"
#include "framework/inference/normal.hpp"

namespace assay::inference {
namespace {

// A hypothesised shift: `doubled` / 2, or infinitesimally more. Doubled, as the sum of two effects
// is compared with it: the same rounding wherever the sum occurs, so no tie is made or missed.
struct Shift {
  double doubled = 0;
  bool and_more = false;

  // -1, 0, 1 as sum / 2 is below, at or above the shift.
  [[nodiscard]] int side(double sum) const {
    if (sum > doubled) return 1;
    return sum < doubled || and_more ? -1 : 0;
  }
};

// Of the distances from a shift, in the unit of half a rank, so that midranks are whole.
struct DoubledRanks {
  std::vector<std::uint32_t> ranks;  // of effects not at the shift
  std::uint64_t above = 0;           // the sum of those above the shift
  std::uint64_t total = 0;
};

// -1, 0, 1 as effect j is nearer to the shift than effect i, as near, or further. Comparing sums,
// not distances, which would be rounded each in its own way.
int compare_distance(double i, int side_i, double j, int side_j, const Shift& shift) {
  if (side_j == 0) return side_i == 0 ? 0 : -1;
  if (side_i == side_j) return i == j ? 0 : ((j > i) == (side_i > 0) ? 1 : -1);
  return shift.side(i + j) * -side_i;
}

DoubledRanks doubled_ranks(std::span<const double> effects, const Shift& shift) {
  DoubledRanks result;
  std::vector<int> sides;
  for (const double effect : effects) sides.push_back(shift.side(2 * effect));
  for (std::size_t i = 0; i < effects.size(); ++i) {
    if (sides[i] == 0) continue;
    std::uint32_t rank = 1;
    for (std::size_t j = 0; j < effects.size(); ++j) {
      const int further = compare_distance(effects[i], sides[i], effects[j], sides[j], shift);
      rank += further < 0 ? 2 : (further == 0 ? 1 : 0);
    }
    result.ranks.push_back(rank);
    result.total += rank;
    if (sides[i] > 0) result.above += rank;
  }
  return result;
}

// P(the sum of the ranks on one side = 0 .. most), each rank on either side with probability 1/2,
// by convolution rank after rank.
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

double normal_lower_tail(const DoubledRanks& ranks, std::uint64_t most) {
  double variance = 0;
  for (const double rank : ranks.ranks) variance += rank * rank / 4;
  if (variance == 0) return 1;
  const double mean = static_cast<double>(ranks.total) / 2;
  return normal_probability((static_cast<double>(most) + 1 - mean) / std::sqrt(variance));
}

// Of the sum above being as large as it is: by symmetry, of the sum below being as small.
double p_of_sum_above(std::span<const double> effects, const Shift& shift) {
  const DoubledRanks ranks = doubled_ranks(effects, shift);
  const std::uint64_t below = ranks.total - ranks.above;
  if (effects.size() > signed_rank_exact) return normal_lower_tail(ranks, below);
  if (below <= ranks.above) return exact_lower_tail(ranks.ranks, below);
  return ranks.above == 0 ? 1 : 1 - exact_lower_tail(ranks.ranks, ranks.above - 1);
}

std::vector<double> negated(std::span<const double> effects) {
  std::vector<double> result;
  for (const double effect : effects) result.push_back(-effect);
  return result;
}

std::vector<double> sorted_walsh_sums(std::span<const double> effects) {
  std::vector<double> sums;
  sums.reserve(effects.size() * (effects.size() + 1) / 2);
  for (std::size_t i = 0; i < effects.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) sums.push_back(effects[i] + effects[j]);
  }
  std::sort(sums.begin(), sums.end());
  return sums;
}

// The least shift that "at most this" does not reject at `level`. The p-value is a step function
// that never falls and steps at Walsh averages only, at them and right after: so the bound is the
// first after which the test no longer rejects, or there is none if it does not reject before all.
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

// The sum of ranks above a shift just beyond the k-th smallest of the Walsh averages is smaller by
// k than that of all: so k counts the sums of ranks below that are still rejected.
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
