// Tests of how trials are sampled, alone and in pairs, on a device that counts the calls it
// receives.
#include <algorithm>
#include <chrono>
#include <thread>

#include "framework/device/measurable.hpp"
#include "framework/measure/clock.hpp"
#include "framework/worker/pair_runner.hpp"
#include "framework/worker/trial_runner.hpp"
#include "tests/catch.hpp"
#include "tests/framework/worker/stateful_device.hpp"
#include "tests/test_plugins/trials.hpp"

namespace {

using namespace assay;
using namespace std::chrono_literals;

// A fake device that runs variants for the CPU and counts flushes of caches.
class CountingDevice : public StatefulDevice, public device::Measurable {
 public:
  using StatefulDevice::StatefulDevice;
  [[nodiscard]] const DeviceDescription& description() const override { return description_; }
  void flush_caches() override {
    ++flushes;
    std::this_thread::sleep_for(flush_time);
  }
  Peaks measure_peaks() override { return {}; }

  std::size_t flushes = 0;
  std::chrono::milliseconds flush_time{0};

 private:
  DeviceDescription description_{.id = "counting",
                                 .backend = "cpu",
                                 .name = "Counting",
                                 .driver = "",
                                 .on_host_cores = true,
                                 .facts = {}};
};

// A fake device with an energy counter that steps every 10 ms, at 50 W.
class PoweredDevice : public CountingDevice {
 public:
  using CountingDevice::CountingDevice;
  std::optional<double> energy_joules() override {
    const auto steps = std::chrono::steady_clock::now().time_since_epoch() / 10ms;
    return 0.5 * static_cast<double>(steps % 1000000000);
  }
};

TrialResult run_on(CountingDevice& device, const SamplingOptions& sampling,
                   const Objective& objective = {}) {
  const std::vector<std::filesystem::path> folders = {ASSAY_TEST_PLUGINS "/good"};
  PluginSet plugins(folders);
  plugins.load_all();
  const HostResources resources;
  Instance instance(plugins.problem("test/scale"), {}, device, resources);
  return run_trial({plugins.variant("test/scale", "loop.c99", ""),
                    instance,
                    device,
                    resources,
                    {{"step", std::int64_t{1}}},
                    sampling,
                    objective},
                   [](Stage) {});
}

// Runs a trial whose turns `await_turn` grants, once `ask` has said when it waits for them.
TrialResult run_with_turns_on(CountingDevice& device, const SamplingOptions& sampling,
                              const std::function<bool(Turn)>& await_turn,
                              const std::function<void(TrialSetup&)>& ask) {
  const std::vector<std::filesystem::path> folders = {ASSAY_TEST_PLUGINS "/good"};
  PluginSet plugins(folders);
  plugins.load_all();
  const HostResources resources;
  Instance instance(plugins.problem("test/scale"), {}, device, resources);
  TrialSetup setup{plugins.variant("test/scale", "loop.c99", ""),
                   instance,
                   device,
                   resources,
                   {{"step", std::int64_t{1}}},
                   sampling,
                   {}};
  setup.await_turn = await_turn;
  ask(setup);
  return run_trial(setup, [](Stage) {});
}

TrialResult run_in_turns_on(CountingDevice& device, const SamplingOptions& sampling,
                            double turn_seconds, const std::function<bool(Turn)>& await_turn) {
  return run_with_turns_on(device, sampling, await_turn,
                           [&](TrialSetup& setup) { setup.turn_seconds = turn_seconds; });
}

TrialResult run_asking_on(CountingDevice& device, const SamplingOptions& sampling,
                          const std::function<bool(Turn)>& await_turn) {
  return run_with_turns_on(device, sampling, await_turn,
                           [](TrialSetup& setup) { setup.asks_to_sample = true; });
}

SamplingOptions exactly(std::uint32_t samples) {
  SamplingOptions options;
  options.relative_width = 0;
  options.min_samples = samples;
  options.max_samples = samples;
  options.max_seconds = 60;
  return options;
}

// So slowly that what the device said at the beginning will not do at the end.
SamplingOptions slowly(CountingDevice& device, std::uint32_t samples) {
  device.flush_time = 2ms;
  SamplingOptions options = exactly(samples);
  options.cache = CacheMode::cold;
  return options;
}

const std::vector<device::DeviceState> silent(1);

PairedResult run_pairs_on(CountingDevice& device, const SamplingOptions& sampling) {
  const std::vector<std::filesystem::path> folders = {ASSAY_TEST_PLUGINS "/good"};
  PluginSet plugins(folders);
  plugins.load_all();
  const HostResources resources;
  Instance instance(plugins.problem("test/scale"), {}, device, resources);
  const LoadedVariant& variant = plugins.variant("test/scale", "loop.c99", "");
  const Bindings configuration = {{"step", std::int64_t{1}}};
  const Objective objective;
  return run_pairs({{variant, instance, device, resources, configuration, sampling, objective},
                    variant,
                    configuration,
                    1},
                   [](Stage) {});
}

}  // namespace

