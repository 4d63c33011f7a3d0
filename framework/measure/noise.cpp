#include "framework/measure/noise.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "framework/inference/median.hpp"
#include "framework/measure/clock.hpp"

namespace assay {
namespace {

// A chain of dependent integer steps: its time depends only on the clock rate, so that any
// variation comes from the machine.
std::uint64_t identical_work(std::uint64_t steps) {
  std::uint64_t state = 1;
  for (std::uint64_t k = 0; k < steps; ++k) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    state ^= state >> 29;
  }
  return state;
}

double time_work(std::uint64_t steps) {
  const Stopwatch watch;
  volatile std::uint64_t sink = identical_work(steps);
  static_cast<void>(sink);
  return watch.seconds();
}

// The number of steps that take about a millisecond: long compared with the clock's resolution,
// short compared with seconds.
std::uint64_t steps_per_millisecond() {
  std::uint64_t steps = 1 << 16;
  while (time_work(steps) < 1e-3) steps *= 2;
  return steps;
}

}  // namespace

Noise measure_noise(double seconds) {
  const std::uint64_t steps = steps_per_millisecond();
  std::vector<double> times;
  const Stopwatch watch;
  do {
    times.push_back(time_work(steps));
  } while (watch.seconds() < seconds);
  std::sort(times.begin(), times.end());
  const std::size_t n = times.size();
  const double median = inference::median_of(times);
  return {n, median, (times[(n * 3) / 4] - times[n / 4]) / median, times.back() / median};
}

}  // namespace assay
