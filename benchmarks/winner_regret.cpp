// How much slower the declared winner is than the best configuration, on a noisy real kernel:
// streaming.cpu, in a space small enough to be tried completely, so that only noise can mislead.
// Each repetition tunes afresh; then every configuration is sampled 200 more times, two samples on
// each visit, in sweeps over all configurations in random order: a temporary slowdown of the
// machine affects a whole sweep, so that a configuration's truth is the median of its samples
// relative to the median of their sweep.
//
// `regret_percent` is the median over the repetitions of winner / best - 1; `samples` is the number
// that tuning spent on a repetition. `doubt_percent` is the resolution of this machine: the regret,
// in the odd sweeps, of the configuration that is best in the even ones. Limit: 1 %.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <map>
#include <random>

#include "framework/compare/comparison.hpp"
#include "framework/inference/median.hpp"
#include "framework/tune/tune.hpp"
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

constexpr std::size_t sweeps = 100;
constexpr std::uint32_t samples_a_visit = 2;  // after one to warm up

WorkerOptions worker_options() {
  WorkerOptions options;
  options.command = {ASSAY_COMMAND, "worker", "--process"};
  options.plugin_folders = {ASSAY_PLUGINS};
  return options;
}

struct Outcome {
  double regret = 0;
  double doubt = 0;
  double samples = 0;
};

using Truth = std::map<std::string, double>;  // by configuration, relative to its sweeps

std::string best_of(const Truth& truth) {
  return std::min_element(truth.begin(), truth.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

double regret_of(const std::string& winner, const Truth& truth) {
  return truth.at(winner) / truth.at(best_of(truth)) - 1;
}

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
    const auto visits = visit_all();
    outcome.regret = regret_of(canonical_text(winner()), truth_by(visits, 0, 1));
    outcome.doubt = regret_of(best_of(truth_by(visits, 0, 2)), truth_by(visits, 1, 2));
    return outcome;
  }

 private:
  [[nodiscard]] Bindings winner() const {
    const Comparison comparison = compare(store_);
    return comparison.machines.at(0).instances.at(0).entries.at(0).best->configuration;
  }

  using Sweep = std::map<std::string, std::vector<double>>;

  std::vector<Sweep> visit_all() {
    const OpenInstance instance = session_.open(plan_.contests.front());
    const Contender& contender = plan_.contests.front().contenders.front();
    std::vector<Bindings> configurations;
    for (const auto& trial : store_.trials_like(session_.key(instance, contender, {"search"}))) {
      if (trial.objective) configurations.push_back(trial.key.configuration);
    }
    SamplingOptions sampling;
    sampling.min_samples = sampling.max_samples = 1 + samples_a_visit;
    sampling.max_seconds = 60;
    std::mt19937_64 random(scenario_.tune.seed);
    std::vector<Sweep> visits(sweeps);
    for (auto& sweep : visits) {
      std::shuffle(configurations.begin(), configurations.end(), random);
      for (const auto& configuration : configurations) {
        const TrialResult result =
            worker_.run_trial(session_.request(instance, contender, configuration, sampling));
        auto& values = sweep[canonical_text(configuration)];
        for (std::size_t k = 1; k < result.samples.size(); ++k) {
          values.push_back(result.samples[k].seconds);
        }
      }
    }
    return visits;
  }

  // Computes the truth from every `step`-th sweep, beginning with `first`.
  static Truth truth_by(const std::vector<Sweep>& visits, std::size_t first, std::size_t step) {
    std::map<std::string, std::vector<double>> relative;
    for (std::size_t k = first; k < visits.size(); k += step) {
      std::vector<double> all;
      for (const auto& [_, values] : visits[k]) all.insert(all.end(), values.begin(), values.end());
      const double typical = inference::median_of(all);
      for (const auto& [configuration, values] : visits[k]) {
        for (const double value : values) relative[configuration].push_back(value / typical);
      }
    }
    Truth truth;
    for (const auto& [configuration, values] : relative)
      truth[configuration] = inference::median_of(values);
    return truth;
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

// Argument: repetitions.
void winner_regret(benchmark::State& state) {
  std::vector<double> regrets;
  std::vector<double> doubts;
  std::vector<double> samples;
  for (auto _ : state) {
    for (std::int64_t seed = 1; seed <= state.range(0); ++seed) {
      const Outcome outcome = Repetition(static_cast<std::uint64_t>(seed)).run();
      regrets.push_back(100 * outcome.regret);
      doubts.push_back(100 * outcome.doubt);
      samples.push_back(outcome.samples);
    }
  }
  state.counters["regret_percent"] = inference::median_of(regrets);
  state.counters["worst_percent"] = *std::max_element(regrets.begin(), regrets.end());
  state.counters["doubt_percent"] = inference::median_of(doubts);
  state.counters["samples"] = inference::median_of(samples);
}
BENCHMARK(winner_regret)->Arg(9)->Iterations(1)->UseRealTime()->Unit(benchmark::kSecond);

}  // namespace