TEST_CASE("a trial beside others asks for its turns, and warms up after each pause") {
  CountingDevice device(silent);
  std::vector<Turn> turns;
  const TrialResult result = run_in_turns_on(device, exactly(12), 1e-9, [&](Turn turn) {
    turns.push_back(turn);
    return true;
  });
  REQUIRE(result.ok());
  // Each turn has three samples; all turns but the first begin with one more that does not count.
  CHECK(turns == std::vector{Turn::first, Turn::next, Turn::next, Turn::next, Turn::last});
  REQUIRE(result.samples.size() == 15);
  for (const std::size_t k : {3, 7, 11}) CHECK(result.samples[k].warm_up);
}

TEST_CASE("caches that are emptied before each sample need no warming up between turns") {
  CountingDevice device(silent);
  SamplingOptions cold = exactly(12);
  cold.cache = CacheMode::cold;
  CHECK(run_in_turns_on(device, cold, 1e-9, [](Turn) { return true; }).samples.size() == 12);
}

TEST_CASE("a trial that gets no turn is stopped") {
  const Turn refused = GENERATE(Turn::first, Turn::next, Turn::last);
  CountingDevice device(silent);
  const TrialResult result =
      run_in_turns_on(device, exactly(12), 1e-9, [&](Turn turn) { return turn != refused; });
  CHECK(result.status == TrialStatus::stopped);
}

TEST_CASE("repetitions within the warm-up are no samples and cost none of the budget") {
  CountingDevice device(silent);
  SamplingOptions sampling;
  sampling.relative_width = 0;
  sampling.max_samples = 1'000'000;
  sampling.warm_up_seconds = 0.05;
  sampling.max_seconds = 0.01;
  const Stopwatch watch;
  const TrialResult result = run_on(device, sampling);
  const double took = watch.seconds();
  REQUIRE(result.ok());
  double sampled = 0;
  for (const Sample& sample : result.samples) sampled += sample.seconds;
  CHECK(sampled > 0);
  CHECK(sampled < 0.02);
  CHECK(took > 0.05);
}

TEST_CASE(
    "the first repetition is a sample only where it took the time of all, and more than what is "
    "paid once") {
  // It empties the caches before it runs, and so does the last, which is verified.
  CountingDevice device(std::vector<device::DeviceState>{{.clock_mhz = 1900}});
  SamplingOptions sampling = exactly(1);
  sampling.cache = CacheMode::cold;
  const TrialResult one_more = run_on(device, sampling);
  CHECK(one_more.samples.size() == 1);
  CHECK(one_more.samples.front().clock_mhz);
  CHECK(device.flushes == 2);
  sampling.max_seconds = 1e-9;
  CHECK(run_on(device, sampling).samples.size() == 1);
  CHECK(device.flushes == 2 + 2);
  sampling.paid_once_seconds = 1e-9;
  const TrialResult only = run_on(device, sampling);
  CHECK(only.samples.size() == 1);
  CHECK_FALSE(only.samples.front().clock_mhz);  // the device was looked at after the verification
  CHECK(device.flushes == 2 + 2 + 1);
}

TEST_CASE("a trial that asks before it samples has what ran beside others as no sample") {
  CountingDevice device(silent);
  std::vector<Turn> turns;
  SamplingOptions sampling = exactly(12);
  sampling.max_seconds = GENERATE(60.0, 1e-9);
  const TrialResult result = run_asking_on(device, sampling, [&](Turn turn) {
    turns.push_back(turn);
    return true;
  });
  REQUIRE(result.ok());
  CHECK(turns == std::vector{Turn::sample, Turn::last});
  CHECK(result.samples.size() == (sampling.max_seconds < 1 ? 1 : 12));
  const auto seen = result.verified.in_full + result.verified.by_digest;
  CHECK(seen == result.samples.size() + 1);
  CHECK(run_asking_on(device, sampling, [](Turn) { return false; }).status == TrialStatus::stopped);
}

TEST_CASE("a trial alone asks for no turn") {
  CountingDevice device(silent);
  const TrialResult result = run_in_turns_on(device, exactly(12), 0, [](Turn) { return false; });
  CHECK(result.ok());
  CHECK(result.samples.size() == 12);
}

