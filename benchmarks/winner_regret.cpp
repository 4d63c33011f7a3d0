// How much slower than the best the named winner is, on a noisy real kernel: streaming.cpu, in a
// space small enough to try whole, so that nothing but noise can mislead. Each repetition tunes
// afresh; then every configuration is sampled 200 times more, in ten fresh processes and each time
// in another random order, which tells what is the best in truth. `regret_percent` is the median
// over the repetitions of winner over best - 1; the best of many noisy medians is a little too
// good, so it errs upwards. `samples` is what tuning spent on a repetition. Bar: 1 %.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>

#include "framework/measure/statistics.hpp"
#include "framework/report/comparison.hpp"
#include "framework/tune/tuner.hpp"
#include "tests/temporary_folder.hpp"

namespace {

using namespace assay;

const std::string scenario_text = R"(
[[instance]]
problem = "sparse-grid/multi-eval"
data = "friedman1"
dimensions = 10
level = 3
points = 5000
[[variant]]
name = "streaming.cpu"
parameters.form = "shared"
parameters.simd_bits = 256
parameters.threads = 1
[tune]
strategy = "random"
trials = 1000
[sampling]
relative_width = 0.03
max_samples = 200
max_seconds = 0.4
)";

constexpr std::uint32_t rounds = 10;
constexpr std::uint32_t samples_a_round = 20;

WorkerOptions worker_options() {
  WorkerOptions options;
  options.command = {ASSAY_COMMAND, "worker", "--process"};
  options.plugin_folders = {ASSAY_PLUGINS};
  return options;
}

struct Outcome {
  double regret = 0;
  double spread = 0;  // of the truth: the median configuration over the best
  double samples = 0;
};

class Repetition {
 public:
  explicit Repetition(std::uint64_t seed)
      : scenario_(parse_scenario(scenario_text, "regret.toml")) {
    scenario_.tune.seed = seed;
  }

  Outcome run() {
    tune(session_, scenario_, plan_, worker_options(), observer_, stop_);
    Outcome outcome;
    for (const auto& trial : store_.trials({})) outcome.samples += trial.sample_count;
    const auto truth = true_medians();
    std::vector<double> medians;
    for (const auto& [_, median] : truth) medians.push_back(median);
    std::sort(medians.begin(), medians.end());
    outcome.regret = truth.at(canonical_text(winner())) / medians.front() - 1;
    outcome.spread = medians[medians.size() / 2] / medians.front() - 1;
    return outcome;
  }

 private:
  [[nodiscard]] Bindings winner() const {
    const Comparison comparison = compare(store_);
    return comparison.machines.at(0).instances.at(0).entries.at(0).best->configuration;
  }

  std::map<std::string, double> true_medians() {
    const OpenInstance instance = session_.open(plan_.contests.front());
    const Contender& contender = plan_.contests.front().contenders.front();
    std::vector<Bindings> configurations;
    for (const auto& trial : store_.trials_like(session_.key(instance, contender, {"search"}))) {
      if (trial.objective) configurations.push_back(trial.key.configuration);
    }
    SamplingOptions sampling;
    sampling.min_samples = sampling.max_samples = samples_a_round;
    sampling.max_seconds = 60;
    std::map<std::string, std::vector<double>> values;
    std::mt19937_64 random(scenario_.tune.seed);
    for (std::uint32_t round = 0; round < rounds; ++round) {
      worker_.restart();
      std::shuffle(configurations.begin(), configurations.end(), random);
      for (const auto& configuration : configurations) {
        const TrialResult result =
            worker_.run_trial(session_.request(instance, contender, configuration, sampling));
        auto& all = values[canonical_text(configuration)];
        for (const auto& sample : result.samples) all.push_back(sample.seconds);
      }
    }
    std::map<std::string, double> medians;
    for (auto& [configuration, all] : values)
      medians[configuration] = median_interval(all, 0.95).median;
    return medians;
  }

  Scenario scenario_;
  test::TemporaryFolder folder_;
  Store store_{folder_ / "r.db"};
  WorkerClient worker_{worker_options()};
  Plan plan_ = make_plan(scenario_, worker_.catalog());
  Session session_{store_, worker_, {}, scenario_};
  TuneObserver observer_;
  std::atomic<bool> stop_ = false;
};

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// Argument: repetitions.
void winner_regret(benchmark::State& state) {
  std::vector<double> regrets;
  std::vector<double> spreads;
  std::vector<double> samples;
  for (auto _ : state) {
    for (std::int64_t seed = 1; seed <= state.range(0); ++seed) {
      const Outcome outcome = Repetition(static_cast<std::uint64_t>(seed)).run();
      regrets.push_back(100 * outcome.regret);
      spreads.push_back(100 * outcome.spread);
      samples.push_back(outcome.samples);
    }
  }
  state.counters["regret_percent"] = median_of(regrets);
  state.counters["worst_percent"] = *std::max_element(regrets.begin(), regrets.end());
  state.counters["spread_percent"] = median_of(spreads);
  state.counters["samples"] = median_of(samples);
}
BENCHMARK(winner_regret)->Arg(9)->Iterations(1)->UseRealTime()->Unit(benchmark::kSecond);

}  // namespace
