#include "framework/inference/rank_sum.hpp"

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

using Values = std::span<const double>;

// The amount by which the candidate is lowered before it is compared: `value`, or infinitesimally
// more.
struct Lowering {
  double value = 0;
  bool and_more = false;

  // -1, 0, 1 if a candidate's value, once lowered, lies below, at or above a baseline's. Compares
  // their difference, because the bounds are such differences: each is rounded the same wherever it
  // occurs.
  [[nodiscard]] int side(double candidate, double baseline) const {
    const double difference = candidate - baseline;
    if (difference > value) return 1;
    return difference < value || and_more ? -1 : 0;
  }
};

int sign_of(double a, double b) { return (a > b ? 1 : 0) - (a < b ? 1 : 0); }

// The ranks among all values of both groups, in units of half a rank, so that midranks are whole
// numbers.
struct GroupRanks {
  std::vector<std::uint32_t> all;
  std::size_t candidates = 0;
  std::uint64_t candidate_sum = 0;
};

// A rank counts each value below twice and each equal value once, itself included.
GroupRanks group_ranks(Values baseline, Values candidate, const Lowering& lowering) {
  const auto weight = [](int side) { return static_cast<std::uint32_t>(1 + side); };
  GroupRanks ranks;
  ranks.candidates = candidate.size();
  for (const double value : candidate) {
    std::uint32_t rank = 1;
    for (const double other : candidate) rank += weight(sign_of(value, other));
    for (const double other : baseline) rank += weight(lowering.side(value, other));
    ranks.all.push_back(rank);
    ranks.candidate_sum += rank;
  }
  for (const double value : baseline) {
    std::uint32_t rank = 1;
    for (const double other : baseline) rank += weight(sign_of(value, other));
    for (const double other : candidate) rank += weight(-lowering.side(other, value));
    ranks.all.push_back(rank);
  }
  return ranks;
}

// The number of choices of `count` ranks that have each sum, counted rank after rank.
std::vector<double> choices_by_sum(const std::vector<std::uint32_t>& ranks, std::size_t count) {
  const std::uint64_t total = std::accumulate(ranks.begin(), ranks.end(), std::uint64_t{0});
  std::vector<std::vector<double>> choices(count + 1, std::vector<double>(total + 1));
  choices[0][0] = 1;
  std::uint64_t reach = 0;  // sum of the ranks so far
  for (const std::uint32_t rank : ranks) {
    reach += rank;
    for (std::size_t chosen = count; chosen > 0; --chosen) {
      for (std::uint64_t sum = reach; sum >= rank; --sum) {
        choices[chosen][sum] += choices[chosen - 1][sum - rank];
      }
    }
  }
  return choices[count];
}

// The result of choices_by_sum for ranks in any order. It is kept until other ranks are asked for:
// without ties the ranks are the same at every shift, and an interval asks at many shifts.
const std::vector<double>& kept_choices_by_sum(std::vector<std::uint32_t> ranks,
                                               std::size_t count) {
  struct Kept {
    std::vector<std::uint32_t> ranks;
    std::size_t count = 0;
    std::vector<double> choices;
  };
  thread_local Kept kept;
  std::sort(ranks.begin(), ranks.end());
  if (ranks != kept.ranks || count != kept.count) {
    std::vector<double> choices = choices_by_sum(ranks, count);
    kept = {std::move(ranks), count, std::move(choices)};
  }
  return kept.choices;
}

// P(the sum of a random choice of as many ranks as there are candidates is at least as large as
// theirs). The sum of the other ranks is then at most as large as theirs, so the smaller group,
// which is faster to count, can be used.
double exact_upper_tail(const GroupRanks& ranks) {
  const std::size_t others = ranks.all.size() - ranks.candidates;
  const auto& choices = kept_choices_by_sum(ranks.all, std::min(ranks.candidates, others));
  const auto all = std::accumulate(choices.begin(), choices.end(), 0.0);
  const auto sum = static_cast<std::ptrdiff_t>(ranks.candidate_sum);
  if (ranks.candidates <= others) {
    return std::accumulate(choices.begin() + sum, choices.end(), 0.0) / all;
  }
  return std::accumulate(choices.begin(), choices.end() - sum, 0.0) / all;
}

double normal_upper_tail(const GroupRanks& ranks) {
  const auto n = static_cast<double>(ranks.all.size());
  const auto m = static_cast<double>(ranks.candidates);
  const double mean = std::accumulate(ranks.all.begin(), ranks.all.end(), 0.0) / n;
  double squares = 0;
  for (const double rank : ranks.all) squares += (rank - mean) * (rank - mean);
  const double variance = squares / (n - 1) * m * (n - m) / n;
  if (variance == 0) return 1;
  const double above = static_cast<double>(ranks.candidate_sum) - 1 - m * mean;
  return normal_probability(-above / std::sqrt(variance));
}

double p_above_at(Values baseline, Values candidate, const Lowering& lowering) {
  if (baseline.empty() || candidate.empty()) return 1;
  const GroupRanks ranks = group_ranks(baseline, candidate, lowering);
  if (ranks.all.size() > rank_sum_exact) return normal_upper_tail(ranks);
  return std::min(1.0, exact_upper_tail(ranks));
}

std::vector<double> sorted_differences(Values baseline, Values candidate) {
  std::vector<double> differences;
  differences.reserve(baseline.size() * candidate.size());
  for (const double above : candidate) {
    for (const double below : baseline) differences.push_back(above - below);
  }
  std::sort(differences.begin(), differences.end());
  return differences;
}

// The least shift for which the hypothesis "at most this shift" is not rejected at `level`. The
// p-value changes only at the differences, at them and right after them.
double least_shift(Values baseline, Values candidate, const std::vector<double>& differences,
                   double level) {
  const auto rejects = [&](double shift) {
    return p_above_at(baseline, candidate, {shift, true}) <= level;
  };
  if (!rejects(-std::numeric_limits<double>::max())) {
    return -std::numeric_limits<double>::infinity();
  }
  return *std::partition_point(differences.begin(), differences.end(), rejects);
}

}  // namespace

double rank_sum_above(Values baseline, Values candidate, double shift) {
  return p_above_at(baseline, candidate, {shift, false});
}

// By symmetry: the baseline lies as far below the candidate as the candidate lies above the
// baseline.
double rank_sum_below(Values baseline, Values candidate, double shift) {
  return p_above_at(candidate, baseline, {-shift, false});
}

Interval rank_sum_interval(Values baseline, Values candidate, double confidence) {
  const double level = (1 - confidence) / 2;
  const auto up = sorted_differences(baseline, candidate);
  const auto down = sorted_differences(candidate, baseline);
  return {median_of(up), least_shift(baseline, candidate, up, level),
          -least_shift(candidate, baseline, down, level)};
}

}  // namespace assay::inference
