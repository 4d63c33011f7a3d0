#include "framework/guard/clock_step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "framework/core/units.hpp"

namespace assay::guard {
namespace {

using inference::TimePair;

// If there is no step, the chance that twelve times are all multiples of one step, within a tenth
// of it, is 0.2^12.
constexpr std::size_t fewest_pairs_with_step = 6;
constexpr double step_tolerance = 0.1;
// Relative difference below which two times are equal and differ only by rounding.
constexpr double same_time = 1e-9;

double shorter_mean(std::span<const TimePair> pairs) {
  TimePair sum;
  for (const TimePair& pair : pairs) {
    sum.baseline += pair.baseline;
    sum.candidate += pair.candidate;
  }
  return std::min(sum.baseline, sum.candidate) / static_cast<double>(pairs.size());
}

// The times of both sides in ascending order.
std::vector<double> sorted_times(std::span<const TimePair> pairs) {
  std::vector<double> times;
  for (const TimePair& pair : pairs) {
    times.push_back(pair.baseline);
    times.push_back(pair.candidate);
  }
  std::ranges::sort(times);
  return times;
}

double remainder_of(double time, double step) {
  return std::abs(time - std::round(time / step) * step);
}

// The largest step of at least `least` of which all times are multiples; 0 if there is none. This
// is Euclid's algorithm, starting from the smallest difference: a time that is not a multiple
// leaves a smaller step.
double common_step(const std::vector<double>& sorted, double least) {
  double step = sorted.back();
  for (std::size_t k = 1; k < sorted.size(); ++k) {
    const double gap = sorted[k] - sorted[k - 1];
    if (gap > same_time * sorted.back()) step = std::min(step, gap);
  }
  while (step >= least) {
    const auto other = std::ranges::find_if(
        sorted, [&](double time) { return remainder_of(time, step) > step_tolerance * step; });
    if (other == sorted.end()) return step;
    step = remainder_of(*other, step);
  }
  return 0;
}

// The step if all pairs are equal.
double step_of_constants(const TimePair& pair, double unit) {
  if (pair.baseline <= 0 || pair.candidate <= 0) return 0;
  const auto divides = [&](double time) { return remainder_of(time, unit) < same_time * time; };
  if (unit > 0 && divides(pair.baseline) && divides(pair.candidate)) return unit;
  if (unit > 0) return 0;
  return std::min(pair.baseline, pair.candidate);
}

}  // namespace

double coarse_step(std::span<const TimePair> pairs, double unit) {
  if (pairs.empty()) return 0;
  const std::vector<double> times = sorted_times(pairs);
  const bool stood_still = times.front() <= 0;
  if (pairs.size() < fewest_pairs_with_step && !stood_still) return 0;
  const double longest_step = shorter_mean(pairs) / fewest_steps;
  const auto as_the_first = [&](const TimePair& pair) {
    return pair.baseline == pairs.front().baseline && pair.candidate == pairs.front().candidate;
  };
  double step = std::ranges::all_of(pairs, as_the_first) ? step_of_constants(pairs.front(), unit)
                                                         : common_step(times, longest_step);
  if (step == 0 && stood_still) {
    const auto moved = std::ranges::upper_bound(times, 0.0);
    step = moved == times.end() ? std::numeric_limits<double>::infinity() : *moved;
  }
  return step > longest_step ? step : 0;
}

double runs_to_last(std::span<const TimePair> pairs, double step) {
  constexpr double margin = 2;
  return std::ceil(margin * fewest_steps * step / shorter_mean(pairs));
}

std::vector<TimePair> grouped(std::span<const TimePair> pairs, std::size_t size) {
  std::vector<TimePair> means;
  const auto count = static_cast<double>(size);
  for (std::size_t begin = 0; begin + size <= pairs.size(); begin += size) {
    TimePair sum;
    for (const TimePair& pair : pairs.subspan(begin, size)) {
      sum.baseline += pair.baseline;
      sum.candidate += pair.candidate;
    }
    means.push_back({sum.baseline / count, sum.candidate / count});
  }
  return means;
}

bool lasts(std::span<const TimePair> pairs, std::size_t size, double step) {
  return shorter_mean(pairs) * static_cast<double>(size) >= fewest_steps * step;
}

std::string too_coarse_text(double step) {
  const std::string clock =
      std::isinf(step)
          ? "the clock did not move during the measurement"
          : fmt::format(
                "the clock moves in steps of {}, and what was measured takes less than {} of them",
                format_seconds(step), fewest_steps);
  return clock +
         ": measure something longer (a larger instance, a benchmark with more work), or use a "
         "finer clock";
}

}  // namespace assay::guard
