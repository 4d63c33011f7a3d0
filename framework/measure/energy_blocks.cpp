#include "framework/measure/energy_blocks.hpp"

#include <algorithm>
#include <cstdint>

#include "framework/core/error.hpp"

namespace assay {
namespace {

constexpr double shortest_block = 0.25;
constexpr double longest_block = 2;  // for many short runs; one long run is a block, too
constexpr double runs_in_block = 20;
// Readings of the counter leave the device idle: at this interval the idle time is short, and steps
// are still located well enough.
constexpr double seconds_between_looks = 0.005;
constexpr double counter_period = 0.1;
constexpr double patience = 5;  // seconds to wait for a step

[[noreturn]] void refuse_counter(double joules, double seconds) {
  throw environment_error(
      "the device's energy counter stood still at {} J during {:.0f} s of work, so energy cannot "
      "be measured; choose the objective 'time'",
      joules, seconds);
}

double seconds_wanted(double seconds, std::uint32_t runs) {
  return std::clamp(runs_in_block * seconds / runs, shortest_block, longest_block);
}

// Adds a run to a sum of runs; phases are matched by their names.
void add(Sample& sum, const Sample& run) {
  sum.seconds += run.seconds;
  sum.device_seconds += run.device_seconds;
  for (const PhaseTime& phase : run.phases) {
    const auto known = std::find_if(sum.phases.begin(), sum.phases.end(),
                                    [&](const auto& p) { return p.name == phase.name; });
    if (known == sum.phases.end()) {
      sum.phases.push_back(phase);
    } else {
      known->host_seconds += phase.host_seconds;
      known->device_seconds += phase.device_seconds;
    }
  }
}

void divide(Sample& sum, double runs) {
  sum.seconds /= runs;
  sum.device_seconds /= runs;
  for (PhaseTime& phase : sum.phases) {
    phase.host_seconds /= runs;
    phase.device_seconds /= runs;
  }
}

}  // namespace

template <class Take, class Enough>
EnergyBlocks::Reading EnergyBlocks::run_to_step(Take take, Enough enough) {
  std::optional<Reading> seen;
  double first_look = 0;
  for (;;) {
    const double before = source_.seconds();
    take(source_.repeat());
    const double now = source_.seconds();
    if (!enough(now) || (seen && now - seen->seconds < seconds_between_looks)) continue;
    const Reading reading = read();
    // After a run as long as the counter's period, the reading is as fresh as it can be.
    if (now - before >= counter_period) return reading;
    if (!seen) first_look = now;
    if (seen && reading.joules != seen->joules) return reading;
    if (now - first_look > patience) refuse_counter(reading.joules, now - first_look);
    seen = reading;
  }
}

Sample EnergyBlocks::next() {
  if (!last_) last_ = run_to_step([](const Sample&) {}, [](double) { return true; });
  const Reading begin = *last_;
  Sample sum;
  std::uint32_t runs = 0;
  last_ = run_to_step(
      [&](const Sample& run) {
        add(sum, run);
        ++runs;
      },
      [&](double now) { return now - begin.seconds >= seconds_wanted(now - begin.seconds, runs); });
  const double seconds = last_->seconds - begin.seconds;
  if (last_->joules == begin.joules) refuse_counter(begin.joules, seconds);
  divide(sum, runs);
  sum.energy = {runs, seconds, begin.joules, last_->joules};
  return sum;
}

}  // namespace assay
