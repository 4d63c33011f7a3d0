#include "benchmarks/guard/noise_models.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "framework/inference/block_effect.hpp"
#include "framework/inference/median.hpp"
#include "tests/catch.hpp"

using namespace assay;
using namespace assay::guard;

namespace {

using Series = std::vector<std::vector<double>>;

const NoiseModel& named(const std::vector<NoiseModel>& models, const std::string& name) {
  return *std::find_if(models.begin(), models.end(),
                       [&](const NoiseModel& model) { return model.name == name; });
}

std::vector<double> runs(Machine machine, std::size_t count, Build build = Build::baseline) {
  std::vector<double> times;
  for (std::size_t run = 0; run < count; ++run) times.push_back(machine.run(build));
  return times;
}

double correlation_at_lag(const std::vector<double>& times, std::size_t lag) {
  double mean = 0;
  for (const double time : times) mean += time / static_cast<double>(times.size());
  double products = 0;
  double squares = 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    squares += (times[i] - mean) * (times[i] - mean);
    if (i >= lag) products += (times[i] - mean) * (times[i - lag] - mean);
  }
  return products / squares;
}

TEST_CASE("a machine's times are its seed's, positive, and the candidate's effect times longer") {
  for (const NoiseModel& model : noise_models()) {
    INFO(model.name);
    const auto times = runs(model.machine(0.02, 5), 2000);
    CHECK(times == runs(model.machine(0.02, 5), 2000));
    CHECK(times != runs(model.machine(0.02, 6), 2000));
    for (const double time : times) CHECK(time > 0);
    // Both builds meet the same noise, except in models with layouts, which belong to a build.
    if (model.name.starts_with("between processes") || model.name == "two states") continue;
    const auto slower = runs(model.machine(0.02, 5), 2000, Build::candidate);
    for (std::size_t run = 0; run < times.size(); ++run) {
      CHECK(slower[run] == Approx(times[run] * std::exp(0.02)));
    }
  }
}

TEST_CASE("each noise is what its name says") {
  const auto models = noise_models();
  const auto times = [&](const char* name) {
    return runs(named(models, name).machine(0, 3), 4000);
  };

  CHECK(inference::median_of(times("normal")) == Approx(1).epsilon(0.002));
  CHECK(correlation_at_lag(times("normal"), 1) == Approx(0).margin(0.05));
  CHECK(correlation_at_lag(times("autocorrelated"), 1) > 0.8);
  CHECK(correlation_at_lag(times("autocorrelated"), 20) == Approx(0.34).margin(0.2));
  CHECK(correlation_at_lag(times("period two"), 1) < -0.8);

  const auto drifting = times("drifting");
  CHECK(std::abs(drifting.back() - drifting.front()) > 0.3);
  const auto bimodal = times("bimodal");
  const auto slow =
      std::count_if(bimodal.begin(), bimodal.end(), [](double t) { return t > 1.03; });
  CHECK(static_cast<double>(slow) / 4000 == Approx(1.0 / 3).margin(0.03));
  const auto spiky = times("spiky");
  const auto spikes = std::count_if(spiky.begin(), spiky.end(), [](double t) { return t > 1.1; });
  CHECK(static_cast<double>(spikes) / 4000 == Approx(0.05 * std::exp(-0.2)).margin(0.015));
}

// For each of many processes, the log-ratio by which the candidate is slower than identical code.
std::vector<double> differences_of_processes(const NoiseModel& model) {
  Machine machine = model.machine(0, 4);
  std::vector<double> differences;
  for (int process = 0; process < 400; ++process) {
    machine.start_process();
    double ratio = 0;
    for (int run = 0; run < 20; ++run) {
      const double baseline = machine.run(Build::baseline);
      ratio += inference::log_ratio({baseline, machine.run(Build::candidate)}) / 20;
    }
    differences.push_back(ratio);
  }
  return differences;
}

TEST_CASE("builds differ from process to process where layouts do") {
  for (const auto& [name, deviation] : std::map<std::string, double>{
           {"between processes, 1 %", 0.01}, {"between processes, 2 %", 0.02}}) {
    INFO(name);
    const auto differences = differences_of_processes(named(noise_models(), name));
    double squares = 0;
    for (const double difference : differences) squares += difference * difference / 400;
    CHECK(std::sqrt(squares) == Approx(deviation * std::sqrt(2.0)).epsilon(0.2));
    CHECK(inference::median_of(differences) == Approx(0).margin(0.004));
  }
}

TEST_CASE("processes of two states differ by the state or not at all") {
  const auto differences = differences_of_processes(named(noise_models(), "two states"));
  const auto near = [&](double state) {
    const auto count =
        std::count_if(differences.begin(), differences.end(),
                      [&](double difference) { return std::abs(difference - state) < 0.015; });
    return static_cast<double>(count) / 400;
  };
  CHECK(near(0) == Approx(5.0 / 9).margin(0.08));
  CHECK(near(std::log(1.03)) == Approx(2.0 / 9).margin(0.08));
  CHECK(near(-std::log(1.03)) == Approx(2.0 / 9).margin(0.08));
}

TEST_CASE("recorded noise comes in contiguous stretches of one series") {
  Series series(3);
  for (std::size_t s = 0; s < 3; ++s) {
    for (int run = 1; run <= 32; ++run)
      series[s].push_back(100 * (static_cast<double>(s) + 1) + run);
  }
  const NoiseModel model = recorded_noise("set", series, 8);
  CHECK(model.name == "set");
  std::vector<bool> seen(3);
  std::set<double> runs_of_first;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto times = runs(model.machine(0, seed), 64);
    for (std::size_t run = 1; run < times.size(); ++run) {
      CHECK(std::floor(times[run] / 100) == std::floor(times[0] / 100));
      if (run % 8 != 0) CHECK(times[run] == Approx(times[run - 1] + 1));
    }
    seen[static_cast<std::size_t>(times[0] / 100) - 1] = true;
    if (times[0] < 200) runs_of_first.insert(times.begin(), times.end());
  }
  CHECK(seen == std::vector<bool>(3, true));
  CHECK(runs_of_first.size() == 32);  // the first and the last run included
}

TEST_CASE("recorded noise in order is the record, whatever processes begin") {
  const NoiseModel model = recorded_in_order("set", {{1, 2, 3, 4}});
  Machine machine = model.machine(0, 1);
  for (const double expected : {1, 2, 3, 4, 1}) {
    machine.start_process();
    CHECK(machine.run(Build::baseline) == Approx(expected));
  }
}

TEST_CASE("recorded noise that is none is refused") {
  CHECK_THROWS_WITH(recorded_noise("set", {}, 4), contains("no recorded series"));
  CHECK_THROWS_WITH(recorded_noise("set", {{1, 2}}, 0), contains("stretches of 0 runs"));
  CHECK_THROWS_WITH(recorded_noise("set", {{1, 2, 3}, {1}}, 2),
                    contains("recorded series 2 has 1 times: a stretch needs 2"));
  CHECK_THROWS_WITH(recorded_noise("set", {{1, 0}}, 2), contains("series 1 has the time 0"));
  CHECK_THROWS_WITH(recorded_in_order("set", {{1, std::nan("")}}),
                    contains("series 1 has the time nan"));
  CHECK_THROWS_WITH(recorded_in_order("set", {{}}), contains("has 0 times"));
  CHECK_THROWS_WITH(recorded_in_order("set", {{std::numeric_limits<double>::infinity()}}),
                    contains("has the time inf"));
}

}  // namespace
