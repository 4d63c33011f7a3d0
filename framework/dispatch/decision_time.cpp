#include "framework/dispatch/decision_time.hpp"

#include <atomic>
#include <chrono>
#include <span>

#include "framework/core/random.hpp"
#include "framework/inference/median.hpp"

namespace assay::dispatch {
namespace {

constexpr int measurements = 15;
constexpr std::size_t choices = 20000;  // of one measurement, at least

}  // namespace

double seconds_of_decision(const Decision& decision, const std::vector<FeatureValues>& points) {
  // An order that repeats after a few points would be learnt by the branch predictor.
  std::vector<FeatureValues> inputs = points;
  Random random(1);
  while (inputs.size() < choices) inputs.push_back(points[random.below(points.size())]);
  random.shuffle(std::span(inputs));
  std::vector<double> seconds;
  for (int k = 0; k < measurements; ++k) {
    std::size_t sum = 0;
    const auto begin = std::chrono::steady_clock::now();
    for (const FeatureValues& input : inputs) sum += decision.choose(input);
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    // Keeps the compiler from leaving the choices out.
    static std::atomic<std::size_t> sink;
    sink = sum;
    seconds.push_back(passed.count() / static_cast<double>(inputs.size()));
  }
  return inference::median_of(seconds);
}

}  // namespace assay::dispatch
