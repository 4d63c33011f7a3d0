#include "framework/measure/warm_up.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "framework/inference/median.hpp"

namespace assay {
namespace {

std::vector<double> sorted_copy(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

// Ranks 1..n with ties sharing their mean rank.
std::vector<double> mid_ranks(std::span<const double> values) {
  const std::vector<double> sorted = sorted_copy(values);
  std::vector<double> ranks;
  ranks.reserve(values.size());
  for (const double value : values) {
    const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), value);
    ranks.push_back((static_cast<double>(first - sorted.begin() + 1 + (last - sorted.begin()))) /
                    2);
  }
  return ranks;
}

// The number of leading values, a few, that tower over the second half of the series: they are
// beyond Tukey's far-out fence and at least 5 % above the median, so that a quantised clock (no
// spread at all) raises no alarm.
std::size_t towering_prefix(std::span<const double> values) {
  const std::vector<double> settled = sorted_copy(values.subspan(values.size() / 2));
  const double lower = settled[settled.size() / 4];
  const double upper = settled[(settled.size() * 3) / 4];
  const double fence = std::max(upper + 3 * (upper - lower), 1.05 * inference::median_of(settled));
  std::size_t length = 0;
  while (length < values.size() / 2 && values[length] > fence) ++length;
  return length;
}

// The length of a longer prefix that is only shifted: the split with the largest Mann-Whitney
// statistic. The threshold of 5 standard deviations allows for trying every split and for some
// correlation between samples; the shift must be relevant as well (2 % of the median).
std::size_t shifted_prefix(std::span<const double> values) {
  constexpr double required_deviations = 5;
  constexpr double required_shift = 1.02;
  const std::vector<double> ranks = mid_ranks(values);
  const double n = static_cast<double>(values.size());
  double rank_sum = 0;
  double best = required_deviations;
  std::size_t length = 0;
  for (std::size_t k = 1; k <= values.size() / 2; ++k) {
    rank_sum += ranks[k - 1];
    const double prefix = static_cast<double>(k);
    const double mean = prefix * (n + 1) / 2;
    const double deviation = std::sqrt(prefix * (n - prefix) * (n + 1) / 12);
    const double score = (rank_sum - mean) / deviation;
    if (score > best) {
      best = score;
      length = k;
    }
  }
  if (length == 0) return 0;
  const double before = inference::median_of(sorted_copy(values.first(length)));
  const double after = inference::median_of(sorted_copy(values.subspan(length)));
  return before > required_shift * after ? length : 0;
}

}  // namespace

// The second half of the series is taken as settled; a prefix of at most the first half is dropped
// if it towers over that half (rule 1) or is shifted against the rest as a whole (rule 2). Dropping
// a sample too many costs one sample; keeping slow ones only widens a median's interval; so both
// rules prefer 0 in doubt.
//
// Rejected: a fixed number of warm-up runs (guesses; wrong for clocks that ramp over many samples),
// MSER and other rules on means and variances (one late outlier moves them, and timings have
// outliers), comparing neighbours until they agree (stops on the first lucky pair), and dropping
// everything above the fence wherever it stands (that is trimming, and hides real slow samples).
std::size_t warm_up_length(std::span<const double> values) {
  constexpr std::size_t too_few_to_tell = 6;
  if (values.size() < too_few_to_tell) return 0;
  return std::max(towering_prefix(values), shifted_prefix(values));
}

}  // namespace assay
