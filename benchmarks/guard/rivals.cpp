#include "benchmarks/guard/rivals.hpp"

#include <algorithm>
#include <cmath>

#include "framework/inference/median.hpp"
#include "framework/inference/normal.hpp"
#include "framework/inference/sign_test.hpp"

namespace assay::guard {
namespace {

using Times = std::span<const double>;
using Rule = std::function<inference::Outcome(Times baseline, Times candidate)>;

// The number of pairs whose candidate is greater, with ties counted half, and the correction of its
// variance.
struct PairCount {
  double above = 0;
  double ties = 0;  // sum of t^3 - t over groups of t equal times
};

PairCount count_pairs(Times baseline, Times candidate) {
  std::vector<double> sorted(baseline.begin(), baseline.end());
  std::sort(sorted.begin(), sorted.end());
  PairCount count;
  for (const double time : candidate) {
    const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), time);
    count.above += static_cast<double>((first - sorted.begin()) + (last - sorted.begin())) / 2;
  }
  sorted.insert(sorted.end(), candidate.begin(), candidate.end());
  std::sort(sorted.begin(), sorted.end());
  for (auto group = sorted.begin(); group != sorted.end();) {
    const auto end = std::upper_bound(group, sorted.end(), *group);
    const double t = static_cast<double>(end - group);
    count.ties += t * t * t - t;
    group = end;
  }
  return count;
}

inference::Outcome by_ratio(double ratio, double gap) {
  if (ratio > 1 + gap) return inference::Outcome::slower;
  return ratio < 1 - gap ? inference::Outcome::faster : inference::Outcome::equivalent;
}

double mean_of_times(Times times) {
  double sum = 0;
  for (const double time : times) sum += time;
  return sum / static_cast<double>(times.size());
}

std::vector<double> run_often(Machine& machine, Build build, std::size_t runs) {
  machine.start_process();
  std::vector<double> times(runs);
  for (double& time : times) time = machine.run(build);
  return times;
}

Detector in_halves(std::string name, std::size_t runs, const RunCosts& costs, const Rule& rule) {
  const double seconds = 2 * (costs.process + static_cast<double>(runs) * costs.run);
  return {std::move(name), [runs, seconds, rule](Machine& machine, Random&) {
            const auto baseline = run_often(machine, Build::baseline, runs);
            const auto candidate = run_often(machine, Build::candidate, runs);
            return Finding{rule(baseline, candidate), seconds};
          }};
}

inference::Outcome by_signs(const std::vector<double>& ratios, double alpha) {
  if (2 * inference::sign_test_above(ratios, 0) <= alpha) return inference::Outcome::slower;
  return 2 * inference::sign_test_below(ratios, 0) <= alpha ? inference::Outcome::faster
                                                            : inference::Outcome::equivalent;
}

Detector alternating(std::size_t runs, double alpha, const RunCosts& costs) {
  const double seconds = costs.process + 2 * static_cast<double>(runs) * costs.run;
  return {"alternating pairs", [runs, alpha, seconds](Machine& machine, Random&) {
            machine.start_process();
            std::vector<double> ratios;
            for (std::size_t run = 0; run < runs; ++run) {
              const double baseline = machine.run(Build::baseline);
              ratios.push_back(inference::log_ratio({baseline, machine.run(Build::candidate)}));
            }
            return Finding{by_signs(ratios, alpha), seconds};
          }};
}

}  // namespace

double mann_whitney_p(Times baseline, Times candidate) {
  const double m = static_cast<double>(baseline.size());
  const double k = static_cast<double>(candidate.size());
  const PairCount count = count_pairs(baseline, candidate);
  const double all = m + k;
  const double variance = m * k / 12 * (all + 1 - count.ties / (all * (all - 1)));
  if (variance <= 0) return 1;
  const double distance = std::max(0.0, std::abs(count.above - m * k / 2) - 0.5);
  return std::min(1.0, 2 * inference::normal_probability(-distance / std::sqrt(variance)));
}

inference::Outcome mann_whitney(Times baseline, Times candidate, double alpha) {
  if (mann_whitney_p(baseline, candidate) > alpha) return inference::Outcome::equivalent;
  const double pairs = static_cast<double>(baseline.size()) * static_cast<double>(candidate.size());
  const bool above = count_pairs(baseline, candidate).above > pairs / 2;
  return above ? inference::Outcome::slower : inference::Outcome::faster;
}

inference::Outcome median_gap(Times baseline, Times candidate, double gap) {
  return by_ratio(inference::median_of({candidate.begin(), candidate.end()}) /
                      inference::median_of({baseline.begin(), baseline.end()}),
                  gap);
}

inference::Outcome minimum_gap(Times baseline, Times candidate, double gap) {
  return by_ratio(*std::min_element(candidate.begin(), candidate.end()) /
                      *std::min_element(baseline.begin(), baseline.end()),
                  gap);
}

inference::Outcome three_sigma(Times baseline, Times candidate) {
  const double mean = mean_of_times(baseline);
  double squares = 0;
  for (const double time : baseline) squares += (time - mean) * (time - mean);
  const double sigma = std::sqrt(squares / (static_cast<double>(baseline.size()) - 1));
  const double distance = mean_of_times(candidate) - mean;
  if (std::abs(distance) <= 3 * sigma) return inference::Outcome::equivalent;
  return distance > 0 ? inference::Outcome::slower : inference::Outcome::faster;
}

std::vector<Detector> rival_detectors(std::size_t runs, double alpha, const RunCosts& costs) {
  constexpr double gap = 0.05;
  return {
      in_halves("Mann-Whitney", runs, costs,
                [alpha](Times b, Times c) { return mann_whitney(b, c, alpha); }),
      in_halves("medians 5 %", runs, costs, [](Times b, Times c) { return median_gap(b, c, gap); }),
      in_halves("minima 5 %", runs, costs, [](Times b, Times c) { return minimum_gap(b, c, gap); }),
      in_halves("3 sigma", runs, costs, three_sigma),
      alternating(runs, alpha, costs),
  };
}

}  // namespace assay::guard