TEST_CASE("caches are flushed before every repetition where that is asked for, else never") {
  CountingDevice device(silent);
  SamplingOptions sampling = exactly(12);
  REQUIRE(run_on(device, sampling).ok());
  CHECK(device.flushes == 0);
  sampling.cache = CacheMode::cold;
  const TrialResult cold = run_on(device, sampling);
  REQUIRE(cold.ok());
  CHECK(cold.samples.size() == 12);
  CHECK(device.flushes == 12 + 2);  // the first and the last repetition are only verified
}

TEST_CASE("energy is sampled in blocks of runs") {
  PoweredDevice device(silent);
  const TrialResult result = run_on(device, exactly(3), {"energy"});
  CAPTURE(result.message);
  REQUIRE(result.ok());
  REQUIRE(result.samples.size() == 3);
  for (const Sample& sample : result.samples) {
    REQUIRE(sample.energy);
    CHECK(sample.energy->runs > 1);
    const double joules = sample.energy->end_joules - sample.energy->begin_joules;
    CHECK(joules == Approx(50 * sample.energy->seconds).epsilon(0.2));
    CHECK(sample.seconds > 0);
    CHECK(sample.seconds * sample.energy->runs < sample.energy->seconds);
  }
  CountingDevice mute(silent);
  const TrialResult refused = run_on(mute, exactly(3), {"energy"});
  CHECK(refused.status == TrialStatus::unsupported);
  CHECK_THAT(refused.message, contains("counting reports no energy"));
}

TEST_CASE("samples taken while the device was slowed down are taken again") {
  // The device is slowed down at the first look, which follows the first sample, and never again.
  CountingDevice device({{.clock_mhz = 1500, .throttle_reasons = "heat"}, {.clock_mhz = 1900}});
  const TrialResult result = run_on(device, exactly(20));
  REQUIRE(result.ok());
  std::size_t retaken = 0;
  for (const Sample& sample : result.samples) retaken += sample.slowed == Slowed::retaken ? 1 : 0;
  CHECK(retaken == 1);
  CHECK(result.samples.front().slowed == Slowed::retaken);
  CHECK(result.samples.size() == 20 + retaken);

  CountingDevice hot({{.clock_mhz = 1500, .throttle_reasons = "heat"}});
  SamplingOptions brief = exactly(5);
  brief.max_seconds = 1e-9;  // no time to retake anything
  const TrialResult once = run_on(hot, brief);
  REQUIRE(once.samples.size() == 1);
  CHECK(once.samples[0].slowed == Slowed::kept);
  const TrialResult kept = run_on(hot, exactly(5));
  REQUIRE(kept.ok());
  CHECK(kept.samples.size() == 1 + 5 + 5);  // five samples are taken again twice, in vain
  CHECK(kept.samples.back().slowed == Slowed::kept);
}

TEST_CASE("a sample has the clock of the look that followed it at once") {
  // The device is looked at from time to time, and always after the last sample.
  CountingDevice device(std::vector<device::DeviceState>{{.clock_mhz = 300}, {.clock_mhz = 1900}});
  const TrialResult result = run_on(device, slowly(device, 9));
  REQUIRE(result.ok());
  CHECK(result.samples.back().clock_mhz == 1900);
  const auto clocks = std::ranges::count_if(
      result.samples, [](const Sample& sample) { return sample.clock_mhz.has_value(); });
  CHECK(static_cast<std::size_t>(clocks) == device.asked());

  CountingDevice mute(silent);
  for (const Sample& sample : run_on(mute, exactly(3)).samples) CHECK_FALSE(sample.clock_mhz);
}

TEST_CASE("of a pair that was looked at, the side that ran last has the clock") {
  CountingDevice device(std::vector<device::DeviceState>{{.clock_mhz = 1900}, {.clock_mhz = 1800}});
  const PairedResult result = run_pairs_on(device, slowly(device, 6));
  CAPTURE(result.baseline.message, result.candidate.message);
  REQUIRE(result.ok());
  const auto clock = [&](std::size_t pair, bool later) {
    const bool of_candidate = result.candidate_first.at(pair) != later;
    const TrialResult& side = of_candidate ? result.candidate : result.baseline;
    return side.samples.at(pair).clock_mhz;
  };
  CHECK(clock(0, true) == 1900);
  CHECK(clock(5, true) == 1800);
  for (std::size_t pair = 0; pair < 6; ++pair) CHECK_FALSE(clock(pair, false));
}
